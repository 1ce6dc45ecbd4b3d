import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { addDays } from '#domain/period.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { notYetReturned } from '#domain/rental/not-back.ts'
import { datesHeld } from '#domain/rental/undo.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { accepted } from '#seeds/act.ts'
import { compareOrders } from '../reconciliation/compare-orders.ts'
import { readStatement } from '#server/book/read-statement.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { answerDispute } from '#server/dispute/answer-dispute.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import { sweepDisputes } from '#server/dispute/sweep-disputes.ts'
import { objectToWord } from '#server/handover/answer-word.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { sweepDeposits } from '#server/deposit/sweep-deposits.ts'
import { disputeEmails } from '#server/notification/dispute-mail.ts'
import { rentalEmails } from '#server/notification/rental-mail.ts'
import { findReceipt } from '#server/order/find-receipt.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { deposits } from '#tests/support/deposits.ts'
import { recordPayout, reversePayout } from '#tests/support/movements.ts'
import { oweFor } from '#tests/support/page-samples.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { hours, active, returned, complete } = deposits(fixture)
const { balances, refundsOf } = paying(fixture)

const undo = (rentalId: string, action: 'undo-activate' | 'undo-complete', reason?: string) =>
  takeAdminAction(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    rentalId,
    action,
    reason,
  })
const take = (rentalId: string, action: RentalAction) =>
  takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })
const rentalOf = (id: string) =>
  fixture.services.db.selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const disputes = (rentalId: string) =>
  fixture.services.db.selectFrom('dispute').selectAll().where('rentalId', '=', rentalId).execute()
const listingStatus = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('listing')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const statement = (month: string | null = null) =>
  readStatement(by(fixture.services, fixture.cast.olivia), people.owner(fixture.cast.olivia), month)
const linesOf = async (orderNumber: string) =>
  (await statement()).lines
    .filter((line) => line.orderNumber === orderNumber)
    .map(({ what, centavos }) => [what, centavos])
const receipt = async (orderNumber: string) => {
  const found = accepted(await findReceipt(by(fixture.services, fixture.cast.ramon), orderNumber)).receipt
  return { totals: found.totals, status: found.items[0]!.status }
}
const differences = async (orderId: string) =>
  (await compareOrders(fixture.services.db, new Date(0))).filter((one) => one.orderId === orderId)
const keys = async (rentalId: string) => {
  const { rows } = await sql<{
    key: string
  }>`select replace(key, rental_id::text, 'it') as key from book_entry
    where rental_id = ${rentalId} order by id`.execute(fixture.services.db)
  return rows.map(({ key }) => key)
}
const notified = async (rentalId: string) => {
  const { rows } = await sql<{
    said: string
  }>`select payload ->> 'action' || ' ' || (payload ->> 'to') as said from effect
    where kind = 'rental-mail' and payload ->> 'rentalId' = ${rentalId} order by id`.execute(
    fixture.services.db,
  )
  return rows.map(({ said }) => said)
}
/** Records a payout to Olivia of what is ready, or from her of what she owes. */
async function payOlivia() {
  const { readyCentavos } = await statement()
  return recordPayout(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    direction: readyCentavos > 0 ? 'to_owner' : 'from_owner',
    ownerId: fixture.cast.olivia.id,
    amount: Math.abs(readyCentavos),
    reference: randomUUID(),
    paidOn: addDays(TODAY, -3),
  }).then(accepted)
}
const takeBack = (payoutId: string) =>
  reversePayout(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    payoutId,
    reason: 'Typed wrongly.',
  }).then(accepted)

it.each([
  ['', 0, ', unless one of you reports a problem'],
  [', and without exception once nobody can say that the other did not come', 62, ''],
])('a hand-over that is undone after the last day is said to end%s', async (_, hour, unless) => {
  const { rentalId } = await active('online')
  hours(hour)
  accepted(await undo(rentalId, 'undo-activate', 'Wrong rental.'))
  expect(await take(rentalId, 'activate')).toMatchObject({ reason: 'day' })
  for (const to of ['owner', 'renter'] as const) {
    const mail = { rentalId, action: 'undo-activate', to } as const
    expect((await rentalEmails['rental-mail'](fixture.services, mail))?.lead).toBe(
      'It was marked as handed over, and we have undone that. Its last day has passed, so it ends as never handed ' +
        `over${unless}.`,
    )
  }
})

describe('a rental in cash whose hand-over and return are undone and taken again', () => {
  it('has its book, statement, receipt and listing as if each was done once, and the undone hand-over as two entries', async () => {
    const { rentalId, orderId, orderNumber, listingId } = await active('cash_on_delivery')
    const once = {
      balances: await balances(orderId),
      lines: await linesOf(orderNumber),
      receipt: await receipt(orderNumber),
    }
    expect(once.balances).toEqual({
      cash_collected: 155_000,
      deposit_held: -50_000,
      owner_payable: -100_000,
      platform_fee: -5_000,
    })
    const before = await statement()

    expect(accepted(await undo(rentalId, 'undo-activate', 'Wrong rental.'))).toMatchObject({ to: 'Approved' })
    expect(await balances(orderId)).toEqual({})
    expect(await receipt(orderNumber)).toEqual({ ...once.receipt, status: 'Approved' })
    expect(await differences(orderId)).toEqual([])
    expect(await listingStatus(listingId)).toBe('unavailable')
    expect(await linesOf(orderNumber)).toEqual([
      ...once.lines,
      ['rent-undone', -100_000],
      ['cash-undone', 100_000],
      ['cash-fee-undone', 5_000],
      ['cash-deposit-undone', 50_000],
    ])
    expect((await statement()).readyCentavos - before.readyCentavos).toBe(5_000)

    accepted(await take(rentalId, 'activate'))
    expect(await balances(orderId)).toEqual(once.balances)
    expect(await statement()).toMatchObject({
      readyCentavos: before.readyCentavos,
      closingCentavos: before.closingCentavos,
    })
    accepted(await take(rentalId, 'complete'))
    expect(await listingStatus(listingId)).toBe('approved')
    accepted(await undo(rentalId, 'undo-complete'))
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active', depositDueAt: null })
    expect(await listingStatus(listingId)).toBe('unavailable')
    hours(1)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    accepted(await take(rentalId, 'complete'))
    expect((await rentalOf(rentalId)).depositDueAt).not.toBeNull()
    expect(await balances(orderId)).toEqual(once.balances)
    expect(await receipt(orderNumber)).toEqual({ ...once.receipt, status: 'Completed' })
    expect(await differences(orderId)).toEqual([])
    expect(await keys(rentalId)).toEqual(['cash:it', 'cash-reversed:it:1', 'cash:it:1'])
  })

  it('can have its hand-over undone again, and both sides are told each time', async () => {
    const { rentalId, orderId } = await active('cash_on_delivery')
    accepted(await undo(rentalId, 'undo-activate', 'Wrong rental.'))
    accepted(await take(rentalId, 'activate'))
    accepted(await undo(rentalId, 'undo-activate'))
    expect(await balances(orderId)).toEqual({})
    expect(await keys(rentalId)).toEqual(['cash:it', 'cash-reversed:it:1', 'cash:it:1', 'cash-reversed:it:2'])
    expect(await undo(rentalId, 'undo-activate')).toMatchObject({ reason: 'status' })
    expect((await notified(rentalId)).slice(-5)).toEqual([
      'undo-activate renter',
      'undo-activate owner',
      'activate renter',
      'undo-activate renter',
      'undo-activate owner',
    ])
    const { rows } = await sql<{ detail: object; actorId: string }>`select detail, actor_id from event
      where subject_id = ${rentalId} and action = 'undo-activate' order by id`.execute(fixture.services.db)
    expect(rows).toEqual([
      {
        detail: { from: 'Active', to: 'Approved', reason: 'Wrong rental.' },
        actorId: fixture.cast.amihan.id,
      },
      { detail: { from: 'Active', to: 'Approved' }, actorId: fixture.cast.amihan.id },
    ])
  })
})

describe('a rental paid online whose return is undone', () => {
  it('is no longer ready to be paid out and keeps its deposit, and moves nothing in the book', async () => {
    const { rentalId, orderId } = await active('online')
    const booked = await balances(orderId)
    const before = await statement()
    accepted(await complete(rentalId))
    expect((await statement()).readyCentavos - before.readyCentavos).toBe(100_000)
    accepted(await undo(rentalId, 'undo-complete'))
    expect((await statement()).readyCentavos).toBe(before.readyCentavos)
    accepted(await undo(rentalId, 'undo-activate'))
    expect(await balances(orderId)).toEqual(booked)
    accepted(await take(rentalId, 'activate'))
    hours(1)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    accepted(await complete(rentalId))
    expect(await balances(orderId)).toEqual(booked)
    expect(await differences(orderId)).toEqual([])
    hours(50)
    expect(await sweepDeposits(fixture.services)).toBe(1)
    expect((await balances(orderId)).refund_due).toBe(-50_000)
  })
})

describe('a hand-over to which the renter objects', () => {
  /** Marked by the owner alone 48 hours before, and objected to an hour later. */
  async function contested(how: PaymentMethod) {
    const rented = await active(how)
    hours(-47)
    const reason = 'I never got it.'
    const { rentalId } = rented
    accepted(await objectToWord(by(fixture.services, fixture.cast.ramon), { rentalId, reason }))
    return rented
  }
  const decideOn = async (rentalId: string, rentCentavos: number) =>
    accepted(
      await decideDispute(...people.asAdmin(fixture.services, fixture.cast.amihan), {
        rentalId,
        award: { ...noAward, rentCentavos },
        reason: 'So it was.',
      }),
    )
  const disputed = { reason: 'day', message: 'A dispute about it is open or decided, or has moved money.' }

  it.each(['online', 'cash_on_delivery'] as const)(
    'can be undone, which closes their dispute, and both are told (%s)',
    async (how) => {
      const { rentalId, orderId } = await contested(how)
      const olivia = by(fixture.services, fixture.cast.olivia)
      accepted(await answerDispute(olivia, { rentalId, text: 'It is gone.', askedCentavos: 20_000 }))
      accepted(await undo(rentalId, 'undo-activate'))
      expect(await rentalOf(rentalId)).toMatchObject({ status: 'Approved', handoverObjectedAt: null })
      expect(await disputes(rentalId)).toMatchObject([{ outcome: 'undecided', depositMoved: 0, dueAt: null }])
      if (how === 'cash_on_delivery') expect(await balances(orderId)).toEqual({})
      else expect(await balances(orderId)).toMatchObject({ deposit_held: -50_000, owner_payable: -100_000 })
      const { rows } = await sql<{ payload: EmailPayloads['dispute-mail'] }>`select payload from effect
        where kind = 'dispute-mail' and payload ->> 'news' = 'settled' and payload ->> 'rentalId' = ${rentalId}
        order by id`.execute(fixture.services.db)
      expect(rows.map(({ payload }) => payload.to).toSorted()).toEqual(['owner', 'renter'])
      for (const { payload } of rows)
        expect(await disputeEmails['dispute-mail'](fixture.services, payload)).toMatchObject({
          lead: expect.stringMatching(/^The hand-over was undone, so there is nothing to decide/),
        })
    },
  )

  it('can be undone after their dispute was over without moving money', async () => {
    const { rentalId } = await contested('cash_on_delivery')
    hours(-47 + 14 * 24 + 0.1)
    await sweepDisputes(fixture.services)
    expect(await disputes(rentalId)).toMatchObject([{ outcome: 'undecided' }])
    accepted(await undo(rentalId, 'undo-activate'))
  })

  // Spec: D23
  it('and is undone after a decision that gave nobody anything gives everything back when it lapses', async () => {
    const { rentalId, orderId } = await contested('online')
    hours(26)
    await decideOn(rentalId, 0)
    hours(26 + 8 * 24)
    await sweepDisputes(fixture.services)
    expect(await disputes(rentalId)).toMatchObject([{ outcome: 'decided', rentMoved: 0 }])
    accepted(await undo(rentalId, 'undo-activate', 'It was never handed over.'))
    hours(26 + 13 * 24)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual([155_000])
    expect(await balances(orderId)).not.toHaveProperty('owner_payable')
  })

  it('and is undone leaves in force what a decision before it said', async () => {
    const { rentalId, orderId } = await active('online')
    hours(-24)
    accepted(await undo(rentalId, 'undo-activate', 'Too early.'))
    const [ramon, olivia] = [fixture.cast.ramon, fixture.cast.olivia].map((who) => by(fixture.services, who))
    hours(-23)
    accepted(await fileDispute(ramon!, { rentalId, kind: 'no-show', text: 'Nobody was there.' }))
    await decideOn(rentalId, 0)
    for (const who of [ramon!, olivia!])
      accepted(await acceptDispute(who, { rentalId, accepts: { what: 'decision' } }))
    hours(-22)
    accepted(await take(rentalId, 'activate'))
    accepted(await undo(rentalId, 'undo-activate', 'The wrong one.'))
    hours(5 * 24)
    await sweepRentals(fixture.services)
    expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual([50_000])
  })

  it('can’t be undone once their dispute is decided, nor after it gave back some of the rent', async () => {
    const { rentalId } = await contested('online')
    hours(26)
    await decideOn(rentalId, 50_000)
    expect(await undo(rentalId, 'undo-activate')).toMatchObject(disputed)
    hours(26 + 8 * 24)
    await sweepDisputes(fixture.services)
    expect(await disputes(rentalId)).toMatchObject([{ outcome: 'decided', rentMoved: 50_000 }])
    expect(await undo(rentalId, 'undo-activate')).toMatchObject(disputed)
  })

  it('can’t be undone while a dispute about something else is open', async () => {
    const { rentalId } = await active('cash_on_delivery')
    const torn = { rentalId, kind: 'damage' as const, text: 'It is torn.' }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), torn))
    expect(await undo(rentalId, 'undo-activate')).toMatchObject(disputed)
  })
})

describe('a return to which its renter objects, as it was marked by mistake,', () => {
  const objected = async (how: PaymentMethod, hoursLater = 0) => {
    const back = await returned(how, 50_000, hoursLater)
    const word = { rentalId: back.rentalId, reason: 'I still have it.' }
    accepted(await objectToWord(by(fixture.services, fixture.cast.ramon), word))
    return back
  }
  const refusal = { reason: 'day' }

  it.each([
    ['online', 0],
    ['online', 26],
    ['cash_on_delivery', 0],
  ] as const)(
    'can be undone, which closes their dispute and moves nothing (%s, %i hours late)',
    async (how, hoursLater) => {
      const { rentalId, orderId } = await objected(how, hoursLater)
      const before = await balances(orderId)
      hours(hoursLater + 40)
      await sweepDeposits(fixture.services)
      accepted(await undo(rentalId, 'undo-complete'))
      expect(await rentalOf(rentalId)).toMatchObject({
        status: 'Active',
        returnedAt: null,
        returnObjectedAt: null,
      })
      expect(await disputes(rentalId)).toMatchObject([{ outcome: 'undecided', depositMoved: 0, dueAt: null }])
      await sweepDeposits(fixture.services)
      expect(await balances(orderId)).toEqual(before)
      const { rows } = await sql<{ payload: EmailPayloads['dispute-mail'] }>`select payload from effect
        where kind = 'dispute-mail' and payload ->> 'news' = 'settled' and payload ->> 'rentalId' = ${rentalId}
        order by id`.execute(fixture.services.db)
      expect(rows).toHaveLength(2)
      for (const { payload } of rows)
        expect(await disputeEmails['dispute-mail'](fixture.services, payload)).toMatchObject({
          lead: expect.stringMatching(/^The return was undone, so there is nothing to decide/),
        })
      accepted(await complete(rentalId))
      expect((await rentalOf(rentalId)).depositDueAt).not.toBe(null)
    },
  )

  it('can’t be undone once their dispute is decided, or its owner claims of the deposit in it', async () => {
    const decided = await objected('online')
    accepted(
      await decideDispute(...people.asAdmin(fixture.services, fixture.cast.amihan), {
        rentalId: decided.rentalId,
        award: noAward,
        reason: 'So it was.',
      }),
    )
    expect(await undo(decided.rentalId, 'undo-complete')).toMatchObject(refusal)
    const { rentalId } = await objected('online', 26)
    const torn = { rentalId, text: 'It is torn.', askedCentavos: 20_000 }
    accepted(await answerDispute(by(fixture.services, fixture.cast.olivia), torn))
    expect(await undo(rentalId, 'undo-complete')).toMatchObject(refusal)
  })

  it('can be undone also after a dispute that was over before it, and one that moved nothing', async () => {
    const { rentalId } = await active('online')
    const report = async () =>
      accepted(
        await fileDispute(by(fixture.services, fixture.cast.ramon), {
          rentalId,
          kind: 'money',
          text: 'Torn.',
        }),
      )
    await report()
    hours(14 * 24)
    await sweepDisputes(fixture.services)
    accepted(await complete(rentalId))
    await report()
    expect(await undo(rentalId, 'undo-complete')).toMatchObject(refusal)
    hours(28 * 24 + 1)
    await sweepDisputes(fixture.services)
    accepted(await undo(rentalId, 'undo-complete'))
  })
})

describe('an undo is refused, and nothing is written,', () => {
  async function refused(rentalId: string, action: 'undo-activate' | 'undo-complete', message: string) {
    const before = [await rentalOf(rentalId), await keys(rentalId), await notified(rentalId)]
    expect(await undo(rentalId, action)).toEqual({ ok: false, reason: 'day', message })
    expect([await rentalOf(rentalId), await keys(rentalId), await notified(rentalId)]).toEqual(before)
  }
  const moved = 'Its deposit went back or was claimed since.'
  const paid = 'A payment to or from its owner was recorded since. Take that back first, under Payouts.'

  it.each(['online', 'cash_on_delivery'] as const)(
    'once the deposit went back or was claimed (%s)',
    async (how) => {
      const back = await returned(how)
      accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId: back.rentalId }))
      await refused(back.rentalId, 'undo-complete', moved)
      const { rentalId } = await returned(how)
      const claim = { rentalId, centavos: 10_000, reason: 'The zip is torn.', photoIds: [] }
      accepted(await claimDeposit(by(fixture.services, fixture.cast.olivia), claim))
      await refused(rentalId, 'undo-complete', moved)
    },
  )

  it('of a return, with the true reason when that is a debt, or a dispute', async () => {
    const owing = await returned('cash_on_delivery')
    await oweFor(fixture.services, owing.rentalId)
    await refused(owing.rentalId, 'undo-complete', 'It made a debt of one of its two people.')
    const { rentalId } = await returned('cash_on_delivery', 0)
    const torn = { rentalId, kind: 'damage' as const, text: 'It is torn.' }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), torn))
    await refused(rentalId, 'undo-complete', 'A dispute about it is open or decided, or has moved money.')
  })

  it('of a return paid online, once it was paid out, until that payout is taken back', async () => {
    const { rentalId } = await returned('online', 0)
    const { payoutId } = await payOlivia()
    await refused(rentalId, 'undo-complete', paid)
    await takeBack(payoutId)
    accepted(await undo(rentalId, 'undo-complete'))
  })

  it('of a hand-over in cash, once the owner settled with us, also when it was marked as returned in between', async () => {
    const { rentalId } = await active('cash_on_delivery', 0)
    const { payoutId } = await payOlivia()
    await refused(rentalId, 'undo-activate', paid)
    hours(0)
    accepted(await complete(rentalId))
    accepted(await undo(rentalId, 'undo-complete'))
    await refused(rentalId, 'undo-activate', paid)
    await takeBack(payoutId)
    accepted(await undo(rentalId, 'undo-activate'))
  })

  it('of a return, while someone else holds one of its days, or has it', async () => {
    const { rentalId, listingId } = await returned('cash_on_delivery', 0)
    const next = await people.rent(fixture.services, fixture.cast.katrina, [listingId], { startDate: TODAY })
    await sql`update rental set period = daterange(${addDays(TODAY, -1)}::date,
      ${addDays(TODAY, -1)}::date + duration_days)
      where id = ${next.rentalId}`.execute(fixture.services.db)
    await refused(rentalId, 'undo-complete', datesHeld)
    await sql`update rental set period = daterange(${addDays(TODAY, 9)}::date,
      ${addDays(TODAY, 9)}::date + duration_days),
      status = 'Active' where id = ${next.rentalId}`.execute(fixture.services.db)
    await refused(rentalId, 'undo-complete', notYetReturned)
    await sql`update rental set status = 'Approved' where id = ${next.rentalId}`.execute(fixture.services.db)
    accepted(await undo(rentalId, 'undo-complete'))
  })

  it('of a return, once the listing or an account was deleted', async () => {
    const { rentalId, listingId } = await returned('cash_on_delivery', 0)
    const archive = (at: Date | null) =>
      fixture.services.db.updateTable('listing').set({ archivedAt: at }).where('id', '=', listingId).execute()
    await archive(new Date())
    await refused(rentalId, 'undo-complete', 'Its listing was deleted.')
    await archive(null)
    const goes = (at: Date | null) =>
      fixture.services.db
        .updateTable('account')
        .set({ deletedAt: at })
        .where('id', '=', fixture.cast.ramon.id)
        .execute()
    await goes(new Date())
    await refused(rentalId, 'undo-complete', 'The account of one of its two people was deleted.')
    await goes(null)
    accepted(await undo(rentalId, 'undo-complete'))
  })

  it('to everyone but admins', async () => {
    const { rentalId } = await active('cash_on_delivery', 0)
    for (const who of [fixture.cast.olivia, fixture.cast.ramon])
      expect(
        await takePartyAction(by(fixture.services, who), { rentalId, action: 'undo-activate' }),
      ).toMatchObject({
        reason: 'side',
      })
  })
})

describe('a return undone while someone else books the same days', () => {
  it('is either undone or the days are booked, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { rentalId, listingId } = await active('cash_on_delivery', 0)
      hours(0)
      await sql`update rental set period = daterange(${TODAY}::date, ${TODAY}::date + duration_days)
        where id = ${rentalId}`.execute(fixture.services.db)
      accepted(await complete(rentalId))
      const { katrina } = fixture.cast
      await people.fillCart(fixture.services, katrina, [listingId], { startDate: TODAY })
      const checkout = await people.aCheckout(fixture.services, katrina)
      const book = () => placeOrder(by(fixture.services, katrina), people.renter(katrina), checkout)
      const verdicts = await Promise.all(
        round % 2 ? [undo(rentalId, 'undo-complete'), book()] : [book(), undo(rentalId, 'undo-complete')],
      )
      expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await listingStatus(listingId)).toBe('unavailable')
    }
  })
})
