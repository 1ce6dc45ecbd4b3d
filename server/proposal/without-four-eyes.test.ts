import { expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { makeSamples } from '#tests/support/page-samples.ts'
import { TODAY } from '#tests/support/services.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])

it('without the setting a payout takes effect at once, and no screen speaks of proposals', async () => {
  await makeSamples(site)
  const amihan = site.visitor('amihan')
  const form = {
    intent: 'record',
    direction: 'from_provider',
    amount: '1',
    reference: 'At once',
    paidOn: TODAY,
  }
  expect(await toastOf(await amihan.post('/admin/payouts', form))).toBe('₱1.00 written down.')
  const { db } = site.services
  expect(
    await db.selectFrom('payout').select('id').where('reference', '=', 'At once').execute(),
  ).toHaveLength(1)
  expect(await db.selectFrom('proposal').selectAll().execute()).toEqual([])
  for (const path of ['/admin', '/admin/payouts', '/admin/payouts/recorded', '/admin/refunds'])
    expect(textOf(await (await amihan.get(path)).text())).not.toMatch(/proposal|another admin/i)
})
