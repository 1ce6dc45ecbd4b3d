import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { payoutEntry } from '#domain/book/book.ts'
import { readyCentavos } from '#domain/book/payout.ts'
import { TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { computeOwnerSums } from './queries.ts'
import { writeBook } from './write-book.ts'

const site = withSite(['olivia', 'amihan'])

it('a balance over ₱9,999,999.99 is settled in parts: the form says so, and begins with the first part', async () => {
  const { services, cast } = site
  const ownerId = cast.olivia.id
  const ready = async () => readyCentavos(await computeOwnerSums(services.db, ownerId))
  // What an owner paid us is theirs in the book.
  const paid = { id: uuid(), direction: 'from_owner' as const, ownerId, centavos: 1_200_000_000 }
  await services.db.transaction().execute((tx) => writeBook(tx, services, [payoutEntry(paid)]))
  expect(await ready()).toBe(1_200_000_000)
  const address = `/admin/payouts?record=${ownerId}`
  const record = (amount: string, reference: string) =>
    site.visitor('amihan').post(address, {
      intent: 'record',
      direction: 'to_owner',
      ownerId,
      amount,
      reference,
      paidOn: TODAY,
    })
  const form = await (await site.visitor('amihan').get(address)).text()
  expect(form).toMatch(/value="9999999\.99"/)
  for (const whole of ['12000000.00', '₱12,000,000', '₱30,000,000.00', '99999999999']) {
    const refused = await record(whole, 'BDO 1')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(
      'An amount can be at most ₱9,999,999.99. Please write down a larger one in parts.',
    )
  }
  for (const [part, left] of [
    ['9,999,999.99', 200_000_001],
    ['2000000.01', 0],
  ] as const) {
    expect((await record(part, `BDO ${part}`)).status).toBe(302)
    expect(await ready()).toBe(left)
  }
})
