import { auditBook } from './audit-book.ts'
import { auditEnds } from './audit-ends.ts'
import { auditPrices } from './audit-prices.ts'
import { auditProvider, type ProviderView } from './audit-provider.ts'
import type { Facts } from './facts.ts'

/**
 * The errors in the money and the dates of some renters, once nothing is pending and no process runs. Each error is
 * one sentence; no check uses the code under test.
 */
export function audit(facts: Facts, provider: ProviderView): string[] {
  return [
    ...auditStates(facts),
    ...auditPrices(facts),
    ...auditEnds(facts),
    ...auditBook(facts),
    ...auditProvider(facts, provider),
    ...auditEffects(facts),
  ]
}

function* auditStates({
  orders,
  rentals,
  listings,
  overlapping,
  wronglyTaken,
  freedEarly,
  changes,
  holds,
}: Facts): Generator<string> {
  for (const { rentalId, why } of wronglyTaken) yield `rental ${rentalId} took dates: ${why}`
  for (const { number } of freedEarly) yield `order ${number} lost its dates before its time`
  for (const { listingId } of overlapping) yield `listing ${listingId} is rented twice for the same day`
  for (const order of orders) {
    const own = rentals.filter(({ orderId }) => orderId === order.id)
    const ofChange = changes.find(({ orderId }) => orderId === order.id)
    if (own.length === 0 && !ofChange) yield `order ${order.number} has no rentals`
    if (order.status === 'awaiting_payment') yield `order ${order.number} still waits for a payment`
    if (order.method === 'cash_on_delivery' && order.status !== 'confirmed')
      yield `order ${order.number} is ${order.status} although it is paid in cash`
    if (order.status !== 'confirmed')
      for (const { id, status } of own)
        if (status !== 'Cancelled') yield `rental ${id} is ${status} in an order that is ${order.status}`
  }
  for (const { id, state, orderId } of changes) {
    if (state === 'asked' || state === 'paying') yield `change ${id} still waits`
    const paid = orders.find((order) => order.id === orderId)?.status === 'confirmed'
    if (orderId !== null && paid !== (state === 'done'))
      yield `change ${id} is ${state}, and its order is ${paid ? '' : 'not '}paid`
  }
  if (holds > 0) yield `days are still held ${holds} times`
  for (const { id, status, bookable, rentalCount, holding, completed } of listings) {
    if (rentalCount !== holding + completed)
      yield `listing ${id} counts ${rentalCount} rentals, and there are ${holding + completed}`
    const expected = holding > 0 && !bookable ? 'unavailable' : 'approved'
    if (status !== expected) yield `listing ${id} is ${status} with ${holding} rentals`
  }
}

/** The action whose news is told. */
const newsOf: Record<string, string> = {
  said: 'say-no-show',
  contradicted: 'say-no-show',
  'taken-back': 'take-back-no-show',
  fixed: 'fix-late-fee',
  waived: 'waive-late-fee',
  objected: 'object-late-fee',
}

/**
 * Every due effect happened, and exactly once: the email of an action once for each time it was taken, as an admin may
 * undo it. Closing a checkout twice is harmless.
 */
function* auditEffects({ effects, events }: Facts): Generator<string> {
  const seen = new Map<string, number>()
  for (const { kind, payload, done, failed } of effects) {
    const what = `${kind} ${JSON.stringify(payload)}`
    if (failed) yield `effect ${what} was given up`
    else if (!done) yield `effect ${what} is not done`
    const times = (seen.get(what) ?? 0) + 1
    seen.set(what, times)
    const { rentalId, action, news } = payload as { rentalId?: string; action?: string; news?: string }
    const told = news ? newsOf[news] : action
    const taken = events.filter((event) => event.subjectId === rentalId && event.action === told).length
    if (times > Math.max(1, taken) && kind !== 'close-checkout') yield `effect ${what} was written too often`
  }
}
