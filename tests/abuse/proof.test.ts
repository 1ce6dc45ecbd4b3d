import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { accepted } from '#seeds/act.ts'
import { createAdmin } from '#server/account/first-admin.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { endSuspension } from '#server/account/end-suspension.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { saveTemplate } from '#server/agreement/save-template.ts'
import { restoreTemplate } from '#server/agreement/restore-template.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import { payOutRefund, recordPayout, reversePayout } from '#tests/support/movements.ts'
import { admin, PASSWORD } from '#tests/support/people.ts'
import { makeSamples } from '#tests/support/page-samples.ts'
import { appCode, withTwoFactor } from '#tests/support/second-factor.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const BODY = 'Terms of {{renterName}} for {{items}}, changed.'
const settlement = { intent: 'record', direction: 'from_provider', amount: '1', paidOn: TODAY }
let samples: Record<string, string>
beforeAll(async () => void (samples = await makeSamples(site)))

/** Sixteen minutes after the log-in, in a quarter of an hour that no other test uses. */
let quarter = 0
beforeEach(async () => {
  site.services.clock.set(new Date(NOW.getTime() + ++quarter * 16 * 60_000))
  await site.services.limits.clear('failedLoginsMinute', 'admin@hiram.test')
})

const refundOf = async (id: string) =>
  (
    await site.services.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const forms: [name: string, path: string, fields: () => Record<string, string>][] = [
  ['a payout', '/admin/payouts', () => ({ ...settlement, reference: 'By hand' })],
  [
    'a payout taken back',
    '/admin/payouts/recorded',
    () => ({ intent: 'reverse', payoutId: samples.payout!, reason: 'Typed twice' }),
  ],
  [
    'a refund by hand',
    '/admin/refunds',
    () => ({ intent: 'pay-out', refundId: samples.refund!, proof: 'BPI 1', paidOn: TODAY }),
  ],
  [
    'a goodwill payment',
    '/admin/orders/any',
    () => ({
      intent: 'goodwill',
      goodwillId: site.cast.ramon.id,
      rentalId: samples.rental!,
      to: 'owner',
      amount: '1',
      reason: 'A long wait.',
    }),
  ],
  [
    'goodwill in the decision of a dispute',
    '/admin/claims/00000000-0000-4000-8000-000000000000',
    () => ({
      grantedCentavos: '0.00',
      goodwillCentavos: '1.00',
      goodwillTo: 'owner',
      decision: 'A long wait.',
    }),
  ],
  ['the agreement', '/admin/content', () => ({ intent: 'save', body: BODY, basedOn: '1' })],
  ['an old agreement', '/admin/content', () => ({ intent: 'restore', version: '1', basedOn: '1' })],
  ['a deleted account', '/admin/users', () => ({ intent: 'delete', userId: site.cast.katrina.id })],
]

describe('more than 15 minutes after a log-in', () => {
  it.each(forms)(
    '%s is asked to be confirmed, and a direct post changes nothing',
    async (_, path, fields) => {
      const before = [await site.counts(), await refundOf(samples.refund!)]
      const amihan = site.visitor('amihan')
      const answer = await amihan.post(path, fields())
      expect(answer.status).toBe(403)
      const html = await answer.text()
      expect(textOf(html)).toContain('Please confirm that it is you')
      const kept = fieldsOf(html)
      for (const [name, value] of Object.entries(fields())) expect(kept[name]).toBe(value)
      const wrong = await amihan.post(path, { ...fields(), 'proof-password': 'not it' })
      expect(wrong.status).toBe(422)
      expect(textOf(await wrong.text())).toContain('That is not your password.')
      expect((await amihan.post(path, { ...fields(), 'proof-password': '' })).status).toBe(403)
      expect([await site.counts(), await refundOf(samples.refund!)]).toEqual(before)
    },
  )

  it('the suspension of an admin and its end are asked to be confirmed, those of a renter are not', async () => {
    const { services, cast } = site
    const luz = { email: 'luz@hiram.test', password: PASSWORD, firstName: 'Luz', lastName: 'Cruz' }
    const { accountId } = accepted(await createAdmin(services, luz))
    const form = { intent: 'suspend', reason: 'No longer here.' }
    const amihan = site.visitor('amihan')
    const suspended = async (id: string) => {
      const account = services.db.selectFrom('account').select('suspendedAt').where('id', '=', id)
      return (await account.executeTakeFirstOrThrow()).suspendedAt !== null
    }
    expect((await amihan.post(`/admin/users/${cast.katrina.id}`, form)).status).toBe(302)
    expect(await suspended(cast.katrina.id)).toBe(true)
    const lift = { intent: 'end-suspension' }
    expect((await amihan.post(`/admin/users/${cast.katrina.id}`, lift)).status).toBe(302)
    expect(await suspended(cast.katrina.id)).toBe(false)
    const asked = await amihan.post(`/admin/users/${accountId}`, form)
    expect(asked.status).toBe(403)
    expect(textOf(await asked.text())).toContain('Please confirm that it is you')
    expect(await suspended(accountId)).toBe(false)
    const given = await amihan.post(`/admin/users/${accountId}`, { ...form, 'proof-password': PASSWORD })
    expect([given.status, await suspended(accountId)]).toEqual([302, true])
    services.clock.set(new Date(NOW.getTime() + ++quarter * 16 * 60_000))
    expect((await amihan.post(`/admin/users/${accountId}`, lift)).status).toBe(403)
    const ctx = by(services, cast.amihan)
    ctx.actor = { ...cast.amihan, provedAt: NOW }
    expect(await endSuspension(ctx, admin(cast.amihan), { accountId })).toMatchObject({ reason: 'proof' })
    expect(await suspended(accountId)).toBe(true)
    const lifted = await amihan.post(`/admin/users/${accountId}`, { ...lift, 'proof-password': PASSWORD })
    expect([lifted.status, await suspended(accountId)]).toEqual([302, false])
  })

  it('the use cases refuse it too', async () => {
    const { services, cast } = site
    const ctx = { ...by(services, cast.amihan) }
    ctx.actor = { ...cast.amihan, provedAt: new Date(services.clock.now().getTime() - 15 * 60_000) }
    const who = admin(cast.amihan)
    const luz = await services.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'luz@hiram.test')
      .executeTakeFirstOrThrow()
    const payout = { direction: 'from_provider' as const, amount: 100, reference: 'X', paidOn: TODAY }
    const refusals = [
      await recordPayout(ctx, who, payout),
      await reversePayout(ctx, who, { payoutId: samples.payout!, reason: 'Typed twice' }),
      await payOutRefund(ctx, who, { refundId: samples.refund!, proof: 'BPI 1', paidOn: TODAY }),
      await saveTemplate(ctx, who, { body: BODY, basedOn: 1, incomplete: false }),
      await restoreTemplate(ctx, who, { version: 1, basedOn: 1 }),
      await deleteAccount(ctx, { accountId: cast.katrina.id }),
      await suspendAccount(ctx, who, { accountId: luz.id, reason: 'No.' }),
      await decideDispute(ctx, who, {
        rentalId: samples.claimed!,
        award: { ...noAward, goodwillCentavos: 100, goodwillTo: 'owner' },
        reason: 'A long wait.',
      }),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, reason: 'proof' })
    const other = await deleteAccount({ ...ctx, actor: cast.ramon }, { accountId: cast.katrina.id })
    expect(other).toMatchObject({ reason: 'not-found' })
  })

  it('by the password what was asked is done, and for 15 minutes nothing is asked again', async () => {
    const amihan = site.visitor('amihan')
    const first = { ...settlement, reference: 'Confirmed 1' }
    const done = await amihan.post('/admin/payouts', { ...first, 'proof-password': PASSWORD })
    expect(done.status).toBe(302)
    const second = await amihan.post('/admin/payouts', { ...settlement, reference: 'Confirmed 2' })
    expect(second.status).toBe(302)
    const recorded = await site.services.db
      .selectFrom('payout')
      .select('reference')
      .where('reference', 'like', 'Confirmed%')
      .execute()
    expect(recorded).toHaveLength(2)
    site.services.clock.set(new Date(site.services.clock.now().getTime() + 15 * 60_000))
    expect((await amihan.post('/admin/payouts', { ...settlement, reference: 'Late' })).status).toBe(403)
  })

  it('by a code of the app, once', async () => {
    const { secret } = await withTwoFactor(site.services, site.cast.amihan)
    const code = appCode(secret, new Date(site.services.clock.now().getTime() + 30_000))
    const amihan = site.visitor('amihan')
    const asked = await amihan.post('/admin/payouts', { ...settlement, reference: 'By code' })
    expect(textOf(await asked.text())).toContain('Or a code of your app')
    const form = { ...settlement, 'proof-password': '', 'proof-code': code }
    expect((await amihan.post('/admin/payouts', { ...form, reference: 'By code' })).status).toBe(302)
    site.services.clock.set(new Date(site.services.clock.now().getTime() + 15 * 60_000))
    expect((await amihan.post('/admin/payouts', { ...form, reference: 'Again' })).status).toBe(422)
  })

  it('guesses are limited as at the log-in', async () => {
    const amihan = site.visitor('amihan')
    const guess = () => amihan.post('/admin/payouts', { ...settlement, 'proof-password': 'not it' })
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422)
    const right = { ...settlement, reference: 'Guessed', 'proof-password': PASSWORD }
    expect((await amihan.post('/admin/payouts', right)).status).toBe(429)
  })

  it('a file of people is given after the confirmation, other files at once', async () => {
    const amihan = site.visitor('amihan')
    const to = '/admin/users.csv?role=owner'
    const sent = await amihan.get(to)
    const confirm = `/confirm?to=${encodeURIComponent(to)}`
    expect(sent.headers.get('location')).toBe(confirm)
    expect((await amihan.get('/admin/categories.csv')).status).toBe(200)
    expect(textOf(await (await amihan.get(confirm)).text())).toContain('Please confirm that it is you')
    expect((await amihan.post(confirm, { 'proof-password': 'not it' })).status).toBe(422)
    const confirmed = await amihan.post(confirm, { 'proof-password': PASSWORD })
    expect(confirmed.headers.get('location')).toBe(to)
    expect((await amihan.get(to)).headers.get('content-type')).toContain('text/csv')
  })

  it.each(['listings', 'orders', 'reviews', 'book', 'refunds', 'payouts', 'payouts/recorded'])(
    'the file of %s, which has the emails of people, is given after the confirmation',
    async (table) => {
      const to = `/admin/${table}.csv`
      const sent = await site.visitor('amihan').get(to)
      expect(sent.headers.get('location')).toBe(`/confirm?to=${encodeURIComponent(to)}`)
    },
  )

  it('a file whose address is too long to be kept leads to the page of its table', async () => {
    const sent = await site.visitor('amihan').get(`/admin/orders.csv?search=${'%C3%A9'.repeat(2000)}`)
    expect(sent.headers.get('location')).toBe(`/confirm?to=${encodeURIComponent('/admin/orders')}`)
  })

  it.each(['claims', 'proposals', 'reports'])('the file of %s, which names people, too', async (table) => {
    const to = `/admin/${table}.csv`
    const sent = await site.visitor('amihan').get(to)
    expect(sent.headers.get('location')).toBe(`/confirm?to=${encodeURIComponent(to)}`)
  })

  it('the page leads to no other site, and a proof belongs to its session', async () => {
    const amihan = site.visitor('amihan')
    const away = await amihan.post('/confirm?to=//evil.test', { 'proof-password': PASSWORD })
    expect(away.headers.get('location')).toBe('/')
    const elsewhere = site.visitor()
    const form = { intent: 'log-in', portal: 'admin', email: 'admin@hiram.test', password: PASSWORD }
    await elsewhere.post('/login?portal=admin', form)
    expect((await amihan.post('/admin/payouts', { ...settlement, reference: 'Other' })).status).toBe(403)
  })
})

it('a log-in itself counts for 15 minutes', async () => {
  await site.services.db.deleteFrom('twoFactor').execute()
  await site.services.db.updateTable('account').set({ twoFactorAt: null }).execute()
  const amihan = site.visitor()
  const form = { intent: 'log-in', portal: 'admin', email: 'admin@hiram.test', password: PASSWORD }
  await amihan.post('/login?portal=admin', form)
  site.services.clock.set(new Date(site.services.clock.now().getTime() + 14 * 60_000))
  const own = { ...settlement, reference: 'Just logged in' }
  expect((await amihan.post('/admin/payouts', own)).status).toBe(302)
})
