import { type RawBuilder, sql } from 'kysely'
import type { ApprovedText } from '#domain/listing/approved-text.ts'

/** What of a listing an admin approves, as it is now; `of` names its row. */
export function approvedTextOf(of: string): RawBuilder<ApprovedText> {
  const l = sql.ref(of)
  return sql`jsonb_build_object('title', ${l}.title, 'description', ${l}.description,
    'pricePerDayCentavos', ${l}.price_per_day_centavos, 'depositCentavos', ${l}.deposit_centavos,
    'cancellationPolicy', ${l}.cancellation_policy, 'categoryId', ${l}.category_id, 'tags', to_jsonb(${l}.tags),
    'location', ${l}.location, 'ownerTerms', ${l}.owner_terms, 'bookableWhileRented', ${l}.bookable_while_rented,
    'photoIds', coalesce((select jsonb_agg(p.id order by p.position) from photo p where p.listing_id = ${l}.id), '[]'))`
}
