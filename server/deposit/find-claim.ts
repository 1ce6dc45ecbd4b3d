import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { photoJson, type PhotoRef } from '../listing/queries.ts'
import { claimJson, type ClaimPage, readClaim, type StoredClaim } from './queries.ts'

export type AdminClaimPage = {
  rentalId: string
  listingId: string
  title: string
  photo: PhotoRef | null
  orderNumber: string
  paymentMethod: PaymentMethod
  period: Period
  completedAt: Date
  ownerName: string
  renterName: string
  depositCentavos: number
  ownerTerms: string
  decidedByName: string | null
  /** How many claims this owner has made, and how many were made against this renter, including this one. */
  claimsByOwner: number
  claimsOnRenter: number
  claim: ClaimPage
}

type Row = Omit<AdminClaimPage, 'period' | 'claim'> & { period: string; claim: StoredClaim }

/** One claim with the facts an admin needs for a decision. Refusal: `not-found`. One statement. */
export async function findClaim(
  { db }: Pick<Context, 'db'>,
  _admin: MoneyAdmin,
  rentalId: string,
): Promise<Verdict<{ page: AdminClaimPage }>> {
  const { rows } = await sql<Row>`
    select r.id as rental_id, r.listing_id, r.title, o.number as order_number, o.payment_method,
      r.period::text as period,
      r.status_changed_at as completed_at, w.first_name || ' ' || w.last_name as owner_name,
      a.first_name || ' ' || a.last_name as renter_name, l.owner_terms,
      d.first_name || ' ' || d.last_name as decided_by_name,
      (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo,
      (select sum(m.centavos)::int from money_line m where m.rental_id = r.id
      and m.kind = 'deposit') as deposit_centavos,
      (select count(*)::int from deposit_claim x join rental y on y.id = x.rental_id
      where y.owner_id = r.owner_id) as claims_by_owner,
      (select count(*)::int from deposit_claim x join rental y on y.id = x.rental_id
      where y.renter_id = r.renter_id) as claims_on_renter,
      ${claimJson} as claim
    from deposit_claim c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
      join listing l on l.id = r.listing_id
      join account w on w.id = r.owner_id join account a on a.id = r.renter_id left
        join account d on d.id = c.decided_by
    where c.rental_id = ${rentalId}`.execute(db)
  const row = rows[0]
  if (!row) return notFound()
  return { ok: true, page: { ...row, period: parsePeriod(row.period), claim: readClaim(row.claim) } }
}
