import type { Charge } from '#domain/book/money-line.ts'
import { chargedAndBack, givenBack } from './audit-prices.ts'
import type { FactEvent, FactRental, Facts } from './facts.ts'

const DAY = 86_400_000
const MANILA = 8 * 3_600_000
const endsOfOwner = ['withdraw', 'cancel-not-back', 'owner-no-show']
const ends = [
  ...['reject', 'cancel', 'expire', 'lapse', 'reject-by-admin', 'cancel-by-admin', 'renter-no-show'],
  ...endsOfOwner,
]

/** What ends a rental that was handed over, whatever its renter said before. */
const endings = ['complete-by-code', 'end-lost-by-admin', 'end-not-returned']

/** The number of Manila calendar days between an instant and the first day of a rental. */
function daysBefore(start: string, at: string): number {
  return Date.parse(`${start}T00:00:00Z`) / DAY - Math.floor((Date.parse(at) + MANILA) / DAY)
}

/** The percentage of the rent that is refunded, by the text of issue and policy. */
function rentBack(rental: FactRental, end: FactEvent): number {
  const byPolicy = end.action === 'cancel' || end.refund === 'policy'
  if (!byPolicy || end.from === 'Pending') return 100
  const early = daysBefore(rental.start, end.at) >= 3
  return { flexible: 100, moderate: early ? 100 : 50, strict: early ? 50 : 0 }[rental.policy]
}

/** What of the rent a renter who did not come keeps the owner: as at the last moment, and one day at least. */
function keptAfterNoShow(rental: FactRental, rent: number): number {
  const back = Math.floor((rent * { flexible: 100, moderate: 50, strict: 0 }[rental.policy] + 50) / 100)
  return Math.min(rent, Math.max(rent - back, rental.pricePerDay))
}

/** The days that count of a late return: noons in Manila that it was out, from the day after its last day on. */
function lateDays(rental: FactRental, returnedAt: string): number {
  const noon = Date.parse(`${rental.end}T12:00:00Z`) - MANILA
  let days = 0
  while (days < 7 && Date.parse(returnedAt) > noon + days * DAY) days++
  return days
}

/**
 * When an item came back for the last time: as the renter said before, if the owner did not contradict it by code; for
 * an admin only once the owner was silent for 48 hours.
 */
function returnedAt(events: readonly FactEvent[]): string | null {
  let said: string | null = null
  let back: string | null = null
  for (const { action, at } of events) {
    if (action === 'say-returned') said = at
    else if (['object-brought-back', 'activate', 'undo-complete'].includes(action)) said = null
    else if (['complete', 'complete-by-silence'].includes(action)) back = said ?? at
    else if (action === 'end-by-admin')
      back = said && Date.parse(at) - Date.parse(said) >= 2 * DAY ? said : at
    else if (endings.includes(action)) back = at
  }
  return back
}

/**
 * Whether a decision said that the renter never got it, before it was marked as returned: unless they said themselves
 * that it was back, or gave it back by code.
 */
function neverHadIt({ events, neverGot }: Facts, { id }: FactRental): boolean {
  const own = events.filter(({ subjectId }) => subjectId === id)
  const since = own.slice(own.findLastIndex(({ action }) => action === 'activate'))
  if (since.some(({ action }) => action === 'say-returned' || action === 'complete-by-code')) return false
  const end = since.find(({ from }) => from === 'Active')
  return neverGot.some(({ rentalId, at }) => rentalId === id && at >= since[0]!.at && (!end || at <= end.at))
}

/** What the deposit pays of a late fee, by the facts of the return, what was waived and whether it was objected to. */
function* auditLateFee(facts: Facts, rental: FactRental, deposit: number): Generator<string, number> {
  const { events, lateFees, claims, debts } = facts
  const row = lateFees.find(({ rentalId }) => rentalId === rental.id)
  const back = returnedAt(events.filter(({ subjectId }) => subjectId === rental.id))
  const isOut = rental.status === 'Completed' && back && !neverHadIt(facts, rental)
  const days = isOut ? lateDays(rental, back) : 0
  const full = days * rental.pricePerDay
  const nothing = !row || row.waivedAll || row.objected
  const fee = nothing && row ? 0 : Math.max(0, full - (row?.waived ?? 0))
  if ((row?.fixed ?? false) !== days > 0)
    yield `rental ${rental.id}: ${days} late days, and a fee is ${row?.fixed ? '' : 'not '}fixed`
  if ((row?.fee ?? 0) !== fee) yield `rental ${rental.id}: a late fee of ${row?.fee ?? 0} instead of ${fee}`
  if (row?.fixed && !row.settled) yield `rental ${rental.id}: its late fee is not settled`
  const debt = debts.find(({ rentalId, cause }) => rentalId === rental.id && cause === 'late-fee')
  const owed = row?.settled ? fee - row.deposit : 0
  if ((debt?.centavos ?? 0) !== owed || (debt && debt.owedBy !== 'renter'))
    yield `rental ${rental.id}: ${debt?.centavos ?? 0} instead of ${owed} is owed of a late fee`
  const claim = claims.find(({ rentalId }) => rentalId === rental.id)
  const most = Math.min(fee, deposit - (claim?.granted ?? 0))
  if (row && row.deposit !== most)
    yield `rental ${rental.id}: ${row.deposit} of the deposit for a late fee instead of ${most}`
  return most
}

/** Whether a renter cancels what was moved on from a first day that has come: it counts as not collected. */
function isCancelledAfterMove(rental: FactRental, { action, refund, from, at }: FactEvent): boolean {
  if (!rental.movedOn || from !== 'Approved') return false
  return (action === 'cancel' || refund === 'policy') && daysBefore(rental.start, at) <= 0
}

/**
 * Whether a dispute leaves the owner what it did not give back, if the rental does not take place: a decision, or what
 * the owner accepted, unless it ended while the rental counted as handed over, which was undone since.
 */
function isSettling(
  { closedAt, outcome, rent, owes }: Facts['disputes'][number],
  own: readonly FactEvent[],
): boolean {
  const isDecided = outcome === 'decided' || outcome === 'appealed'
  if (!closedAt || !(isDecided || (outcome === 'agreed' && (rent > 0 || owes)))) return false
  const next = own.find(
    ({ action, at }) => (action === 'undo-activate' || action === 'activate') && at >= closedAt,
  )
  return next?.action !== 'undo-activate'
}

/**
 * The refunds of a rental that was paid online are exactly those of the way it ended: everything, what the policy
 * leaves, or, afterwards, the deposit less what was granted and what disputes gave back. For cash only deposits go
 * back. Without a payment there is no refund.
 */
export function* auditEnds(facts: Facts): Generator<string> {
  const { orders, rentals, lines, events, claims, disputes, refunds, payments, changes } = facts
  for (const payment of payments) {
    const all = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const back = all.reduce((sum, { centavos }) => sum + centavos, 0)
    if (back > payment.centavos) yield `payment ${payment.id}: ${back} of ${payment.centavos} go back`
  }
  for (const rental of rentals) {
    const order = orders.find(({ id }) => id === rental.orderId)!
    const of = (charge: Charge) => chargedAndBack(lines, rental.id, charge)
    const own = disputes.filter(({ rentalId }) => rentalId === rental.id)
    const ownEvents = events.filter(({ subjectId }) => subjectId === rental.id)
    const end = ownEvents.findLast(({ action }) => ends.includes(action))
    // What a settled dispute leaves of a rental that never began is checked by the worked examples, unless its owner
    // ended it, so that all goes back.
    const isByOwner = end !== undefined && endsOfOwner.includes(end.action)
    if (rental.status === 'Cancelled' && !isByOwner && own.some((one) => isSettling(one, ownEvents))) continue
    if (own.some(({ closed }) => !closed))
      yield `rental ${rental.id}: a dispute is open although everything is over`
    const goodwill = own.reduce((sum, one) => sum + (one.goodwillTo === 'renter' ? one.goodwill : 0), 0)
    const online = order.method === 'online' && order.status === 'confirmed'
    const changed = (charge: Charge) => (online ? givenBack(lines, rental.id, charge) : 0)
    const back = { rent: changed('rent'), delivery: 0, service_fee: changed('service_fee'), deposit: 0 }
    const late = yield* auditLateFee(facts, rental, of('deposit').charged)
    const granted = claims.find(({ rentalId }) => rentalId === rental.id)?.granted ?? 0
    if (rental.status === 'Completed' && online) {
      back.deposit = of('deposit').charged - granted - late
      // What a dispute gives back is taken of the rent, then of the delivery, then of the fee.
      const left = of('rent').charged + of('delivery').charged + of('service_fee').charged
      const ending = events.findLast(({ subjectId, refund }) => subjectId === rental.id && refund)
      const byAdmin =
        ending?.refund === 'rent' ? left - changed('rent') - changed('service_fee') : (ending?.back ?? 0)
      let given = own.reduce((sum, { rent }) => sum + rent, byAdmin)
      for (const charge of ['rent', 'delivery', 'service_fee'] as const) {
        const more = Math.min(given, of(charge).charged - changed(charge))
        back[charge] += more
        given -= more
      }
      if (given > 0) yield `rental ${rental.id}: a dispute gave ${given} back that was never paid`
    } else if (online && end) {
      for (const charge of ['delivery', 'service_fee', 'deposit'] as const) back[charge] = of(charge).charged
      back.deposit -= granted
      const rent = of('rent').charged - changed('rent')
      back.rent +=
        end.action === 'renter-no-show' || end.refund === 'no-show' || isCancelledAfterMove(rental, end)
          ? rent - keptAfterNoShow(rental, rent)
          : Math.floor((rent * rentBack(rental, end) + 50) / 100)
    }
    // Of several payments the latest gives back first, its fee before the rent of the others: then the sum is
    // compared.
    const paidLater = changes.some(
      ({ rentalId, orderId, state }) => rentalId === rental.id && orderId && state === 'done',
    )
    const isByCharge = !paidLater || rental.status !== 'Completed'
    const all = of('rent').back + of('delivery').back + of('service_fee').back
    if (!isByCharge && all !== back.rent + back.delivery + back.service_fee)
      yield `rental ${rental.id}: ${all} go back besides the deposit, and not what the ends of it say`
    for (const charge of isByCharge ? (['rent', 'delivery', 'service_fee'] as const) : [])
      if (of(charge).back !== back[charge])
        yield (
          `rental ${rental.id} (${rental.status}, ${rental.policy}): ${of(charge).back} instead of ` +
          `${back[charge]} ${charge} back`
        )
    if (online && of('deposit').back !== back.deposit)
      yield `rental ${rental.id} (${rental.status}): ${of('deposit').back} instead of ${back.deposit} deposit back`
    const owed = refunds.filter(({ rentalId }) => rentalId === rental.id)
    const due = owed.reduce((sum, { centavos }) => sum + centavos, 0)
    const sum = back.rent + back.delivery + back.service_fee + back.deposit + goodwill
    if (due !== sum) yield `rental ${rental.id}: refunds of ${due} for ${sum} that go back`
    if (online && !['Completed', 'Rejected', 'Cancelled'].includes(rental.status))
      yield `rental ${rental.id} is ${rental.status} although everything is over`
  }
}
