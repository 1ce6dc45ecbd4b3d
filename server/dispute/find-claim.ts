import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { RentalStatus, PaymentMethod } from '#domain/status.ts'
import { boundsOf, moneyOfNeverGot } from '#domain/dispute/award.ts'
import type { MoneyLine } from '#domain/book/money-line.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { photoJson } from '../listing/queries.ts'
import { linesJson } from '../book/queries.ts'
import { lateOpenPart, latePart } from '../deposit/queries.ts'
import { grantedCentavos } from '../refund/queries.ts'
import { fullName } from '../names.ts'
import { goodwillJson } from './queries.ts'
import { disputesJson, readDispute, type ShownDispute, type StoredDispute } from './dispute-json.ts'

export type AdminClaimPage = {
  rentalId: string
  listingId: string
  title: string
  photo: PhotoRef | null
  orderNumber: string
  paymentMethod: PaymentMethod
  period: Period
  status: RentalStatus
  statusChangedAt: Date
  ownerName: string
  renterName: string
  depositCentavos: number
  ownerTerms: string
  decidedByName: string | null
  /** How many claims this owner has made, and how many were made against this renter, including this one. */
  claimsByOwner: number
  claimsOnRenter: number
  /** The disputes about the rental, the oldest first. */
  disputes: ShownDispute[]
  /**
   * The most that can go to the owner, and back to the renter, by a decision now. In cash nothing was paid before the
   * hand-over. `rentOfNeverGot`: back to a renter who never got the item.
   */
  bounds: { owner: number; rent: number; rentOfNeverGot: number }
}

type Row = Omit<AdminClaimPage, 'period' | 'disputes' | 'bounds'> & {
  period: string
  disputes: StoredDispute[]
  lines: MoneyLine[]
  grantedBefore: number
  lateCentavos: number
  lateOpenCentavos: number
  goodwillGiven: { renter: number; owner: number }
}

/**
 * The disputes about a rental with the facts an admin needs for a decision. Refusal: `not-found` (there is none). One
 * statement.
 */
export async function findClaim(
  { db }: Pick<Context, 'db'>,
  _admin: MoneyAdmin,
  rentalId: string,
): Promise<Verdict<{ page: AdminClaimPage }>> {
  const { rows } = await sql<Row>`
    select r.id as rental_id, r.listing_id, r.title, o.number as order_number, o.payment_method,
      r.period::text as period, r.status, r.status_changed_at,
      ${fullName('w')} as owner_name, ${fullName('a')} as renter_name, l.owner_terms,
      (select ${fullName('d')} from dispute_decision x join dispute y on y.id = x.dispute_id
        join account d on d.id = x.decided_by where y.rental_id = r.id
        order by x.decided_at desc limit 1) as decided_by_name,
      (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo,
      (select coalesce(sum(m.centavos), 0)::int from money_line m where m.rental_id = r.id
      and m.kind = 'deposit') as deposit_centavos,
      (select count(*)::int from deposit_claim x join rental y on y.id = x.rental_id
      where y.owner_id = r.owner_id) as claims_by_owner,
      (select count(*)::int from deposit_claim x join rental y on y.id = x.rental_id
      where y.renter_id = r.renter_id) as claims_on_renter,
      ${grantedCentavos(sql`r.id`)} as granted_before, ${latePart} as late_centavos,
      ${lateOpenPart} as late_open_centavos,
      ${goodwillJson} as goodwill_given,
      case when o.payment_method = 'online' or r.status in ('Active', 'Completed') then ${linesJson}
        else '[]'::jsonb end as lines, ${disputesJson} as disputes
    from rental r join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = r.owner_id join account a on a.id = r.renter_id
    where r.id = ${rentalId} and exists (select from dispute d where d.rental_id = r.id)`.execute(db)
  const row = rows[0]
  if (!row) return notFound()
  const { lines, grantedBefore, lateCentavos, lateOpenCentavos, goodwillGiven, ...rest } = row
  const disputes = row.disputes.map(readDispute)
  const { ownerAsked, renterAsked } = disputes.at(-1)!
  const late = { lateCentavos, lateOpenCentavos }
  const money = { lines, grantedBefore, ...late, goodwillGiven, ownerAsked, renterAsked, inCash: false }
  const bounds = { ...boundsOf(money), rentOfNeverGot: boundsOf(moneyOfNeverGot(money)).rent }
  return { ok: true, page: { ...rest, period: parsePeriod(row.period), disputes, bounds } }
}
