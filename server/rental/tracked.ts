import { type RawBuilder, sql } from 'kysely'
import type { StoredClaim } from '#domain/deposit/deposit.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { type Day, parsePeriod, type Period } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { type MoneyLine, type Totals, totalsOf } from '#domain/book/money-line.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import type { PaidFacts } from '#domain/refund/ending-refund.ts'
import type { Possession } from '#domain/rental/possession.ts'
import { nameFor, type Viewer } from '../names.ts'
import { photoJson } from '../listing/queries.ts'
import { showsRentalPhotoTo } from '../photo/queries.ts'
import {
  type MadeRefund,
  paidFactsJson,
  readRefund,
  refundsJson,
  type StoredRefund,
} from '../refund/queries.ts'
import type { StoredLateFee } from '#domain/rental/late-fee.ts'
import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import { latePart } from '../deposit/queries.ts'
import { lateFeeJson, type LateFeeRow, readLateFee } from './late-json.ts'
import { lifecycleFactsJson, readLifecycleFacts, type StoredLifecycleFacts } from './lifecycle-facts.ts'
import { linesJson } from '../book/queries.ts'
import { dateOf } from '../json-dates.ts'

export type TrackedRental = LifecycleFacts & {
  id: string
  orderNumber: string
  listingId: string
  listingIsPublic: boolean
  listingStatus: ListingStatus
  listingTakenDownAt: Date | null
  listingOwnerSuspended: boolean
  listingArchivedAt: Date | null
  /** Its renter completed this or another rental of its listing; looked up only while that is not public. */
  hasCompletedRental: boolean
  title: string
  renterId: string
  ownerId: string
  /** The other person: the owner for the renter's view, the renter for the owner's. */
  partnerName: string
  photo: PhotoRef | null
  durationDays: number
  deliveryOption: DeliveryOption
  period: Period
  /** The earliest start that was ever agreed, once it was moved. */
  earliestStart: Day | null
  status: RentalStatus
  statusChangedAt: Date
  /** When its deposit goes back by itself, if it does. */
  depositDueAt: Date | null
  totals: Totals
  orderStatus: OrderStatus
  /** Until when an order that is not paid yet holds its dates. */
  holdsUntil: Date | null
  /** The owner's deadline for an answer; null while they have not been asked. */
  answerBy: Date | null
  paymentMethod: PaymentMethod
  cancellationPolicy: CancellationPolicy
  lines: MoneyLine[]
  /** The refunds of it, the oldest first; for an order that was never confirmed, all refunds of the order. */
  refunds: MadeRefund[]
  /** What was paid online, and settled; null once it was handed over or is over, and for a rental in cash. */
  paidFacts: PaidFacts | null
  possession: Possession
  /** What was asked about its days, while that is open. */
  change: OpenChange | null
  /** The owner's claim on its deposit, and what was granted. */
  claim: StoredClaim | null
  /** What of its deposit its late fee takes, or took. */
  lateCentavos: number
  pricePerDayCentavos: number
  lateFee: StoredLateFee
  /** The action that cancelled it. */
  cancelledBy: string | null
  /** The category of its listing, for things like it. */
  category: string | null
  /** The last dispute about it, with what was granted to its owner, and when that takes effect by itself. */
  dispute: TrackedDispute | null
}

type TrackedDispute = { isOpen: boolean; isDecided: boolean; granted: number | null; dueAt: Date | null }
/** A change of a rental's days that waits for an answer, or for its payment. */
export type OpenChange = {
  id: string
  from: Period
  to: Period
  state: 'asked' | 'paying'
  answerBy: Date
  orderNumber: string | null
  holdsUntil: Date | null
}
type StoredOpenChange = Pick<OpenChange, 'id' | 'state' | 'orderNumber'> &
  Record<'from' | 'to' | 'answerBy', string> & { holdsUntil: string | null }

/** A rental as `trackedColumns` selects it. */
export type TrackedRow = Omit<
  TrackedRental,
  'period' | 'totals' | 'refunds' | 'lateFee' | keyof LifecycleFacts | 'possession' | 'dispute' | 'change'
> &
  Possession & {
    lateFee: LateFeeRow
    lifecycleFacts: StoredLifecycleFacts
    dispute: (Omit<TrackedDispute, 'dueAt'> & { dueAt: string | null }) | null
    period: string
    refunds: StoredRefund[]
    change: StoredOpenChange | null
  }

// A limited query is looked up in an index for each row; for `exists` the whole table may be read and hashed.
const completedOf = sql`select x.id from rental x
  where x.listing_id = r.listing_id and x.renter_id = r.renter_id and x.status = 'Completed' limit 1`

/** SQL: the columns of a `TrackedRow`; `r` is the rental, `o` its order, `l` its listing, `w` the other person. */
export const trackedColumns = (viewer: Viewer): RawBuilder<unknown> => sql`
  r.id, o.number as order_number, r.listing_id, l.is_public as listing_is_public,
  l.status as listing_status, l.taken_down_at as listing_taken_down_at,
  l.owner_suspended as listing_owner_suspended, l.archived_at as listing_archived_at,
  not l.is_public and (${completedOf}) is not null as has_completed_rental, r.title, r.renter_id, r.owner_id,
  ${nameFor('w', viewer)} as partner_name, r.duration_days, r.delivery_option, r.period::text as period,
  r.earliest_start::text as earliest_start, r.status, r.status_changed_at, r.deposit_due_at,
  r.answer_by,
  r.cancellation_policy,
  o.status as order_status, o.payment_method, o.holds_until, r.handed_over_at, r.handover_proof,
  r.handover_objected_at, r.returned_at, r.return_proof, r.return_objected_at, r.brought_back_at,
  r.brought_back_objected_at,
  (select ${photoJson('p')} from photo p where p.id = r.photo_id and ${showsRentalPhotoTo(viewer.id)}) as photo,
  ${linesJson} as lines,
  ${refundsJson(sql`f.rental_id = r.id or (f.order_id = o.id and f.rental_id is null
    and o.status <> 'confirmed')`)} as refunds,
  case when r.status in ('Pending', 'Approved') and o.payment_method = 'online'
    then ${paidFactsJson(sql.ref('r.id'))} end as paid_facts,
  (select jsonb_build_object('id', c.id, 'from', c.from_period::text, 'to', c.to_period::text, 'state', c.state,
    'answerBy', c.answer_by, 'orderNumber', s.number, 'holdsUntil', s.holds_until) from rental_change c
    left join "order" s on s.id = c.order_id
    where c.rental_id = r.id and c.state in ('asked', 'paying')) as change,
  (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos,
      'grantedBefore', c.granted_before) from deposit_claim c
    where c.rental_id = r.id) as claim,
  ${latePart} as late_centavos, r.price_per_day_centavos, ${lateFeeJson(sql.ref('r'))} as late_fee,
  ${lifecycleFactsJson(sql.ref('r'))} as lifecycle_facts,
  case when r.status = 'Cancelled' then (select e.action from event e where e.subject = 'rental'
    and e.subject_id = r.id::text and e.detail->>'to' = 'Cancelled' order by e.id desc limit 1) end as cancelled_by,
  (select c.name from category c where c.id = l.category_id) as category,
  (select jsonb_build_object('isOpen', d.closed_at is null, 'dueAt', d.due_at,
      'isDecided', exists (select from dispute_decision x where x.dispute_id = d.id), 'granted',
      (select x.owner_centavos from dispute_decision x where x.dispute_id = d.id and d.appealed_at is null))
    from dispute d where d.rental_id = r.id order by d.opened_at desc limit 1) as dispute`

function readOpenChange({ from, to, answerBy, holdsUntil, ...change }: StoredOpenChange): OpenChange {
  const days = { from: parsePeriod(from), to: parsePeriod(to) }
  return {
    ...change,
    ...days,
    answerBy: new Date(answerBy),
    holdsUntil: dateOf(holdsUntil),
  }
}

/** A row of `trackedColumns` as people read it. */
export function readTracked({
  handedOverAt,
  handoverProof,
  handoverObjectedAt,
  returnedAt,
  returnProof,
  returnObjectedAt,
  broughtBackAt,
  broughtBackObjectedAt,
  lifecycleFacts,
  ...row
}: TrackedRow): TrackedRental {
  return {
    ...row,
    ...readLifecycleFacts(lifecycleFacts),
    possession: {
      handedOverAt,
      handoverProof,
      handoverObjectedAt,
      returnedAt,
      returnProof,
      returnObjectedAt,
      broughtBackAt,
      broughtBackObjectedAt,
    },
    period: parsePeriod(row.period),
    totals: totalsOf(row.lines),
    refunds: row.refunds.map(readRefund),
    lateFee: readLateFee(row.lateFee),
    dispute: row.dispute && {
      ...row.dispute,
      dueAt: dateOf(row.dispute.dueAt),
    },
    change: row.change && readOpenChange(row.change),
  }
}
