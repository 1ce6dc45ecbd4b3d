import { sql } from 'kysely'
import { hasOpenClaim, isClaimed } from '#domain/deposit/deposit.ts'
import { type Centavos, formatPeso } from '#domain/money.ts'
import type { NotificationKind } from '#domain/notification/kinds.ts'
import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import type { Possession } from '#domain/rental/possession.ts'
import type { Side } from '#domain/side.ts'
import { completedAtOf, type OrderStatus, type PaymentMethod, type RentalStatus } from '#domain/status.ts'
import { dayInManila, formatPeriod, parsePeriod, type Period } from '#domain/period.ts'
import { daysText, deliveryText, type DeliveryOption, type DurationDays } from '#domain/pricing/pricing.ts'
import { hasOpenDecision } from '../deposit/lock-deposit.ts'
import { claimedPart, depositLeftPart } from '../deposit/queries.ts'
import { takenDays } from '../listing/queries.ts'
import { nameFor } from '../names.ts'
import { isSettledByDispute, paidBy } from '../refund/queries.ts'
import {
  lifecycleFactsJson,
  readLifecycleFacts,
  type StoredLifecycleFacts,
} from '../rental/lifecycle-facts.ts'
import type { Services } from '../context.ts'
import type { EmailContent } from './email-content.ts'

/** The data of a rental for emails. */
export type RentalFacts = Possession &
  LifecycleFacts & {
    status: RentalStatus
    orderStatus: OrderStatus
    statusChangedAt: Date
    answerBy: Date | null
    title: string
    period: Period
    /** Its dates have not passed, and nothing takes any of them. */
    datesAreFree: boolean
    durationDays: DurationDays
    deliveryOption: DeliveryOption
    orderNumber: string
    renterName: string
    ownerName: string
    /** The reader, and the name of the other side. */
    accountId: string
    partnerName: string
    /** The charged total, without refunds. */
    totalCentavos: Centavos
    /** The refunds, negative. */
    refundedCentavos: Centavos
    /** The rent, less what of it went back. */
    rentLeftCentavos: Centavos
    paymentMethod: PaymentMethod
    isPaidOnline: boolean
    /** How the order was paid; null when it was not, or in cash. */
    paymentChannel: string | null
    /** A dispute that is over has settled what its owner keeps. */
    isSettledByDispute: boolean
    /** When the mail is written. */
    now: Date
    /** When what is left of the deposit goes back, and its owner can no longer claim it. */
    depositDueAt: Date | null
    /** What is held of the deposit, is not claimed, and is not taken by a late fee. */
    depositCentavos: Centavos
    /** A claim on it keeps its owner from claiming more (`isClaimed`). */
    isClaimed: boolean
    /** A claim on it is not decided yet, or its decision does not hold yet. */
    hasOpenClaim: boolean
    /** A decision about a dispute can still be appealed: nobody can claim, and the deposit waits. */
    hasOpenDecision: boolean
    pricePerDayCentavos: Centavos
    /** The category of its listing, for things like it. */
    category: string | null
  }

export type Words = { subject: string; lead: string }

/** SQL: the dates of the rental `r` of the statement have not passed, and nothing takes any of them. */
const datesAreFree = (now: Date) => {
  const today = dayInManila(now)
  const taken = takenDays(sql`q.listing_id`, today, { now })
  return sql`(select upper(q.period) > ${today}::date and not exists (select from ${taken} t
    where t.period && q.period) from (select r.listing_id, r.period) q)`
}

/** The data of a rental for emails to one side, with names as that side sees them now, or null. One statement. */
export async function findRentalFacts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rentalId: string,
  to: Side,
): Promise<RentalFacts | null> {
  const now = clock.now()
  const reader = { id: sql.ref<string>(to === 'owner' ? 'r.owner_id' : 'r.renter_id'), now }
  const { rows } = await sql<
    Omit<
      RentalFacts,
      'period' | 'now' | 'partnerName' | 'isClaimed' | 'hasOpenClaim' | keyof LifecycleFacts
    > & {
      period: string
      claim: { grantedCentavos: Centavos | null } | null
      lifecycleFacts: StoredLifecycleFacts
    }
  >`
    select r.title, ${lifecycleFactsJson(sql.ref('r'))} as lifecycle_facts, r.status,
      r.answer_by, r.deposit_due_at, r.status_changed_at, o.status as order_status,
      r.period::text as period, r.duration_days, ${datesAreFree(now)} as dates_are_free,
      r.delivery_option, o.number as order_number, ${nameFor('a', reader)} as renter_name,
      ${nameFor('w', reader)} as owner_name, ${reader.id} as account_id,
      o.payment_method, o.payment_method = 'online' and o.status = 'confirmed' as is_paid_online,
      ${paidBy} as payment_channel,
      r.price_per_day_centavos,
      (select c.name from listing l join category c on c.id = l.category_id where l.id = r.listing_id) as category,
      r.handed_over_at, r.handover_proof, r.handover_objected_at, r.returned_at, r.return_proof, r.return_objected_at,
      r.brought_back_at, r.brought_back_objected_at,
      ${isSettledByDispute(sql`r.id`)} as is_settled_by_dispute,
      ${hasOpenDecision(sql`r.id`)} as has_open_decision,
      ${depositLeftPart} - ${claimedPart} as deposit_centavos,
      (select jsonb_build_object('grantedCentavos', c.granted_centavos) from deposit_claim c
        where c.rental_id = r.id) as claim,
      (select sum(centavos)::bigint from money_line m where m.rental_id = r.id
      and m.kind <> 'refund') as total_centavos,
      (select coalesce(sum(centavos), 0)::bigint from money_line m where m.rental_id = r.id
      and m.kind = 'refund') as refunded_centavos,
      (select coalesce(sum(centavos), 0)::bigint from money_line m where m.rental_id = r.id
      and (m.kind = 'rent' or m.returns = 'rent')) as rent_left_centavos
    from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id
      join account w on w.id = r.owner_id
    where r.id = ${rentalId}`.execute(db)
  if (!rows[0]) return null
  const { lifecycleFacts, claim, ...row } = rows[0]
  return {
    ...row,
    ...readLifecycleFacts(lifecycleFacts),
    isClaimed: isClaimed(claim, { completedAt: completedAtOf(row), dueAt: row.depositDueAt }),
    hasOpenClaim: hasOpenClaim(claim),
    partnerName: to === 'owner' ? row.renterName : row.ownerName,
    period: parsePeriod(row.period),
    now,
  }
}

/** An email to one side of a rental: its texts, the rental, and a link to it. */
export function rentalEmail(
  facts: RentalFacts,
  to: Side,
  kind: NotificationKind,
  words: Words,
): EmailContent {
  return {
    accountId: facts.accountId,
    kind,
    ...words,
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Dates', value: `${formatPeriod(facts.period)} (${daysText(facts.durationDays)})` },
      { label: 'Delivery option', value: deliveryText(facts.deliveryOption) },
      { label: 'Total', value: formatPeso(facts.totalCentavos) },
      { label: 'Order', value: facts.orderNumber },
    ],
    // An owner may rent too: their own rentals are on another page.
    action: {
      label: 'See the rental',
      path: `/profile/rental-tracker${to === 'renter' ? '?view=rented' : ''}`,
    },
  }
}
