import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { type Award, noAward } from '#domain/dispute/dispute.ts'
import { goodwillByTwo } from '#domain/dispute/goodwill.ts'
import { accepted, actorOf } from '#seeds/act.ts'
import { createAdmin } from '#server/account/first-admin.ts'
import { deposits } from '#tests/support/deposits.ts'
import { fieldsOf, messageBeside, partOf, textOf } from '#tests/support/html.ts'
import { makeSamples } from '#tests/support/page-samples.ts'
import * as people from '#tests/support/people.ts'
import { PlainBrowser } from '#tests/support/press.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { toastOf, type Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { retryRefund } from '../refund/retry-refund.ts'
import { recordMovement } from './record-movement.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], { env: { ADMIN_FOUR_EYES: '1' } })
let samples: Record<string, string>
let luz: Visitor
beforeAll(async () => {
  samples = await makeSamples(site)
  luz = await newAdmin('luz', 'money')
})
beforeEach(() => site.services.clock.set(NOW))

/** The browser of a new admin who is logged in. */
async function newAdmin(name: string, adminArea: AdminArea): Promise<Visitor> {
  const { services } = site
  const email = `${name}@hiram.test`
  const person = { email, password: people.PASSWORD, firstName: name, lastName: 'Cruz' }
  const { accountId } = accepted(await createAdmin(services, person))
  await services.db.updateTable('account').set({ adminArea }).where('id', '=', accountId).execute()
  const visitor = site.visitor()
  const login = { intent: 'log-in', portal: 'admin', email, password: people.PASSWORD }
  expect((await visitor.post('/login?portal=admin', login)).headers.get('location')).toBe('/admin')
  return visitor
}

let references = 0
const settlement = (changes: Record<string, string> = {}) => ({
  intent: 'record',
  direction: 'from_provider',
  amount: '1.00',
  paidOn: TODAY,
  reference: `Settled ${++references}`,
  ...changes,
})
const money = async () => {
  const { db } = site.services
  const all = (table: 'refund' | 'payout' | 'bookEntry') =>
    db.selectFrom(table).selectAll().orderBy('id').execute()
  const mails = db.selectFrom('effect').select('id').where('kind', '=', 'refund-mail').execute()
  return [await all('refund'), await all('payout'), await all('bookEntry'), await mails]
}
const newest = () =>
  site.services.db
    .selectFrom('proposal')
    .selectAll()
    .orderBy('proposedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const decide = (who: Visitor, intent: string, proposalId: string, more = {}) =>
  who.post(`/admin/proposals?${intent}=${proposalId}`, { intent, proposalId, ...more })
/** Amihan proposes a settlement of ₱1.00, or another one; returns the proposal's id. */
async function proposed(changes?: Record<string, string>) {
  const answer = await site.visitor('amihan').post('/admin/payouts', settlement(changes))
  expect(answer.status).toBe(302)
  return (await newest()).id
}
const log = async (id: string) =>
  site.services.db
    .selectFrom('event')
    .innerJoin('account', 'account.id', 'event.actorId')
    .select(['action', 'firstName'])
    .where('subjectId', '=', id)
    .orderBy('event.id')
    .execute()

describe('with four eyes', () => {
  // Spec: D1
  it('a payout waits until another admin confirms it; both are in the audit log', async () => {
    const before = await money()
    const sent = await site.visitor('amihan').post('/admin/payouts', settlement({ reference: 'BPI 7' }))
    expect(await toastOf(sent)).toBe('₱1.00 waits for another admin to confirm it.')
    expect(await money()).toEqual(before)
    const mine = textOf(await (await site.visitor('amihan').get('/admin/payouts')).text())
    expect(mine).toContain('Waiting for another admin')
    expect(mine).toContain('by you')
    const { id } = await newest()
    const theirs = textOf(await (await luz.get(`/admin/proposals?confirm=${id}`)).text())
    expect(theirs).toContain('Confirm: Payout')
    expect(theirs).toContain('BPI 7')
    expect(textOf(await (await luz.get('/admin')).text())).toContain('Confirm or decline 1 proposal')
    const done = await decide(luz, 'confirm', id)
    expect(await toastOf(done)).toBe('Confirmed. It has taken effect.')
    const payout = await site.services.db
      .selectFrom('payout')
      .selectAll()
      .where('reference', '=', 'BPI 7')
      .executeTakeFirstOrThrow()
    expect(payout).toMatchObject({ centavos: 100, recordedBy: site.cast.amihan.id })
    expect((await money())[2]).toHaveLength(before[2]!.length + 1)
    expect(await log(id)).toEqual([
      { action: 'propose', firstName: 'Amihan' },
      { action: 'confirm', firstName: 'luz' },
    ])
    expect(await log(payout.id)).toEqual([{ action: 'record', firstName: 'luz' }])
    const audit = textOf(await (await site.visitor('amihan').get('/admin/audit-log?subject=proposal')).text())
    expect(audit).toContain('luz Cruz')
    const page = textOf(await (await luz.get('/admin/payouts')).text())
    expect(page).not.toContain('Waiting for another admin')
  })

  it('a payout says what of it may still go back, to who records it and to who confirms it', async () => {
    await deposits(site).returned('online')
    const { id: ownerId } = site.cast.olivia
    const amihan = site.visitor('amihan')
    // A rental of ₱1,000.00, less the fees of ₱150.00 on what was paid in cash.
    const note = '₱850.00 of what is ready for this owner may still go back to renters'
    const recording = `/admin/payouts?record=${ownerId}`
    expect(textOf(await (await amihan.get(recording)).text())).toContain(note)
    const id = await proposed({ direction: 'to_owner', ownerId })
    const confirming = `/admin/proposals?confirm=${id}`
    expect(textOf(await (await luz.get(confirming)).text())).toContain(note)
    site.services.clock.set(new Date(NOW.getTime() + 49 * 3_600_000))
    expect(textOf(await (await amihan.get(recording)).text())).not.toContain('may still go back')
    expect(textOf(await (await luz.get(confirming)).text())).not.toContain('may still go back')
    site.services.clock.set(NOW)
    expect(await toastOf(await decide(luz, 'decline', id, { reason: 'No.' }))).toContain('Declined')
  })

  it('a refund by hand waits, too: its renter is told when it is confirmed', async () => {
    const form = { intent: 'pay-out', refundId: samples.refund!, proof: 'BPI 1', paidOn: TODAY }
    const before = await money()
    const sent = await luz.post('/admin/refunds', form)
    expect(await toastOf(sent)).toBe('The refund waits for another admin to confirm it.')
    expect(await money()).toEqual(before)
    const page = textOf(await (await site.visitor('amihan').get('/admin/refunds')).text())
    expect(page).toContain('Waits for another admin')
    expect(page).not.toMatch(/\bPay out\b/)
    const twice = await site.visitor('amihan').post('/admin/refunds', form)
    expect(await toastOf(twice)).toContain('This waits for another admin already.')
    const { id } = await newest()
    // While it waits, the provider is not asked to send the same money.
    const { services, cast } = site
    const retried = await retryRefund(...people.asAdmin(services, cast.amihan), {
      refundId: samples.refund!,
    })
    expect(retried).toMatchObject({ message: expect.stringContaining('waits for another admin') })
    expect(await money()).toEqual(before)
    await decide(site.visitor('amihan'), 'confirm', id)
    const [refunds, , , mails] = await money()
    expect(refunds!.find((refund) => refund.id === samples.refund)).toMatchObject({
      status: 'paid_out',
      proof: 'BPI 1',
      paidOutBy: (await actorOf(services, 'luz@hiram.test')).id,
    })
    expect(mails).toHaveLength(before[3]!.length + 1)
  })

  it('a goodwill payment waits, too: the other admins are told, and it is paid once', async () => {
    const { services, cast } = site
    const { number } = await services.db
      .selectFrom('rental')
      .innerJoin('order', 'order.id', 'rental.orderId')
      .select('order.number')
      .where('rental.id', '=', samples.rental!)
      .executeTakeFirstOrThrow()
    const page = `/admin/orders/${number}`
    const key = fieldsOf(await (await luz.get(`${page}?goodwill=${samples.rental}`)).text()).goodwillId!
    const form = { intent: 'goodwill', goodwillId: key, rentalId: samples.rental!, to: 'owner' }
    const typed = { ...form, amount: '20.00', reason: 'A long wait.' }
    const before = await money()
    expect(await toastOf(await luz.post(page, typed))).toContain('waits for another admin')
    const again = { ...typed, goodwillId: crypto.randomUUID() }
    for (const twice of [typed, again])
      expect(await toastOf(await luz.post(page, twice))).toContain('waits for another admin already')
    expect(await money()).toEqual(before)
    const shown = textOf(await (await site.visitor('amihan').get(page)).text())
    expect(shown).toMatch(/Waiting for another admin.*₱20\.00/)
    const { id } = await newest()
    const effects = await services.db
      .selectFrom('effect')
      .selectAll()
      .where('kind', '=', 'proposal-mail')
      .execute()
    const readers = effects
      .filter(({ payload }) => (payload as { proposalId: string }).proposalId === id)
      .map(({ payload }) => (payload as { accountId: string }).accountId)
    expect(readers).toEqual([cast.amihan.id])
    const theirs = textOf(await (await site.visitor('amihan').get(`/admin/proposals?confirm=${id}`)).text())
    expect(theirs).toContain('Confirm: Goodwill payment')
    expect(theirs).toContain('A long wait.')
    expect(theirs).toContain(`To the owner, ${cast.olivia.firstName}`)
    await decide(site.visitor('amihan'), 'confirm', id)
    const entries = (await money())[2] as { kind: string; key: string }[]
    expect(entries.filter((entry) => entry.key === `goodwill-owner:${key}`)).toHaveLength(1)
    expect(await toastOf(await luz.post(page, typed))).toContain('was made already')
    expect((await money())[2]).toHaveLength(before[2]!.length + 1)
  })

  it('a decision on a dispute pays no goodwill, which one admin would pay alone', async () => {
    const { services, cast } = site
    const rentalId = samples.claimed!
    accepted(await answerDispute(by(services, cast.ramon), { rentalId, text: 'It was torn before.' }))
    const shown = textOf(await (await luz.get(`/admin/claims/${rentalId}`)).text())
    expect(shown).toContain(goodwillByTwo)
    expect(shown).not.toContain('Goodwill to')
    const decideWith = (award: Award) =>
      decideDispute(by(services, cast.amihan), people.admin(cast.amihan), { rentalId, award, reason: 'So.' })
    const goodwill: Award = { ...noAward, goodwillCentavos: 100, goodwillTo: 'owner' }
    expect(await decideWith(goodwill)).toEqual({ ok: false, reason: 'over', message: goodwillByTwo })
    accepted(await decideWith(noAward))
  })

  it('a payout is taken back after another admin confirmed it', async () => {
    const form = { intent: 'reverse', payoutId: samples.payout!, reason: 'Typed twice' }
    const sent = await luz.post('/admin/payouts/recorded', form)
    expect(await toastOf(sent)).toBe('That it is taken back waits for another admin to confirm it.')
    expect(textOf(await (await luz.get('/admin/payouts/recorded')).text())).toContain('Waiting for another')
    await decide(site.visitor('amihan'), 'confirm', (await newest()).id)
    const [, payouts] = await money()
    expect(payouts!.find(({ id }) => id === samples.payout)).toMatchObject({
      reversalReason: 'Typed twice',
      reversedBy: (await actorOf(site.services, 'luz@hiram.test')).id,
    })
  })

  it('what could not take effect now is refused beside its field, and is not proposed', async () => {
    const sent = await luz.post('/admin/payouts?record=provider', settlement({ amount: '999999' }))
    expect(sent.status).toBe(422)
    expect(textOf(await sent.text())).toContain('By the book')
    const { id } = await newest()
    await luz.post('/admin/payouts', settlement({ paidOn: '2027-01-01' }))
    expect((await newest()).id).toBe(id)
  })

  it('nobody confirms or declines their own, nor withdraws another’s', async () => {
    const id = await proposed()
    const before = await money()
    const amihan = site.visitor('amihan')
    expect(await toastOf(await decide(amihan, 'confirm', id))).toContain('You proposed this yourself.')
    expect((await decide(amihan, 'decline', id, { reason: 'No.' })).status).toBe(403)
    expect(await toastOf(await decide(luz, 'withdraw', id))).toContain('Only the admin who proposed this')
    expect(await newest()).toMatchObject({ id, decision: null })
    expect(await money()).toEqual(before)
    expect(await toastOf(await decide(amihan, 'withdraw', id))).toBe('Withdrawn. Nothing was changed.')
    expect(await toastOf(await decide(luz, 'confirm', id))).toContain('This was withdrawn already.')
    expect(await money()).toEqual(before)
  })

  it('another admin declines with a reason, and the same can be proposed again', async () => {
    const again = { reference: 'Again', amount: '12.50' }
    const proposer = new PlainBrowser(site.visitor('amihan'))
    await proposer.open('/admin/payouts?record=provider')
    await proposer.press('Record', again)
    expect(proposer.text).toContain('₱12.50 waits for another admin to confirm it.')
    const { id } = await newest()
    const other = new PlainBrowser(luz)
    await other.open('/admin/payouts')
    await other.follow(/^Look at it ₱12\.50/)
    await other.follow('Decline instead')
    await other.press('Decline', { reason: ' ' })
    expect(other.status).toBe(422)
    expect(messageBeside(other.html, 'reason')).toContain('Reason is required.')
    await other.press('Decline', { reason: 'Wrong <b>bank</b>' })
    expect(other.text).toContain('Declined. Nothing was changed.')
    const page = await (await site.visitor('amihan').get('/admin/proposals')).text()
    expect(textOf(partOf(page, 'tr', 'Again'))).toContain('Wrong <b>bank</b>')
    expect(page).not.toContain('<b>bank</b>')
    expect(await proposed(again)).not.toBe(id)
  })

  it.each([
    ['limited to support', { adminArea: 'support' }],
    ['suspended', { suspendedAt: NOW, suspensionReason: 'Left.' }],
    ['deleted', { deletedAt: NOW }],
  ] as const)(
    'of an admin who is %s meanwhile is not confirmed, and can be declined',
    async (how, change) => {
      const { db } = site.services
      const nilo = await newAdmin(`nilo-${how.split(' ')[0]}`, 'money')
      await nilo.post('/admin/payouts', settlement())
      const { id, proposedBy } = await newest()
      const before = await money()
      const suspendedBy = how === 'suspended' ? site.cast.amihan.id : null
      await db
        .updateTable('account')
        .set({ ...change, suspendedBy })
        .where('id', '=', proposedBy)
        .execute()
      expect(await toastOf(await decide(luz, 'confirm', id))).toContain('is no longer an admin for money')
      expect(await newest()).toMatchObject({ id, decision: null })
      expect(await money()).toEqual(before)
      expect(await toastOf(await decide(luz, 'decline', id, { reason: 'They left.' }))).toContain('Declined.')
    },
  )

  it('is decided on with the facts of then: what is no longer owed is refused, and goes on waiting', async () => {
    const { services } = site
    const book = async () => textOf(await (await luz.get('/admin/payouts?record=provider')).text())
    const most = /₱([\d,.]+) is at the provider/.exec(await book())![1]!
    const [first, second] = [await proposed({ amount: most }), await proposed({ amount: most })]
    expect(await toastOf(await decide(luz, 'confirm', first))).toContain('Confirmed.')
    const late = await decide(luz, 'confirm', second)
    expect(await toastOf(late)).toBe('Error confirming: By the book nothing is at the provider.')
    const waiting = await services.db
      .selectFrom('proposal')
      .select('decision')
      .where('id', '=', second)
      .executeTakeFirst()
    expect(waiting).toEqual({ decision: null })
    expect(await log(second)).toEqual([{ action: 'propose', firstName: 'Amihan' }])
  })

  it('needs a recent proof to propose and to decide', async () => {
    const { id } = await newest()
    site.services.clock.set(new Date(NOW.getTime() + 16 * 60_000))
    for (const intent of ['confirm', 'decline', 'withdraw']) {
      const asked = await decide(luz, intent, id, intent === 'decline' ? { reason: 'No.' } : {})
      expect(asked.status).toBe(403)
      expect(textOf(await asked.text())).toContain('Please confirm that it is you')
    }
    expect((await luz.post('/admin/payouts', settlement())).status).toBe(403)
    const ctx = by(site.services, site.cast.amihan)
    ctx.actor = { ...site.cast.amihan, provedAt: new Date(0) }
    const payload = { direction: 'from_provider' as const, amount: 1, reference: 'x', paidOn: TODAY }
    const who = people.admin(site.cast.amihan)
    expect(await recordMovement(ctx, who, { kind: 'payout', payload })).toMatchObject({ reason: 'proof' })
  })

  it('is for admins of money', async () => {
    const nena = await newAdmin('nena', 'support')
    expect((await nena.get('/admin/proposals')).status).toBe(403)
    expect((await decide(nena, 'confirm', (await newest()).id)).status).toBe(403)
    const goodwill = { intent: 'goodwill', rentalId: samples.rental!, to: 'owner', amount: '1', reason: 'No' }
    expect((await nena.post(`/admin/orders/${samples.order}`, goodwill)).status).toBe(403)
    expect((await decide(luz, 'confirm', 'nothing')).status).toBe(302)
    const unknown = await decide(luz, 'confirm', '0199a000-0000-7000-8000-000000000000')
    expect(await toastOf(unknown)).toContain('could not be found')
    expect((await luz.get('/admin/proposals?confirm=nothing')).status).toBe(200)
    expect((await luz.get('/admin/proposals.csv')).status).toBe(200)
  })
})
