import { Counter, type Registry } from 'prom-client'
import { refundActions } from '#domain/refund/refund.ts'
import { rentalActions } from '#domain/rental/lifecycle.ts'
import type { Counted } from '../counted.ts'

/** Counts the events of changes that were committed. */
export function businessCounters(register: Registry): (events: readonly Counted[]) => void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `hiram_${name}_total`, help, labelNames, registers: [register] })
  const signUps = counter('sign_ups', 'Accounts that were opened')
  const approved = counter('listings_approved', 'Listings that an admin approved')
  const orders = counter('orders_placed', 'Orders by payment method: online or cash', 'method')
  const rentals = counter('rental_actions', 'Steps in the life of a rental', 'action')
  const refunds = counter('refund_actions', 'Steps of a refund; owe: it came to be', 'action')
  const messages = counter('messages_sent', 'Messages by who wrote them: person or assistant', 'by')
  // Prometheus counts from the first value that it sees: without this one it would miss the first of each.
  for (const method of ['online', 'cash']) orders.inc({ method }, 0)
  for (const action of rentalActions) rentals.inc({ action }, 0)
  for (const action of refundActions) refunds.inc({ action }, 0)
  for (const by of ['person', 'assistant']) messages.inc({ by }, 0)
  const count = ({ subject, action, countedBy = '' }: Counted) => {
    if (subject === 'rental') rentals.inc({ action })
    else if (subject === 'refund') refunds.inc({ action })
    else if (subject === 'message') messages.inc({ by: countedBy })
    else if (subject === 'account' && action === 'sign-up') signUps.inc()
    else if (subject === 'listing' && action === 'accept') approved.inc()
    else if (subject === 'order' && action === 'place') orders.inc({ method: countedBy })
  }
  return (events) => events.forEach(count)
}
