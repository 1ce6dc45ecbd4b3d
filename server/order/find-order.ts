import { sql } from 'kysely'
import type { Role } from '#domain/account/account.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { type MoneyLine, type Totals, totalsOf } from '#domain/book/money-line.ts'
import type { EndedRental } from '#domain/refund/cancellation.ts'
import type { PaidFacts } from '#domain/refund/ending-refund.ts'
import type { MoneyAndDisputes, ReturningRental } from '#domain/rental/ending.ts'
import type { Waived } from '#domain/rental/late.ts'
import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import type { UndoFacts } from '#domain/rental/undo.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { claimedPart } from '../deposit/queries.ts'
import { moneyAndDisputesJson } from '../dispute/queries.ts'
import { paidFactsJson } from '../refund/queries.ts'
import { waivedJson } from '../rental/late-json.ts'
import {
  lifecycleFactsJson,
  readLifecycleFacts,
  type StoredLifecycleFacts,
} from '../rental/lifecycle-facts.ts'
import { undoFactsJson } from '../rental/queries.ts'
import { emailOf, fullName } from '../names.ts'
import { dateOf } from '../json-dates.ts'
import { isOfOrder, orderLinesJson, orderPeriod } from './queries.ts'

/** `email` is null when the account is deleted. */
type Party = { name: string; email: string | null }

export type OrderRental = {
  id: string
  listingId: string
  title: string
  owner: Party
  durationDays: number
  deliveryOption: DeliveryOption
  /** In the order of a change these are only the added days; `rentalPeriod` has all days of the rental. */
  period: Period
  rentalPeriod: Period
  status: RentalStatus
  statusChangedAt: Date
  lines: MoneyLine[]
  answerBy: Date | null
  undoFacts: UndoFacts
  waived: Waived
  /** What was paid online, and settled; null for a rental in cash. */
  paidFacts: PaidFacts | null
} & MoneyAndDisputes &
  LifecycleFacts &
  Pick<ReturningRental, 'claimedCentavos' | 'broughtBackAt' | 'broughtBackObjectedAt'> &
  Pick<EndedRental, 'cancellationPolicy' | 'pricePerDayCentavos' | 'earliestStart'>

/** An event of the order, or of one of its rentals (then with its title). */
export type OrderEvent = {
  id: number
  at: Date
  action: string
  rentalTitle: string | null
  actorName: string | null
  actorRole: Role | null
  detail: Record<string, unknown>
}

export type OrderPage = {
  number: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  placedAt: Date
  renter: Party
  agreementText: string
  agreementSha256: string
  agreementAcceptedAt: Date
  rentals: OrderRental[]
  totals: Totals
  events: OrderEvent[]
}

type Instant = 'statusChangedAt' | 'answerBy' | 'broughtBackAt' | 'broughtBackObjectedAt'
type Row = Omit<OrderPage, 'rentals' | 'totals' | 'events'> & {
  rentals: (Omit<OrderRental, 'period' | 'rentalPeriod' | Instant | keyof LifecycleFacts> &
    Record<'period' | 'rentalPeriod' | 'statusChangedAt', string> &
    Record<Exclude<Instant, 'statusChangedAt'>, string | null> & { lifecycleFacts: StoredLifecycleFacts })[]
  events: (Omit<OrderEvent, 'at'> & { at: string })[]
}

/** The most events of an order that its page has; the audit log has what admins did before them. */
const MOST_EVENTS = 500

/**
 * One order with everything an admin may see of it, the last `MOST_EVENTS` events of it and of its rentals among them.
 * One statement. Refusal: `not-found`.
 */
export async function findOrder(
  ctx: Pick<Context, 'db'>,
  _admin: MoneyAdmin,
  number: string,
): Promise<Verdict<{ order: OrderPage }>> {
  if (!/^[a-z]{2,3}-\d{1,16}$/.test(number)) return notFound()
  const { rows } = await sql<Row>`
    select o.number, o.status, o.payment_method, o.created_at as placed_at, ${party('a')} as renter,
      o.agreement_text, o.agreement_sha256, o.agreement_accepted_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'listingId', r.listing_id, 'title', r.title,
      'owner', ${party('w')},
          'durationDays', upper(${orderPeriod}) - lower(${orderPeriod}), 'deliveryOption', r.delivery_option,
          'period', (${orderPeriod})::text, 'rentalPeriod', r.period::text,
          'status', r.status, 'statusChangedAt', r.status_changed_at, 'cancellationPolicy', r.cancellation_policy,
          'pricePerDayCentavos', r.price_per_day_centavos, 'earliestStart', r.earliest_start,
          'lines', ${orderLinesJson}, 'answerBy', r.answer_by, 'claimedCentavos', ${claimedPart},
          'lifecycleFacts', ${lifecycleFactsJson(sql.ref('r'))},
          'paidFacts', case when o.payment_method = 'online' then ${paidFactsJson(sql.ref('r.id'))} end,
          'waived', coalesce((select ${waivedJson} from late_fee f where f.rental_id = r.id), '0'),
          'broughtBackAt', r.brought_back_at, 'broughtBackObjectedAt', r.brought_back_objected_at,
          'undoFacts', ${undoFactsJson}) || ${moneyAndDisputesJson} order by r.id), '[]')
        from rental r join account w on w.id = r.owner_id where ${isOfOrder}) as rentals,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'action', e.action, 'rentalTitle', e.title,
          'actorName', ${fullName('x')}, 'actorRole', e.actor_role, 'detail', e.detail)
          order by e.at, e.id), '[]')
        from (select e.*, s.title from (select 'order' as subject, o.id::text as subject_id, null as title
            union all select kind, r.id::text, r.title from rental r, unnest(array['rental', 'deposit-claim']) kind
              where r.order_id = o.id) s
          join event e on e.subject = s.subject and e.subject_id = s.subject_id
          order by e.at desc, e.id desc limit ${MOST_EVENTS}) e
          left join account x on x.id = e.actor_id) as events
    from "order" o join account a on a.id = o.renter_id where o.number = ${number}`.execute(ctx.db)
  const row = rows[0]
  if (!row) return notFound()
  const rentals = row.rentals.map(({ lifecycleFacts, ...rental }) => ({
    ...rental,
    ...readLifecycleFacts(lifecycleFacts),
    period: parsePeriod(rental.period),
    rentalPeriod: parsePeriod(rental.rentalPeriod),
    statusChangedAt: new Date(rental.statusChangedAt),
    answerBy: dateOf(rental.answerBy),
    broughtBackAt: dateOf(rental.broughtBackAt),
    broughtBackObjectedAt: dateOf(rental.broughtBackObjectedAt),
  }))
  return {
    ok: true,
    order: {
      ...row,
      rentals,
      totals: totalsOf(rentals.flatMap(({ lines }) => lines)),
      events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
    },
  }
}

const party = (alias: string) =>
  sql`jsonb_build_object('name', ${fullName(alias)}, 'email', ${emailOf(alias)})`
