import { sql } from 'kysely'
import { grantedCentavos } from '../refund/queries.ts'

/** SQL: the part of the deposit of the rental `r` that its late fee takes, or took, in centavos. */
export const latePart = sql`coalesce((select f.deposit_centavos from late_fee f where f.rental_id = r.id), 0)::bigint`

/** SQL: the part of the deposit that the late fee of the rental `r` will take, in centavos. */
export const lateOpenPart = sql`coalesce((select f.deposit_centavos from late_fee f where f.rental_id = r.id
  and f.settled_at is null), 0)::bigint`

/** `openClaimOf` computed in SQL for the rental `r` of a statement, in centavos. */
export const claimedPart = sql`coalesce((select c.centavos - c.granted_before from deposit_claim c
  where c.rental_id = r.id and c.granted_centavos is null), 0)::bigint`

/** `depositLeftOf` computed in SQL for the rental `r` of a statement, in centavos. */
export const depositLeftPart = sql`(select coalesce(sum(m.centavos), 0)
    - ${grantedCentavos(sql`r.id`)} - ${latePart}
  from money_line m where m.rental_id = r.id and (m.kind = 'deposit' or m.returns = 'deposit'))::bigint`
