import { sql } from 'kysely'
import { asPartyOf } from '#domain/access.ts'
import type { DepositFacts } from '#domain/deposit/deposit.ts'
import type { HandedOver } from '#domain/dispute/award.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { nameFor, viewerOf } from '../names.ts'
import type { Context } from '../context.ts'
import { photoJson } from '../listing/queries.ts'
import { latePart } from '../deposit/queries.ts'
import { linesJson } from '../book/queries.ts'
import { disputesJson, readDispute, type ShownDispute, type StoredDispute } from './dispute-json.ts'

export type DisputePage = {
  rentalId: string
  orderNumber: string
  title: string
  photo: PhotoRef | null
  period: Period
  renterName: string
  ownerName: string
  side: Side
  /** The disputes about the rental, the oldest first; only the last may be open. */
  disputes: ShownDispute[]
} & HandedOver &
  DepositFacts

type Row = Omit<DisputePage, 'period' | 'side' | 'disputes'> & {
  renterId: string
  ownerId: string
  period: string
  disputes: StoredDispute[]
}

/**
 * The page of a rental for one of its two people: its deposit, and the disputes about it. Refusal: `not-found`. One
 * statement.
 */
export async function findDisputePage(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  rentalId: string,
): Promise<Verdict<{ page: DisputePage }>> {
  if (actor.kind !== 'user') return notFound()
  const viewer = viewerOf(actor, { clock })
  const { rows } = await sql<Row>`
    select r.id as rental_id, o.number as order_number, r.title, r.period::text as period, r.renter_id, r.owner_id,
      r.status, r.handover_proof, r.brought_back_at,
      r.status_changed_at, r.deposit_due_at, o.status as order_status, o.payment_method,
      ${linesJson} as lines,
      ${latePart} as late_centavos,
      ${nameFor('a', viewer)} as renter_name, ${nameFor('w', viewer)} as owner_name,
      (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo,
      (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos,
      'grantedBefore', c.granted_before)
        from deposit_claim c where c.rental_id = r.id) as claim, ${disputesJson} as disputes
    from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id
      join account w on w.id = r.owner_id
    where r.id = ${rentalId}`.execute(db)
  const own = asPartyOf(actor, rows[0])
  if (!own.ok) return own
  const { renterId: _, ownerId: __, ...rest } = own.rental
  return {
    ok: true,
    page: {
      ...rest,
      side: own.party.side,
      period: parsePeriod(rest.period),
      disputes: rest.disputes.map(readDispute),
    },
  }
}
