import { lifecycle } from '#domain/rental/lifecycle.ts'
import { auditBook } from './audit-book.ts'
import { auditEnds } from './audit-ends.ts'
import { auditNoShows } from './audit-no-shows.ts'
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
    ...auditTimelines(facts),
    ...auditPrices(facts),
    ...auditEnds(facts),
    ...auditNoShows(facts),
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
  debts,
  events,
  holds,
  waiting,
}: Facts): Generator<string> {
  for (const { rentalId, why } of wronglyTaken) yield `rental ${rentalId} took dates: ${why}`
  for (const { number } of freedEarly) yield `order ${number} lost its dates before its time`
  for (const { listingId } of overlapping) yield `listing ${listingId} is rented twice for the same day`
  for (const order of orders) {
    const own = rentals.filter(({ orderId }) => orderId === order.id)
    const ofChange = changes.find(({ orderId }) => orderId === order.id)
    if (own.length === 0 && !ofChange && !order.debtId) yield `order ${order.number} has no rentals`
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
  for (const { id, how } of debts) {
    const paid = orders.filter(({ debtId, status }) => debtId === id && status === 'confirmed').length
    if (paid !== (how === 'online' ? 1 : 0))
      yield `debt ${id} is ${how ?? 'open'}, and ${paid} orders of it are paid`
  }
  for (const { id } of rentals) {
    const settled = debts.filter(({ rentalId, how }) => rentalId === id && how !== null).length
    const times = events.filter(
      ({ subjectId, action }) => subjectId === id && ['pay-debt', 'receive-debt'].includes(action),
    ).length
    if (times !== settled) yield `rental ${id}: ${settled} debts are settled, ${times} times`
  }
  if (holds > 0) yield `days are still held ${holds} times`
  if (waiting > 0) yield `${waiting} people still wait for days that are over`
  for (const { id, status, bookable, rentalCount, holding, completed } of listings) {
    if (rentalCount !== holding + completed)
      yield `listing ${id} counts ${rentalCount} rentals, and there are ${holding + completed}`
    const expected = holding > 0 && !bookable ? 'unavailable' : 'approved'
    if (status !== expected) yield `listing ${id} is ${status} with ${holding} rentals`
  }
}

/** Every timeline begins with the request, is one chain, and has an entry for each action of the lifecycle. */
function* auditTimelines({ rentals, entries, events }: Facts): Generator<string> {
  for (const { id } of rentals) {
    const own = entries.filter(({ rentalId }) => rentalId === id)
    if (own[0]?.kind !== 'request') yield `the timeline of rental ${id} begins with ${own[0]?.kind}`
    if (own.some(({ follows }, i) => !follows || own[i]!.isLast !== (i === own.length - 1)))
      yield `the timeline of rental ${id} is not one chain`
    const kinds = (all: readonly string[]) => all.filter((kind) => kind in lifecycle).join(', ')
    const acted = kinds(events.filter(({ subjectId }) => subjectId === id).map(({ action }) => action))
    const noted = kinds(own.map(({ kind }) => kind))
    if (acted !== noted) yield `rental ${id} took the actions ${acted}, and its timeline says ${noted}`
  }
}

/** The actions that a mail of a kind is about, by the kind and what happened. */
const actionsOfMail: Record<string, string | string[]> = {
  'deposit-mail cash-due': 'ask-for-deposit',
  'no-show-mail said': 'say-no-show',
  'no-show-mail contradicted': 'say-no-show',
  'no-show-mail taken-back': 'take-back-no-show',
  'late-mail fixed': 'fix-late-fee',
  'late-mail waived': 'waive-late-fee',
  'late-mail objected': 'object-late-fee',
  'handover-mail brought-back': 'say-returned',
  'handover-mail objected': ['object-handover', 'object-return', 'object-brought-back'],
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
    const actions = news ? actionsOfMail[`${kind} ${news}`] : action
    const taken = events.filter(
      (event) => event.subjectId === rentalId && [actions].flat().includes(event.action),
    ).length
    if (times > Math.max(1, taken) && kind !== 'close-checkout') yield `effect ${what} was written too often`
  }
}
