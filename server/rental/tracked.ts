import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { type MoneyLine, type Totals, totalsOf } from '#domain/book/money-line.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import { nameFor, type Viewer } from '../names.ts'
import { photoJson, type PhotoRef } from '../listing/queries.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'
import { isOut } from './queries.ts'
import { linesJson } from '../book/queries.ts'

export type TrackedRental = {
  id: string
  orderNumber: string
  listingId: string
  listingIsPublic: boolean
  listingArchivedAt: Date | null
  title: string
  renterId: string
  ownerId: string
  /** The other person: the owner for the renter's view, the renter for the owner's. */
  partnerName: string
  photo: PhotoRef | null
  durationDays: number
  deliveryOption: DeliveryOption
  period: Period
  status: RentalStatus
  statusChangedAt: Date
  totals: Totals
  orderStatus: OrderStatus
  /** The order is not paid yet: its dates are held until `holdsUntil`. */
  awaitsPayment: boolean
  holdsUntil: Date | null
  /** The owner's deadline for an answer; null while they have not been asked. */
  answerBy: Date | null
  /** Another rental of its listing is Active. */
  isOut: boolean
  paymentMethod: PaymentMethod
  cancellationPolicy: CancellationPolicy
  lines: MoneyLine[]
  /** The refunds of it, the oldest first; for an order that was never confirmed, all refunds of the order. */
  refunds: MadeRefund[]
  /** The owner's claim on its deposit, and what was granted. */
  claim: { centavos: number; grantedCentavos: number | null } | null
}

/** A rental as `trackedColumns` selects it. */
export type TrackedRow = Omit<TrackedRental, 'period' | 'totals' | 'awaitsPayment' | 'refunds'> & {
  period: string
  refunds: StoredRefund[]
}

/** SQL: the columns of a `TrackedRow`; `r` is the rental, `o` its order, `l` its listing, `w` the other person. */
export const trackedColumns = (viewer: Viewer): RawBuilder<unknown> => sql`
  r.id, o.number as order_number, r.listing_id, l.is_public as listing_is_public,
  l.archived_at as listing_archived_at, r.title, r.renter_id, r.owner_id,
  ${nameFor('w', viewer)} as partner_name, r.duration_days, r.delivery_option, r.period::text as period,
  r.status, r.status_changed_at, r.answer_by, ${isOut(sql.ref('r'))} as is_out, r.cancellation_policy,
  o.status as order_status, o.payment_method, o.holds_until,
  (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo, ${linesJson} as lines,
  ${refundsJson(sql`f.order_id = o.id and (f.rental_id = r.id or (f.rental_id is null
    and o.status <> 'confirmed'))`)} as refunds,
  (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos) from deposit_claim c
    where c.rental_id = r.id) as claim`

/** A row of `trackedColumns` as people read it. */
export function readTracked(row: TrackedRow): TrackedRental {
  return {
    ...row,
    period: parsePeriod(row.period),
    totals: totalsOf(row.lines),
    refunds: row.refunds.map(readRefund),
    awaitsPayment: row.orderStatus === 'awaiting_payment',
  }
}
