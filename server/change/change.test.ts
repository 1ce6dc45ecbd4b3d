import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeRequest } from '#domain/change/change.ts'
import { addDays, type Day, periodOf } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, noLimits, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { compareOrders } from '../reconciliation/compare-orders.ts'
import { blockDates } from '../listing/block-dates.ts'
import { findListing, listHeldDays } from '../listing/queries.ts'
import { unblockDates } from '../listing/unblock-dates.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { findOrder } from '../order/find-order.ts'
import { openPayment } from '../payment/open-payment.ts'
import { cancelUnpaidOrder } from '../payment/cancel-unpaid-order.ts'
import { listUnpaidOrders } from '../payment/unpaid-orders.ts'
import { returnToOrder } from '../payment/return-to-order.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { changeEmails } from '../notification/change-mail.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { listMoneyLines } from '../book/queries.ts'
import { payGoodwill } from '../refund/pay-goodwill.ts'
import { lockRental } from '../rental/queries.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { rentOffered } from '../waitlist/rent-offered.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { answerChange } from './answer-change.ts'
import { askChange } from './ask-change.ts'
import { listChanges } from './queries.ts'
import { sweepChanges } from './sweep-changes.ts'
import { withdrawChange } from './withdraw-change.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: noLimits,
})
const { minutes, reset, list, paid, effects, balances, settle, providerIsDown, statusOf } = paying(fixture)
beforeEach(async () => {
  await reset()
  await sql`update rental_change set state = 'withdrawn', ended_at = now() where ended_at is null`.execute(
    db(),
  )
  await sql`update waitlist_entry set state = 'left', ended_at = now() where ended_at is null`.execute(db())
})

const db = () => fixture.services.db
const DAY = 24 * 60
/** The first day of the rentals here: three days from the tenth day on. */
const START = addDays(TODAY, 10)
const tent = { title: 'Tent', pricePerDay: 33_333, bookableWhileRented: true }

const ask = (rentalId: string, request: ChangeRequest, who: people.Person = fixture.cast.ramon) =>
  askChange(by(fixture.services, who), { rentalId, request })
const extend = async (rentalId: string, days = 3) =>
  accepted(await ask(rentalId, { what: 'extend', days })).changeId
const answer = (changeId: string, yes = true, who: people.Person = fixture.cast.olivia) =>
  answerChange(by(fixture.services, who), { changeId, yes })
const act = (rentalId: string, action: 'approve' | 'activate' | 'complete' | 'cancel' | 'withdraw') =>
  takePartyAction(by(fixture.services, action === 'cancel' ? fixture.cast.ramon : fixture.cast.olivia), {
    rentalId,
    action,
  })
const rentalOf = (id: string) =>
  db().selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const changeOf = async (rentalId: string) => (await listChanges(db(), rentalId))[0]!
const stateOf = async (rentalId: string) => (await changeOf(rentalId)).state
const daysFrom = (start: Day, days: number) => `[${start},${addDays(start, days)})`
const holds = async (listingId: string) =>
  (await db().selectFrom('blockedPeriod').select('period').where('listingId', '=', listingId).execute()).map(
    ({ period }) => period,
  )
const linesOf = async (rentalId: string) =>
  (
    await db()
      .selectFrom('moneyLine')
      .select(['kind', 'returns', 'centavos'])
      .where('rentalId', '=', rentalId)
      .orderBy('id')
      .execute()
  ).map(({ kind, returns, centavos }) => [returns ? `${kind} ${returns}` : kind, centavos])
const mails = async () =>
  (
    await db()
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'change-mail')
      .orderBy('id')
      .execute()
  ).map(({ payload }) => `${(payload as { news: string }).news} to ${(payload as { to: string }).to}`)
const refundsOf = (rentalId: string) =>
  db()
    .selectFrom('refund')
    .select(['paymentId', 'centavos', 'reason', 'orderId'])
    .where('rentalId', '=', rentalId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
const differences = () => compareOrders(db(), new Date(0))

/** An approved rental that was paid online, of a listing that others can book meanwhile. */
async function online(changes: Parameters<typeof list>[0] = {}) {
  await db().deleteFrom('effect').execute()
  const made = await paid(fixture.cast.ramon, { ...tent, ...changes })
  accepted(await act(made.rentalId, 'approve'))
  await db().deleteFrom('effect').execute()
  return { ...made, orderId: made.id, listingId: (await rentalOf(made.rentalId)).listingId }
}

/** The same, to be paid in cash. */
async function inCash(changes: Parameters<typeof list>[0] = {}) {
  const listingId = await list({ ...tent, ...changes })
  const made = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
    startDate: START,
    durationDays: 3,
  })
  accepted(await act(made.rentalId, 'approve'))
  await db().deleteFrom('effect').execute()
  return { ...made, listingId }
}

const waitStateOf = async (id: string) =>
  (await db().selectFrom('waitlistEntry').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state

/** The three days after those of a rental here, offered to a person on the waiting list. */
async function offered(who: people.Person, listingId: string) {
  const { katrina } = fixture.cast
  const days = { startDate: addDays(START, 3), durationDays: 3 as const }
  const { rentalId } = await people.rent(fixture.services, katrina, [listingId], days)
  const { entryId } = accepted(await joinWaitlist(by(fixture.services, who), { listingId, ...days }))
  accepted(await takePartyAction(by(fixture.services, katrina), { rentalId, action: 'cancel' }))
  expect(await sweepWaitlist(fixture.services)).toBe(1)
  await db().deleteFrom('effect').execute()
  return entryId
}

/** The sweep while the provider does not answer. */
async function sweepWithoutProvider() {
  providerIsDown()
  await sweepPayments(fixture.services)
  fixture.services.emulator.faults.clear()
  fixture.services.errors.splice(0)
}

/** Pays the order of a change at the provider's page. */
async function pay(rentalId: string) {
  const { orderNumber } = await changeOf(rentalId)
  const { ramon } = fixture.cast
  accepted(await openPayment(by(fixture.services, ramon), people.renter(ramon), orderNumber!))
  const session = fixture.services.emulator.list().checkouts.at(-1)!
  fixture.services.emulator.pay(session.id, { channel: 'gcash' })
  return { orderNumber: orderNumber!, sessionId: session.id }
}

describe('a renter who asks for more days', () => {
  // Spec: D50
  it('holds them at once, and the owner is told', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 3), 3)])
    const { takenPeriods } = (await findListing(db(), listingId, TODAY, undefined, NOW))!
    expect(takenPeriods).toEqual([periodOf(START, 3), periodOf(addDays(START, 3), 3)])
    expect(await mails()).toEqual(['ask to owner'])
    expect(await changeOf(rentalId)).toMatchObject({
      state: 'asked',
      rentCentavos: 99_999,
      feeCentavos: 5_000,
      answerBy: new Date(NOW.getTime() + DAY * 60_000),
    })
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
  })

  it('is refused once the listing was taken down, and may still give days back', async () => {
    const { rentalId, listingId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({ reason: 'gone' })
    expect(await ask(rentalId, { what: 'shorten', lastDay: START })).toMatchObject({ ok: true })
    accepted(await act(rentalId, 'complete'))
  })

  it('can ask once at a time, and nobody else can', async () => {
    const { rentalId } = await inCash()
    expect(await ask(rentalId, { what: 'extend', days: 3 }, fixture.cast.katrina)).toMatchObject({
      reason: 'not-found',
    })
    expect(await ask(rentalId, { what: 'extend', days: 3 }, fixture.cast.olivia)).toMatchObject({
      reason: 'side',
    })
    await extend(rentalId)
    expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'changing' })
  })

  it('asks for nothing with a form that showed other days, and without what was seen it is not checked', async () => {
    const { rentalId } = await inCash()
    const seen = addDays(START, 2)
    const more = (seenNow?: Day) =>
      askChange(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        request: { what: 'extend', days: 3 },
        seen: seenNow,
      })
    accepted(await answer(accepted(await more(seen)).changeId))
    expect(await more(seen)).toMatchObject({ reason: 'stale' })
    expect(await changeOf(rentalId)).toMatchObject({ state: 'done' })
    accepted(await answer(accepted(await more(addDays(seen, 3))).changeId))
    accepted(await more())
  })

  it('is told from when on somebody else has them', async () => {
    const { rentalId, listingId } = await inCash()
    await people.rent(fixture.services, fixture.cast.katrina, [listingId], { startDate: addDays(START, 4) })
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({
      reason: 'dates-taken',
      message: 'It is taken from Dec 5, 2026, and free until Dec 4, 2026.',
    })
    expect((await ask(rentalId, { what: 'extend', days: 1 })).ok).toBe(true)
  })

  it('can ask for days that are offered to them: the offer ends, and the days are theirs once it is done', async () => {
    const { rentalId, listingId } = await inCash()
    const entryId = await offered(fixture.cast.ramon, listingId)
    const changeId = await extend(rentalId)
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 3), 3)])
    expect([await waitStateOf(entryId), await sweepWaitlist(fixture.services)]).toEqual(['lapsed', 0])
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    expect(await rentOffered(...ramon, { entryId })).toMatchObject({
      reason: 'over',
    })
    accepted(await answer(changeId))
    expect([await waitStateOf(entryId), await holds(listingId)]).toEqual(['taken', []])
  })

  it('can’t keep offered days from the next one in line by asking for them again and again', async () => {
    const { rentalId, listingId } = await inCash()
    const first = await offered(fixture.cast.ramon, listingId)
    const days = { startDate: addDays(START, 3), durationDays: 3 as const }
    const diego = by(fixture.services, fixture.cast.diego)
    const { entryId } = accepted(await joinWaitlist(diego, { listingId, ...days }))
    accepted(await answer(await extend(rentalId), false))
    expect(await sweepWaitlist(fixture.services)).toBe(1)
    expect([await waitStateOf(first), await waitStateOf(entryId)]).toEqual(['lapsed', 'offered'])
  })

  it('can’t ask for days that are offered to somebody else', async () => {
    const { rentalId, listingId } = await inCash()
    const entryId = await offered(fixture.cast.diego, listingId)
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({ reason: 'dates-taken' })
    expect(await waitStateOf(entryId)).toBe('offered')
  })

  it('keeps others from these days only while they are held, whether or not a job has run', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    const wanted = people.rentalRequest(listingId, { startDate: addDays(START, 3) })
    const add = () => addToCart(by(fixture.services, fixture.cast.katrina), wanted)
    expect(await add()).toMatchObject({ reason: 'dates-taken' })
    minutes(DAY)
    expect((await add()).ok).toBe(true)
  })

  it('keeps the owner from blocking them, who sees until when they are held and can’t free them', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    const owner = by(fixture.services, fixture.cast.olivia)
    const block = { listingId, firstDay: addDays(START, 5), lastDay: addDays(START, 8) }
    expect(await blockDates(owner, block)).toMatchObject({
      reason: 'rented',
      message: expect.stringContaining('held for someone until Nov 22, 2026'),
    })
    expect(await unblockDates(owner, { listingId, blockId: changeId })).toMatchObject({ reason: 'not-found' })
    const held = await listHeldDays(db(), people.owner(fixture.cast.olivia) as never, listingId, NOW)
    expect([held.blocks.length, held.holds.length]).toEqual([0, 1])
    minutes(DAY)
    accepted(await blockDates(owner, block))
    expect(await answer(changeId)).toMatchObject({ reason: 'over' })
  })

  it('can take it back before the answer', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    const withdraw = (who: people.Person) => withdrawChange(by(fixture.services, who), { changeId })
    expect(await withdraw(fixture.cast.olivia)).toMatchObject({ reason: 'side' })
    expect(await withdraw(fixture.cast.katrina)).toMatchObject({ reason: 'not-found' })
    accepted(await withdraw(fixture.cast.ramon))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['withdrawn', []])
    expect(await withdraw(fixture.cast.ramon)).toMatchObject({ reason: 'answered' })
    expect(await answer(changeId)).toMatchObject({ reason: 'answered' })
  })

  it('can ask 30 times for a rental', async () => {
    const { rentalId } = await inCash()
    for (let i = 0; i < 30; i++) {
      const changeId = await extend(rentalId)
      accepted(await withdrawChange(by(fixture.services, fixture.cast.ramon), { changeId }))
    }
    expect(await ask(rentalId, { what: 'shorten', lastDay: START })).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('30 times'),
    })
  })
})

describe('an owner', () => {
  it('who does not answer in time leaves everything as it was, and both are told', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    minutes(DAY - 1)
    expect(await sweepChanges(fixture.services)).toBe(0)
    minutes(3 * DAY)
    expect(await sweepChanges(fixture.services)).toBe(1)
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await mails()).toEqual(['ask to owner', 'expire to renter', 'expire to owner'])
  })

  it('can’t give more days of a listing that was taken down meanwhile, and can decline them', async () => {
    const { rentalId, listingId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId)
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    expect(await answer(changeId)).toMatchObject({ reason: 'gone' })
    accepted(await answer(changeId, false))
    accepted(await act(rentalId, 'complete'))
  })

  it('can’t give more days to a renter whose account was suspended meanwhile', async () => {
    const { rentalId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId)
    const suspended = { suspendedAt: NOW, suspendedBy: fixture.cast.amihan.id, suspensionReason: 'Spam' }
    const back = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
    const write = (state: typeof suspended | typeof back) =>
      db().updateTable('account').set(state).where('id', '=', fixture.cast.ramon.id).execute()
    await write(suspended)
    expect(await answer(changeId)).toMatchObject({ reason: 'suspended' })
    await write(back)
    accepted(await answer(changeId))
    accepted(await act(rentalId, 'complete'))
  })

  it('can’t give more days once the renter said that it is back', async () => {
    const { rentalId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId, 7)
    const back = { rentalId, note: 'In the box.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    expect(await answer(changeId)).toMatchObject({ reason: 'status' })
    accepted(await act(rentalId, 'complete'))
  })

  it('who declines frees the days', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    expect(await answer(changeId, false, fixture.cast.ramon)).toMatchObject({ reason: 'side' })
    expect(await answer(changeId, true, fixture.cast.diego)).toMatchObject({ reason: 'not-found' })
    accepted(await answer(changeId, false))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['declined', []])
    expect(await mails()).toEqual(['ask to owner', 'decline to renter'])
  })
})

describe('in cash', () => {
  it('a yes changes the days at once, and the difference is a part of what is collected', async () => {
    const { rentalId, orderId } = await inCash()
    expect(accepted(await answer(await extend(rentalId))).waits).toBe(false)
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 6), durationDays: 6 })
    expect(await linesOf(rentalId)).toEqual([
      ['rent', 99_999],
      ['delivery', 0],
      ['service_fee', 5_000],
      ['rent', 99_999],
      ['service_fee', 5_000],
    ])
    expect(await balances(orderId)).toEqual({})
    minutes(9 * DAY)
    accepted(await act(rentalId, 'activate'))
    expect(await balances(orderId)).toEqual({
      cash_collected: 209_998,
      owner_payable: -199_998,
      platform_fee: -10_000,
    })
    expect(await differences()).toEqual([])
  })

  it('while the renter has it, the book gets the difference, and an undone hand-over takes all back', async () => {
    const { rentalId, orderId } = await inCash()
    minutes(9 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId, 7)))
    expect(await balances(orderId)).toMatchObject({ cash_collected: 349_997, owner_payable: -333_330 })
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId, action: 'undo-activate' }))
    expect(await balances(orderId)).toEqual({})
    accepted(await act(rentalId, 'activate'))
    expect(await balances(orderId)).toMatchObject({ cash_collected: 349_997, platform_fee: -16_667 })
    expect(await differences()).toEqual([])
  })

  it('the dearest one stays within what a payment can be, so that it can be ended', async () => {
    const { rentalId } = await inCash({ pricePerDay: 100_000_000 })
    expect(await ask(rentalId, { what: 'extend', days: 7 })).toMatchObject({ ok: false, reason: 'amount' })
    accepted(await answer(await extend(rentalId)))
    expect(await ask(rentalId, { what: 'extend', days: 7 })).toMatchObject({ ok: false, reason: 'amount' })
    accepted(await act(rentalId, 'withdraw'))
    expect(await linesOf(rentalId)).toContainEqual(['waived rent', -600_000_000])
  })

  it('days given back are waived, before the hand-over and after it', async () => {
    const { rentalId, orderId } = await inCash()
    accepted(await answer(await extend(rentalId)))
    const shorten = async (days: number) =>
      accepted(
        await answer(
          accepted(await ask(rentalId, { what: 'shorten', lastDay: addDays(START, days - 1) })).changeId,
        ),
      )
    await shorten(4)
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    await shorten(2)
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 2), durationDays: 2 })
    expect(await balances(orderId)).toEqual({
      cash_collected: 69_999,
      owner_payable: -66_666,
      platform_fee: -3_333,
    })
    accepted(await act(rentalId, 'complete'))
    expect(await differences()).toEqual([])
  })
})

describe('paid online', () => {
  // Spec: D21, D50
  it('a yes waits for its payment, and the days are the renter’s once it is paid', async () => {
    const { rentalId, orderId, listingId } = await online()
    expect(accepted(await answer(await extend(rentalId))).waits).toBe(true)
    expect(await stateOf(rentalId)).toBe('paying')
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    const { ramon } = fixture.cast
    expect(await listUnpaidOrders(by(fixture.services, ramon), people.renter(ramon))).toMatchObject([
      { totalCentavos: 104_999, titles: ['Tent'], secondsLeft: 1800 },
    ])
    const { orderNumber, sessionId } = await pay(rentalId)
    expect(fixture.services.emulator.list().payments.at(-1)).toMatchObject({ amount: 104_999 })
    expect(accepted(await settleCheckout(fixture.services, sessionId)).orderStatus).toBe('confirmed')
    expect(await stateOf(rentalId)).toBe('done')
    expect(await rentalOf(rentalId)).toMatchObject({
      period: daysFrom(START, 6),
      durationDays: 6,
      status: 'Approved',
      orderId,
    })
    expect(await holds(listingId)).toEqual([])
    const change = await changeOf(rentalId)
    expect(await balances(change.orderId!)).toMatchObject({ owner_payable: -99_999, platform_fee: -5_000 })
    expect(await differences()).toEqual([])
    expect(await mails()).toEqual(['ask to owner', 'agree to renter', 'do to renter', 'do to owner'])
    const returned = await returnToOrder(by(fixture.services, ramon), people.renter(ramon), orderNumber)
    expect(accepted(returned).order).toMatchObject({ paymentStatus: 'confirmed', totalCentavos: 104_999 })
  })

  it('each order has its receipt, the rental’s own all of it, and the rental counts once', async () => {
    const { rentalId, number } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber, sessionId } = await pay(rentalId)
    accepted(await settleCheckout(fixture.services, sessionId))
    const receipt = async (of: string, who = fixture.cast.ramon) =>
      accepted(await findReceipt(by(fixture.services, who), of)).receipt
    expect(await receipt(number)).toMatchObject({ totals: { total: 209_998 }, items: [{ durationDays: 6 }] })
    expect(await receipt(orderNumber)).toMatchObject({
      totals: { subtotal: 99_999, serviceFee: 5_000, total: 104_999 },
      payment: { centavos: 104_999 },
      items: [{ durationDays: 3, period: periodOf(addDays(START, 3), 3) }],
    })
    expect((await receipt(orderNumber, fixture.cast.olivia)).totals.total).toBe(104_999)
    await sql`insert into deposit_claim (rental_id, centavos, reason, granted_centavos, decided_at)
      values (${rentalId}, 600, 'Torn', 600, ${fixture.services.clock.now()})`.execute(db())
    const granted = async (of: string) => (await receipt(of)).items[0]!.grantedCentavos
    expect([await granted(number), await granted(orderNumber)]).toEqual([600, null])
    const admin = people.admin(fixture.cast.amihan)
    expect(accepted(await findOrder({ db: db() }, admin, orderNumber)).order.totals.total).toBe(104_999)
    expect(await findReceipt(by(fixture.services, fixture.cast.katrina), orderNumber)).toMatchObject({
      reason: 'not-found',
    })
  })

  it('unpaid after 30 minutes, the days are free and nothing changes', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    minutes(31)
    await sweepPayments(fixture.services)
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await linesOf(rentalId)).toHaveLength(3)
    expect((await mails()).slice(-2)).toEqual(['expire to renter', 'expire to owner'])
  })

  // Spec: D50
  it('still waits for its payment when the provider fails, and opens one page at the next try', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    fixture.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v2/checkout_sessions', times: 9 })
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject({ reason: 'provider' })
    fixture.services.emulator.faults.clear()
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual([
      'paying',
      [daysFrom(addDays(START, 3), 3)],
    ])
    const before = fixture.services.emulator.list().checkouts
    const { url } = accepted(await openPayment(...ramon, orderNumber!))
    expect(fixture.services.emulator.list().checkouts).toHaveLength(before.length)
    expect(url).toContain(before.at(-1)!.id)
  })

  it('is not paid once the change has ended in another way', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    accepted(await openPayment(...ramon, orderNumber!))
    accepted(await act(rentalId, 'cancel'))
    expect(await statusOf(orderNumber!)).toBe('awaiting_payment')
    const over = { reason: 'over', message: 'There is nothing to pay for this order any more.' }
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject(over)
    expect(await statusOf(orderNumber!)).toBe('cancelled')
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject(over)
  })

  it('the renter can give the payment up', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    accepted(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), orderNumber!))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['withdrawn', []])
  })

  it('too late, the change is done if its days are still free', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    minutes(60)
    await sweepWithoutProvider()
    expect(await stateOf(rentalId)).toBe('expired')
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await stateOf(rentalId)).toBe('done')
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 6))
    expect(await differences()).toEqual([])
  })

  it('too late for days that are offered to the renter now, the change is done and the offer ends', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    const days = { startDate: addDays(START, 3), durationDays: 3 as const }
    const ramon = by(fixture.services, fixture.cast.ramon)
    const { entryId } = accepted(await joinWaitlist(ramon, { listingId, ...days }))
    minutes(60)
    await sweepWithoutProvider()
    expect([await sweepWaitlist(fixture.services), await waitStateOf(entryId)]).toEqual([1, 'offered'])
    accepted(await settleCheckout(fixture.services, sessionId))
    expect([await stateOf(rentalId), await waitStateOf(entryId), await holds(listingId)]).toEqual([
      'done',
      'taken',
      [],
    ])
  })

  it('too late for days that somebody else has now, the payment goes back whole', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    minutes(60)
    await sweepWithoutProvider()
    await people.rent(fixture.services, fixture.cast.katrina, [listingId], { startDate: addDays(START, 5) })
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await stateOf(rentalId)).toBe('expired')
    const change = await changeOf(rentalId)
    await settle()
    const refunds = await db()
      .selectFrom('refund')
      .selectAll()
      .where('orderId', '=', change.orderId!)
      .execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999, status: 'succeeded' }])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await linesOf(rentalId)).toHaveLength(3)
  })

  it('for a rental that was cancelled meanwhile, the payment goes back, and the order waits for no other', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    accepted(await act(rentalId, 'cancel'))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    accepted(await settleCheckout(fixture.services, sessionId))
    const { ramon } = fixture.cast
    const returned = await returnToOrder(by(fixture.services, ramon), people.renter(ramon), orderNumber)
    expect(accepted(returned).order).toMatchObject({ paymentStatus: 'refunded' })
    expect(await differences()).toEqual([])
  })

  it('for a listing that was taken down meanwhile, the payment goes back, and both are told that nothing changed', async () => {
    const { rentalId, listingId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    accepted(await settleCheckout(fixture.services, sessionId))
    const { id: changeId, state, orderId } = await changeOf(rentalId)
    expect([state, await statusOf(orderNumber), await holds(listingId)]).toEqual(['expired', 'cancelled', []])
    const refunds = await db().selectFrom('refund').selectAll().where('orderId', '=', orderId!).execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999 }])
    expect((await mails()).slice(-2)).toEqual(['expire to renter', 'expire to owner'])
    const told = { changeId, news: 'expire', to: 'owner' } as const
    expect((await changeEmails['change-mail'](fixture.services, told))?.lead).toContain(
      'The request for other days could not be paid. The rental stays as it was',
    )
    accepted(await act(rentalId, 'complete'))
  })

  it('once the renter said that it is back, the payment goes back, and only days to give back can be asked for', async () => {
    const { rentalId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    const ramon = by(fixture.services, fixture.cast.ramon)
    accepted(await sayBroughtBack(ramon, { rentalId, note: 'In the box.', photoIds: [] }))
    accepted(await settleCheckout(fixture.services, sessionId))
    const { state, orderId } = await changeOf(rentalId)
    expect([state, await statusOf(orderNumber)]).toEqual(['expired', 'cancelled'])
    const refunds = await db().selectFrom('refund').selectAll().where('orderId', '=', orderId!).execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999 }])
    expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'status' })
    accepted(await ask(rentalId, { what: 'shorten', lastDay: addDays(START, 1) }))
    accepted(await act(rentalId, 'complete'))
  })

  it('what goes back of several payments goes back of each, the latest first', async () => {
    const { rentalId, orderId } = await online({ deposit: 200_000 })
    accepted(await answer(await extend(rentalId)))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    const later = (await changeOf(rentalId)).orderId!
    accepted(await act(rentalId, 'cancel'))
    expect((await refundsOf(rentalId)).map(({ orderId: of, centavos }) => [of, centavos])).toEqual([
      [later, 104_999],
      [orderId, 304_999],
    ])
    await settle()
    for (const of of [later, orderId])
      expect(Object.keys(await balances(of)).filter((name) => !name.startsWith('provider'))).toEqual([])
    expect(await differences()).toEqual([])
  })

  it('days given back are refunded at once, once', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    const shorten = async (lastDay: Day) =>
      accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay })).changeId))
    await shorten(addDays(START, 3))
    await shorten(addDays(START, 1))
    const refunds = await refundsOf(rentalId)
    expect(refunds.map(({ centavos, reason }) => [centavos, reason])).toEqual([
      [66_666 + 3_333, 'change'],
      [33_333 + 1_667, 'change'],
      [33_333 + 1_667, 'change'],
    ])
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 2), durationDays: 2 })
    expect(await differences()).toEqual([])
    await effects()
  })

  it('days can’t be given back once a dispute has settled the money, also if they were asked for before', async () => {
    const { rentalId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const shorten = { what: 'shorten', lastDay: addDays(START, 1) } as const
    const { changeId } = accepted(await ask(rentalId, shorten))
    const opening = { rentalId, kind: 'not-as-described', text: 'It leaks.', askedCentavos: 90_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), opening))
    const accepts = { what: 'demand', centavos: 90_000 } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.olivia), { rentalId, accepts }))
    expect(await answer(changeId)).toMatchObject({ reason: 'decided' })
    accepted(await answer(changeId, false))
    expect(await ask(rentalId, shorten)).toMatchObject({ reason: 'decided' })
    expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([90_000])
    accepted(await act(rentalId, 'complete'))
  })

  it('days given back are not counted again in the email about a withdrawal', async () => {
    const { rentalId } = await online()
    accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay: START })).changeId))
    accepted(await act(rentalId, 'withdraw'))
    const back = (await refundsOf(rentalId)).filter(({ reason }) => reason === 'withdraw')
    expect(back.map(({ centavos }) => centavos)).toEqual([33_333 + 1_667])
    await effects()
    const { text } = (await fixture.services.mail.list(30)).find(({ subject }) =>
      subject.includes('can’t lend you Tent after all'),
    )!
    expect(text).toContain('₱350.00 goes back to you the way you paid.')
  })

  it('days given back after a goodwill payment of the site leave the deposit, and mails say what went back', async () => {
    const { rentalId } = await online({ deposit: 50_000 })
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    await db()
      .transaction()
      .execute(async (tx) => {
        const goodwill = { causeId: randomUUID(), to: 'renter', centavos: 60_000 } as const
        const rental = { ...(await lockRental(tx, rentalId))!, lines: await listMoneyLines(tx, rentalId) }
        await payGoodwill(tx, by(fixture.services, fixture.cast.amihan), rental, goodwill)
      })
    accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay: START })).changeId))
    // Of the ₱1,049.99 besides the deposit ₱600.00 are back.
    expect((await refundsOf(rentalId)).at(-1)).toMatchObject({ reason: 'change', centavos: 44_999 })
    expect(await changeOf(rentalId)).toMatchObject({ rentCentavos: -44_999, feeCentavos: 0 })
    accepted(await act(rentalId, 'complete'))
    minutes(13 * DAY)
    await sweepDeposits(fixture.services)
    expect((await refundsOf(rentalId)).at(-1)).toMatchObject({ reason: 'deposit', centavos: 50_000 })
  })

  it('can’t be agreed when it could not be paid', async () => {
    const { rentalId } = await online()
    const changeId = await extend(rentalId)
    const ctx = { ...by(fixture.services, fixture.cast.olivia), payments: null }
    expect(await answerChange(ctx, { changeId, yes: true })).toMatchObject({ reason: 'online-off' })
    expect(await stateOf(rentalId)).toBe('asked')
  })
})

describe('a move', () => {
  it('costs nothing, frees the old days, and a cancellation is judged by the earlier start', async () => {
    const { rentalId, listingId } = await online({ cancellationPolicy: 'strict' })
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) }))
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 20), 3)])
    expect(accepted(await answer(changeId)).waits).toBe(false)
    expect(await rentalOf(rentalId)).toMatchObject({
      period: daysFrom(addDays(START, 20), 3),
      earliestStart: START,
    })
    expect((await findListing(db(), listingId, TODAY, undefined, NOW))!.takenPeriods).toEqual([
      periodOf(addDays(START, 20), 3),
    ])
    minutes(9 * DAY)
    accepted(await act(rentalId, 'cancel'))
    expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([5_000])
  })

  it('after the day it was to start never gives back more than somebody gets who did not come', async () => {
    for (const [cancellationPolicy, back] of [
      ['flexible', 71_666],
      ['moderate', 55_000],
      ['strict', 5_000],
    ] as const) {
      minutes(0)
      const { rentalId } = await online({ cancellationPolicy })
      minutes(10 * DAY)
      accepted(
        await answer(accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) })).changeId),
      )
      minutes(12 * DAY)
      accepted(await act(rentalId, 'cancel'))
      expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([back])
    }
  })

  it('to later days lets its renter be told again that the item is out', async () => {
    const { rentalId } = await inCash()
    const note = { rentalId, number: 1, sentAt: NOW }
    const kinds = ['starts-tomorrow', 'not-back', 'due-today'] as const
    await db()
      .insertInto('reminder')
      .values(kinds.map((kind) => ({ ...note, kind })))
      .execute()
    const left = async () =>
      (await db().selectFrom('reminder').select('kind').where('rentalId', '=', rentalId).execute()).length
    accepted(await answer(await extend(rentalId)))
    expect(await left()).toBe(2)
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) }))
    accepted(await answer(changeId))
    expect(await left()).toBe(0)
  })

  it('back and forth never loses the earliest start', async () => {
    const { rentalId } = await inCash()
    for (const start of [addDays(START, 5), addDays(START, -5), addDays(START, 8)])
      accepted(await answer(accepted(await ask(rentalId, { what: 'move', start })).changeId))
    expect((await rentalOf(rentalId)).earliestStart).toBe(addDays(START, -5))
  })

  // Spec: D46
  it('never goes to a day on which the item is still out with another renter', async () => {
    const { rentalId: late, listingId } = await inCash()
    const { katrina } = fixture.cast
    const wanted = { startDate: addDays(START, 14), durationDays: 3 as const }
    const { rentalId } = await people.rent(fixture.services, katrina, [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    minutes(10 * DAY)
    accepted(await act(late, 'activate'))
    const today = addDays(START, 5)
    fixture.services.clock.set(new Date(`${today}T09:00:00+08:00`))
    expect(await ask(rentalId, { what: 'move', start: today }, katrina)).toMatchObject({
      reason: 'dates-taken',
    })
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(today, 1) }, katrina))
    fixture.services.clock.set(new Date(`${addDays(today, 1)}T08:00:00+08:00`))
    expect(await answer(changeId)).toMatchObject({ reason: 'dates-taken' })
    accepted(await act(late, 'complete'))
    accepted(await answer(changeId))
  })

  it('that waits ends with the hand-over; more days don’t', async () => {
    const { rentalId } = await inCash()
    minutes(9 * DAY)
    accepted(await ask(rentalId, { what: 'move', start: addDays(START, 5) }))
    accepted(await act(rentalId, 'activate'))
    expect(await stateOf(rentalId)).toBe('expired')
    await extend(rentalId)
    accepted(await act(rentalId, 'complete'))
    expect(await stateOf(rentalId)).toBe('expired')
  })
})

it('days that were agreed during the grace of a late return cost no late fee', async () => {
  const { rentalId } = await inCash()
  minutes(10 * DAY)
  accepted(await act(rentalId, 'activate'))
  // 9:00 of the day after the last one.
  fixture.services.clock.set(new Date(`${addDays(START, 3)}T09:00:00+08:00`))
  accepted(await answer(await extend(rentalId)))
  fixture.services.clock.set(new Date(`${addDays(START, 6)}T11:59:00+08:00`))
  accepted(await act(rentalId, 'complete'))
  expect(await db().selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).execute()).toEqual([])
  expect(await differences()).toEqual([])
})

it('while somebody says that the other did not come, nothing changes', async () => {
  const { rentalId } = await inCash()
  const changeId = await extend(rentalId)
  await db().insertInto('noShow').values({ rentalId, saidBy: 'owner', saidAt: NOW }).execute()
  expect(await answer(changeId)).toMatchObject({ reason: 'contested' })
  accepted(await answer(changeId, false))
  expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'contested' })
})

it('who has something past its last day can’t ask for more days of anything else', async () => {
  const { rentalId: late } = await inCash()
  minutes(9 * DAY)
  accepted(await act(late, 'activate'))
  const { rentalId } = await inCash({ title: 'Stove' })
  minutes(13 * DAY)
  await sql`update rental set period = ${daysFrom(addDays(START, 30), 3)}::daterange where id = ${rentalId}`.execute(
    db(),
  )
  expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'late' })
  const renter = by(fixture.services, fixture.cast.ramon)
  accepted(await sayBroughtBack(renter, { rentalId: late, note: 'In the box.', photoIds: [] }))
  accepted(await ask(rentalId, { what: 'extend', days: 1 }))
})

it('who by their word never got something is not late with it', async () => {
  const { rentalId: late } = await inCash()
  minutes(9 * DAY)
  accepted(await act(late, 'activate'))
  const renter = by(fixture.services, fixture.cast.ramon)
  accepted(await objectToWord(renter, { rentalId: late, reason: 'Nobody was there.' }))
  const { rentalId } = await inCash({ title: 'Stove' })
  minutes(13 * DAY)
  await sql`update rental set period = ${daysFrom(addDays(START, 30), 3)}::daterange where id = ${rentalId}`.execute(
    db(),
  )
  accepted(await ask(rentalId, { what: 'extend', days: 1 }))
})
