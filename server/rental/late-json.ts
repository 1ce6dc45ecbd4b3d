import { type RawBuilder, sql } from 'kysely'
import { noLateFee, type StoredLateFee } from '#domain/rental/late-fee.ts'
import { dateOf } from '../json-dates.ts'

type At<T, K extends keyof T> = Omit<T, K> & { [N in K]: null extends T[N] ? string | null : string }
type Fixed = NonNullable<StoredLateFee['fixed']>

/** A late fee in the JSON of a statement. */
export type LateFeeRow = {
  waived: StoredLateFee['waived']
  fixed: At<Fixed, 'at' | 'dueAt' | 'objectedAt' | 'settledAt'> | null
} | null

/** SQL: what of the late fee `f` its owner waived, as JSON. */
export const waivedJson = sql`case when f.waived_all then to_jsonb('all'::text) else to_jsonb(f.waived_centavos) end`

/** The late fee of a rental as JSON for `readLateFee`; null when nothing is stored. */
export const lateFeeJson = (rental: RawBuilder<unknown>) => sql<LateFeeRow>`(select jsonb_build_object(
  'waived', ${waivedJson},
  'fixed', case when f.fixed_at is not null then jsonb_build_object('days', f.days, 'centavos', f.fee_centavos,
    'depositCentavos', f.deposit_centavos, 'at', f.fixed_at, 'dueAt', f.due_at, 'objectedAt', f.objected_at,
    'settledAt', f.settled_at, 'isLost', ${rental}.returned_at is null,
    'openDispute', (select case when exists (select from dispute_decision x where x.dispute_id = d.id) then 'decided'
      else 'undecided' end from dispute d where d.rental_id = f.rental_id and d.closed_at is null),
    'isRestSettled', exists (select from debt d where d.id = f.rental_id and d.settled_at is not null)) end)
  from late_fee f where f.rental_id = ${rental}.id)`

/** Reads a late fee from that JSON. */
export function readLateFee(row: LateFeeRow): StoredLateFee {
  if (!row) return noLateFee
  const { waived, fixed } = row
  return {
    waived,
    fixed: fixed && {
      ...fixed,
      at: new Date(fixed.at),
      dueAt: dateOf(fixed.dueAt),
      objectedAt: dateOf(fixed.objectedAt),
      settledAt: dateOf(fixed.settledAt),
    },
  }
}
