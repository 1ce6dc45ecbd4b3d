import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Movement } from '#domain/proposal/proposal.ts'
import { accepted, actorOf } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { extendRental } from '#tests/support/extend-rental.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { createAdmin } from '../account/first-admin.ts'
import { decideOnProposal } from '../proposal/decide-proposal.ts'
import { recordMovement } from '../proposal/record-movement.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { findRental } from '../rental/find-rental.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import { readTimeline } from '../timeline/queries.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { decideDispute } from './decide-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { findMoneyAndDisputes } from './queries.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { hours, active, returned } = deposits(fixture)
const { balances, refundsOf, effects, settle, reset, list, order, rentalsOf } = paying(fixture)
const ctx = (who: 'ramon' | 'olivia' | 'amihan') => by(fixture.services, fixture.cast[who])
const admin = () => [ctx('amihan'), people.admin(fixture.cast.amihan)] as const

const give = (
  rentalId: string,
  to: 'renter' | 'owner',
  amount: number,
  { goodwillId = randomUUID() as string, reason = 'It rained in.\nWe are sorry.' } = {},
) => recordMovement(...admin(), { kind: 'goodwill', payload: { goodwillId, rentalId, to, amount, reason } })
const booked = async (rentalId: string) => {
  const { rows } = await sql<{ sum: number; given: number }>`select sum(p.centavos)::int as sum,
      coalesce(sum(p.centavos) filter (where p.book_account = 'goodwill'), 0)::int as given
    from book_posting p join book_entry e on e.id = p.entry_id where e.rental_id = ${rentalId}`.execute(
    fixture.services.db,
  )
  return rows[0]!
}

describe('a goodwill payment', () => {
  it('of a decision is in the mail about it, to whom it is paid', async () => {
    const { rentalId } = await returned('online')
    accepted(await fileDispute(ctx('ramon'), { rentalId, kind: 'money', text: 'It leaked.' }))
    const award = {
      ownerCentavos: 0,
      rentCentavos: 0,
      goodwillCentavos: 20_000,
      goodwillTo: 'renter',
    } as const
    accepted(await decideDispute(...admin(), { rentalId, award, reason: 'It rained in.' }))
    const dispute = await fixture.services.db
      .selectFrom('dispute')
      .select('id')
      .where('rentalId', '=', rentalId)
      .executeTakeFirstOrThrow()
    const leadTo = async (to: 'renter' | 'owner') => {
      const mail = { rentalId, disputeId: dispute.id, news: 'decided', to } as const
      return (await disputeEmails['dispute-mail'](fixture.services, mail))!.lead
    }
    expect(await leadTo('renter')).toContain(
      'back to you. We pay you ₱200.00 of our own money. It takes effect',
    )
    expect(await leadTo('owner')).not.toContain('our own money')
  })

  it('leaves it known who ended the rental', async () => {
    const paid = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    accepted(await settleCheckout(fixture.services, paid.sessionId))
    const [rental] = await rentalsOf(paid.id)
    const rentalId = rental!.id
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'withdraw' }))
    accepted(await give(rentalId, 'owner', 20_000))
    expect(await findRental(ctx('ramon'), rentalId)).toMatchObject({ rental: { cancelledBy: 'withdraw' } })
  })

  // Spec: D51
  it('to the renter goes back the way they paid, and both are told why', async () => {
    const { rentalId, orderId } = await returned('online')
    await effects()
    accepted(await give(rentalId, 'renter', 20_000))
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'goodwill', centavos: 20_000 }])
    expect(await booked(rentalId)).toEqual({ sum: 0, given: 20_000 })
    await settle()
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
    expect((await balances(orderId)).refund_due).toBeUndefined()
    expect((await readTimeline(fixture.services.db, rentalId)).at(-1)).toMatchObject({
      kind: 'pay-goodwill',
      side: 'admin',
      text: 'It rained in.\nWe are sorry.',
      facts: { to: 'renter', centavos: 20_000 },
    })
    const mails = (await fixture.services.mail.list(10)).filter(({ subject }) => subject.startsWith('We pay'))
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [fixture.cast.olivia.email, fixture.cast.ramon.email].sort(),
    )
    for (const { text } of mails) expect(text).toContain('It rained in.')
    const event = await fixture.services.db
      .selectFrom('event')
      .selectAll()
      .where('subjectId', '=', rentalId)
      .where('action', '=', 'pay-goodwill')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actorId: fixture.cast.amihan.id,
      detail: { to: 'renter', centavos: 20_000, reason: 'It rained in.\nWe are sorry.' },
    })
  })

  it('to the renter leaves what was paid with it for another item of the order', async () => {
    const { services, cast } = fixture
    await reset()
    const { id, sessionId } = await order(cast.ramon, [await list(), await list()])
    services.emulator.pay(sessionId, { channel: 'gcash' })
    accepted(await settleCheckout(services, sessionId))
    const [one, other] = await rentalsOf(id)
    const rentalId = one!.id
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
    await extendRental(fixture, rentalId, 7)
    hours(10 * 24)
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'activate' }))
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'complete' }))
    const ofOne = (await findMoneyAndDisputes(services.db, rentalId)).money
    const paid = ofOne.lines.reduce((sum, line) => sum + line.centavos, 0)
    accepted(await give(rentalId, 'renter', paid))
    // The other item goes back whole, which the database allows only while the payment has it.
    accepted(await takePartyAction(ctx('olivia'), { rentalId: other!.id, action: 'reject' }))
    const refunds = (await refundsOf(id)).filter((refund) => refund.rentalId === other!.id)
    const { lines } = (await findMoneyAndDisputes(services.db, other!.id)).money
    const charged = lines
      .filter(({ kind }) => kind !== 'refund')
      .reduce((sum, line) => sum + line.centavos, 0)
    expect(refunds.map(({ centavos }) => centavos)).toEqual([charged])
  })

  it('to the owner, also in cash, comes with their next payout', async () => {
    const { rentalId, orderId } = await returned('cash_on_delivery')
    const before = (await balances(orderId)).owner_payable!
    expect(await give(rentalId, 'renter', 100)).toMatchObject({ reason: 'cash' })
    accepted(await give(rentalId, 'owner', 20_000))
    expect((await balances(orderId)).owner_payable).toBe(before - 20_000)
    expect(await booked(rentalId)).toEqual({ sum: 0, given: 20_000 })
    expect(await refundsOf(orderId)).toEqual([])
  })

  // A goodwill payment is the site's own money, so that it changes nothing of what the rental cost.
  it('is no refund on a receipt, and stands beside the total on that of who got it, and for admins', async () => {
    const { rentalId, orderNumber } = await returned('online')
    const readBy = async (who: 'ramon' | 'olivia' | 'amihan') => {
      const { receipt } = accepted(await findReceipt(ctx(who), orderNumber))
      const { refunds, goodwill } = receipt.items[0]!
      return { refunds, goodwill, total: receipt.totals.total }
    }
    const { total } = await readBy('ramon')
    accepted(await give(rentalId, 'renter', 5_000))
    accepted(await give(rentalId, 'owner', 7_000))
    const toRenter = { to: 'renter', centavos: 5_000, refund: { status: 'due', doneAt: null } }
    const toOwner = { to: 'owner', centavos: 7_000, refund: null }
    expect(await readBy('ramon')).toEqual({ refunds: [], goodwill: [toRenter], total })
    expect(await readBy('olivia')).toEqual({ refunds: [], goodwill: [toOwner], total })
    expect(await readBy('amihan')).toEqual({ refunds: [], goodwill: [toRenter, toOwner], total })
  })

  it('is paid once, however often and how fast the form is sent', async () => {
    const { rentalId, orderId } = await returned('online')
    const goodwillId = randomUUID()
    const all = await Promise.all([1, 2, 3].map(() => give(rentalId, 'renter', 5_000, { goodwillId })))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.find(({ ok }) => !ok)).toMatchObject({ reason: 'decided' })
    expect(await refundsOf(orderId)).toHaveLength(1)
    const other = await returned('online')
    expect(await give(other.rentalId, 'owner', 5_000, { goodwillId })).toMatchObject({ reason: 'decided' })
  })

  it('is never more than what was paid and is not back, and several add up', async () => {
    const { rentalId, orderId } = await returned('online')
    // Rent ₱1,000.00, fee ₱50.00 and a deposit of ₱500.00, which still goes back.
    expect(await give(rentalId, 'renter', 105_001)).toMatchObject({ reason: 'over' })
    accepted(await give(rentalId, 'renter', 90_000))
    expect(await give(rentalId, 'renter', 15_001)).toMatchObject({ reason: 'over' })
    accepted(await give(rentalId, 'renter', 15_000))
    hours(49)
    await sweepDeposits(fixture.services)
    await settle()
    const sent = await refundsOf(orderId)
    expect(sent.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(155_000)
    for (const { status } of sent) expect(['sent', 'succeeded']).toContain(status)
  })

  it('waits for the end of the rental and of its dispute, and keeps its return from being undone', async () => {
    const running = await active('online')
    expect(await give(running.rentalId, 'renter', 100)).toMatchObject({ reason: 'status' })
    const { rentalId } = await returned('online')
    accepted(await give(rentalId, 'owner', 100))
    expect(await takeAdminAction(...admin(), { rentalId, action: 'undo-complete' })).toMatchObject({
      reason: 'day',
    })
    accepted(
      await fileDispute(ctx('ramon'), { rentalId, kind: 'money', text: 'Too much', askedCentavos: 100 }),
    )
    expect(await give(rentalId, 'renter', 100)).toMatchObject({ reason: 'contested' })
  })

  it('is neither proposed nor paid to somebody who is deleted, also one that was proposed before', async () => {
    const { rentalId, orderId } = await returned('online')
    const proposer = { ...ctx('amihan'), settings: { ...fixture.services.settings, adminFourEyes: true } }
    const payload = {
      goodwillId: randomUUID() as string,
      rentalId,
      to: 'renter',
      amount: 100,
      reason: 'Sorry.',
    }
    const movement = { kind: 'goodwill', payload } as Movement
    accepted(await recordMovement(proposer, people.admin(fixture.cast.amihan), movement))
    const { id: proposalId } = await fixture.services.db
      .selectFrom('proposal')
      .select('id')
      .executeTakeFirstOrThrow()
    const person = { email: 'luz@hiram.test', password: people.PASSWORD, firstName: 'Luz', lastName: 'Cruz' }
    const { accountId } = accepted(await createAdmin(fixture.services, person))
    const other = await actorOf(fixture.services, person.email)
    const setDeleted = (deletedAt: Date | null) =>
      fixture.services.db
        .updateTable('account')
        .set({ deletedAt })
        .where('id', '=', fixture.cast.ramon.id)
        .execute()
    await setDeleted(fixture.services.clock.now())
    const refused = await give(rentalId, 'renter', 100)
    const confirmed = await decideOnProposal(
      by(fixture.services, other),
      people.admin({ ...other, id: accountId }),
      { proposalId, decision: 'confirmed' },
    )
    const toOwner = await give(rentalId, 'owner', 100)
    await setDeleted(null)
    expect([refused, confirmed]).toMatchObject([{ reason: 'deleted' }, { reason: 'deleted' }])
    expect(toOwner).toMatchObject({ ok: true })
    expect(await refundsOf(orderId)).toEqual([])
    expect(await fixture.services.db.selectFrom('proposal').select('decision').execute()).toEqual([
      { decision: null },
    ])
  })

  it('takes no dispute’s place: its id is its own', async () => {
    const { rentalId } = await returned('online')
    accepted(
      await fileDispute(ctx('ramon'), { rentalId, kind: 'money', text: 'Too much', askedCentavos: 100 }),
    )
    const { id } = await fixture.services.db
      .selectFrom('dispute')
      .select('id')
      .where('rentalId', '=', rentalId)
      .executeTakeFirstOrThrow()
    const other = await returned('online')
    expect(await give(other.rentalId, 'owner', 100, { goodwillId: id })).toMatchObject({ reason: 'decided' })
  })

  it('leaves the deposit whole that a late fee does not take in the end', async () => {
    const { rentalId } = await returned('online', 50_000, 26)
    // The fee could still be waived: only what is not the deposit is left for goodwill.
    expect(await give(rentalId, 'renter', 105_001)).toMatchObject({ reason: 'over' })
    accepted(await give(rentalId, 'renter', 105_000))
  })
})
