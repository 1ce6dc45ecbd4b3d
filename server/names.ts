import { type RawBuilder, sql } from 'kysely'
import { FULL_NAME_DAYS } from '#domain/account/account.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Context } from './context.ts'

/** Who looks at a person's name, and when; `id` may be a column of the statement. */
export type Viewer = { id: string | RawBuilder<string>; now: Date }

/** Whoever is logged in, as one who looks at names. */
export const viewerOf = ({ id }: { id: string }, { clock }: Pick<Context, 'clock'>): Viewer => ({
  id,
  now: clock.now(),
})

/** The full name of the `account` row `alias`: for the person themselves and for the admin area only. */
export function fullName(alias: string): RawBuilder<string> {
  const p = sql.ref(alias)
  return sql`${p}.first_name || ' ' || ${p}.last_name`
}

/**
 * The name of the `account` row `alias` as `viewer` sees it (decision 043): in full for the person themselves and for
 * the other party of a rental, from its approval until 30 days after its end; otherwise first name and initial.
 * `inFull` is one more condition under which it is told in full. What is for strangers, as the catalogue and carts,
 * uses `account.public_name`.
 */
export function nameFor(
  alias: string,
  viewer: Viewer,
  inFull: RawBuilder<unknown> = sql`false`,
): RawBuilder<string> {
  const p = sql.ref(alias)
  return sql`case when ${p}.id = ${viewer.id} or ${inFull} or ${isKnown(alias, viewer)} then ${fullName(alias)}
    else ${p}.public_name end`
}

function isKnown(alias: string, { id, now }: Viewer): RawBuilder<boolean> {
  const p = sql.ref(alias)
  return sql`exists (select from rental known where known.approved_at is not null
    and (known.renter_id = ${id} and known.owner_id = ${p}.id or known.renter_id = ${p}.id and known.owner_id = ${id})
    and (known.status = any(${[...holdingStatuses]})
      or known.status_changed_at > ${now}::timestamptz - make_interval(days => ${FULL_NAME_DAYS})))`
}
