import { sql } from 'kysely'
import { photoJson, type PhotoRef } from '../listing/queries.ts'

/** SQL: the part of the deposit of the rental `r` that its late fee takes, or took, in centavos. */
export const latePart = sql`coalesce((select f.deposit_centavos from late_fee f where f.rental_id = r.id), 0)::bigint`

/** `heldOf` computed in SQL for the rental `r` of a statement, in centavos. */
export const heldDeposit = sql`(select coalesce(sum(m.centavos), 0)
    - coalesce((select c.granted_centavos from deposit_claim c where c.rental_id = r.id), 0)
    - ${latePart}
  from money_line m where m.rental_id = r.id and (m.kind = 'deposit' or m.returns = 'deposit'))::bigint`

/** A claim on a deposit as its two people and admins read it. */
export type ClaimPage = {
  centavos: number
  reason: string
  createdAt: Date
  photos: PhotoRef[]
  answer: string | null
  answeredAt: Date | null
  grantedCentavos: number | null
  decision: string | null
  decidedAt: Date | null
}

/** The claim in the JSON of a statement. */
export type StoredClaim = {
  [K in keyof ClaimPage]: Date extends ClaimPage[K] ? string | Exclude<ClaimPage[K], Date> : ClaimPage[K]
}

/** The claim `c` of a statement as JSON, with its photos. */
export const claimJson = sql`jsonb_build_object('centavos', c.centavos, 'reason', c.reason, 'createdAt', c.created_at,
  'answer', c.answer, 'answeredAt', c.answered_at, 'grantedCentavos', c.granted_centavos, 'decision', c.decision,
  'decidedAt', c.decided_at, 'photos', (select coalesce(jsonb_agg(${photoJson('p')} order by p.position), '[]')
    from photo p where p.claim_id = c.rental_id))`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** Reads a claim from that JSON. */
export function readClaim(claim: StoredClaim): ClaimPage {
  return {
    ...claim,
    createdAt: new Date(claim.createdAt),
    answeredAt: dateOf(claim.answeredAt),
    decidedAt: dateOf(claim.decidedAt),
  }
}
