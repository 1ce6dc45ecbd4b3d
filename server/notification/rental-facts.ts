import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import type { NoticeKind } from '#domain/notification/kinds.ts'
import type { PaymentMethod } from '#domain/order/order.ts'
import { formatPeriod, parsePeriod, type Period } from '#domain/period.ts'
import { daysText, deliveryText, type DeliveryOption } from '#domain/pricing/pricing.ts'
import type { RentalStatus } from '#domain/rental/lifecycle.ts'
import { nameFor } from '../names.ts'
import type { Services } from '../context.ts'
import type { Letter } from './letter.ts'

/** What a letter about a rental can say of it. */
export type RentalFacts = {
  status: RentalStatus
  awaitsPayment: boolean
  answerBy: Date | null
  title: string
  period: Period
  durationDays: number
  deliveryOption: DeliveryOption
  orderNumber: string
  renterName: string
  ownerName: string
  ownerId: string
  ownerEmail: string
  renterId: string
  renterEmail: string
  /** What was charged, refunds aside. */
  total: number
  /** What goes back, negative. */
  refunded: number
  paymentMethod: PaymentMethod
  deposit: number
}

export type Words = { subject: string; lead: string }

/** A rental as letters to one side tell of it, with names as that side sees them now, or null. One statement. */
export async function findRentalFacts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rentalId: string,
  to: 'owner' | 'renter',
): Promise<RentalFacts | null> {
  const reader = { id: sql.ref<string>(to === 'owner' ? 'r.owner_id' : 'r.renter_id'), now: clock.now() }
  const { rows } = await sql<Omit<RentalFacts, 'period'> & { period: string }>`
    select r.title, r.status, o.status = 'awaiting_payment' as awaits_payment, r.answer_by, r.period::text as period, r.duration_days,
      r.delivery_option, o.number as order_number, ${nameFor('a', reader)} as renter_name, r.renter_id, a.email as renter_email,
      ${nameFor('w', reader)} as owner_name, r.owner_id, w.email as owner_email,
      o.payment_method,
      (select coalesce(sum(centavos), 0)::int from money_line m where m.rental_id = r.id and m.kind = 'deposit') as deposit,
      (select sum(centavos)::int from money_line m where m.rental_id = r.id and m.kind <> 'refund') as total,
      (select coalesce(sum(centavos), 0)::int from money_line m where m.rental_id = r.id and m.kind = 'refund') as refunded
    from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id join account w on w.id = r.owner_id
    where r.id = ${rentalId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, period: parsePeriod(row.period) } : null
}

/** A letter to one side of a rental: what is to be said, the rental, and the way to it. */
export function rentalLetter(
  facts: RentalFacts,
  to: 'owner' | 'renter',
  kind: NoticeKind | null,
  words: Words,
): Letter {
  const [accountId, address] =
    to === 'owner' ? [facts.ownerId, facts.ownerEmail] : [facts.renterId, facts.renterEmail]
  return {
    accountId,
    to: address,
    kind,
    ...words,
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Dates', value: `${formatPeriod(facts.period)} (${daysText(facts.durationDays)})` },
      { label: 'Delivery option', value: deliveryText(facts.deliveryOption) },
      { label: 'Total', value: formatPeso(facts.total) },
      { label: 'Order', value: facts.orderNumber },
    ],
    // An owner may rent too: what they rent is in a view of its own.
    action: {
      label: 'See the rental',
      path: `/profile/rental-tracker${to === 'renter' ? '?view=rented' : ''}`,
    },
  }
}
