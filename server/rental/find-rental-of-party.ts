import { sql } from 'kysely'
import { asPartyOf } from '#domain/access.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { StoredLateFee } from '#domain/rental/late-fee.ts'
import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import type { Side } from '#domain/side.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { nameFor, viewerOf } from '../names.ts'
import type { Context } from '../context.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { isSettledByDispute } from '../refund/queries.ts'
import { lateFeeJson, type LateFeeRow, readLateFee } from './late-json.ts'
import { lifecycleFactsJson, readLifecycleFacts, type StoredLifecycleFacts } from './lifecycle-facts.ts'

/** A rental as one of its two people reads about its hand-over and its return. */
export type RentalOfParty = LifecycleFacts & {
  rentalId: string
  side: Side
  title: string
  orderNumber: string
  period: Period
  status: RentalStatus
  statusChangedAt: Date
  orderStatus: OrderStatus
  paymentMethod: PaymentMethod
  pricePerDayCentavos: number
  renterName: string
  ownerName: string
  /** A dispute about it is open. */
  isDisputed: boolean
  /** A dispute that is over has settled what its owner keeps. */
  isSettledByDispute: boolean
  fee: StoredLateFee
  /** When the item was back; null while it is out. */
  returnedAt: Date | null
  /** When the renter said that it is back, and the owner objected to that; null while they have not. */
  broughtBackAt: Date | null
  broughtBackObjectedAt: Date | null
  /** Why the renter objects to the late fee. */
  objection: string | null
}

type Row = Omit<RentalOfParty, 'side' | 'period' | 'fee' | keyof LifecycleFacts> & {
  renterId: string
  ownerId: string
  period: string
  lifecycleFacts: StoredLifecycleFacts
  fee: LateFeeRow
}

/** A rental of a confirmed order for one of its two people. Refusal: `not-found`. One statement. */
export async function findRentalOfParty(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  rentalId: string,
): Promise<Verdict<{ rental: RentalOfParty }>> {
  if (actor.kind !== 'user') return notFound()
  const viewer = viewerOf(actor, { clock })
  const { rows } = await sql<Row>`
    select r.id as rental_id, r.title, o.number as order_number, r.period::text as period, r.status,
      r.status_changed_at, ${lifecycleFactsJson(sql.ref('r'))} as lifecycle_facts,
      o.status as order_status, o.payment_method, r.price_per_day_centavos, r.returned_at, r.brought_back_at,
      r.brought_back_objected_at, r.renter_id, r.owner_id,
      ${nameFor('a', viewer)} as renter_name, ${nameFor('w', viewer)} as owner_name,
      ${hasOpenDispute(sql`r.id`)} as is_disputed, ${isSettledByDispute(sql`r.id`)} as is_settled_by_dispute,
      ${lateFeeJson(sql.ref('r'))} as fee, (select f.objection from late_fee f where f.rental_id = r.id) as objection
    from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id
      join account w on w.id = r.owner_id
    where r.id = ${rentalId} and o.status = 'confirmed'`.execute(db)
  const own = asPartyOf(actor, rows[0])
  if (!own.ok) return own
  const { renterId: _, ownerId: __, lifecycleFacts, ...rest } = own.rental
  return {
    ok: true,
    rental: {
      ...rest,
      ...readLifecycleFacts(lifecycleFacts),
      side: own.party.side,
      period: parsePeriod(rest.period),
      fee: readLateFee(rest.fee),
    },
  }
}
