import { type RawBuilder, sql } from 'kysely'
import { FULL_NAME_DAYS } from '#domain/account/account.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Context } from './context.ts'

/** The person who sees names, and when; `id` may be a column of the statement. */
export type Viewer = { id: string | RawBuilder<string>; now: Date }

/** The logged-in user as a `Viewer`. */
export const viewerOf = ({ id }: { id: string }, { clock }: Pick<Context, 'clock'>): Viewer => ({
  id,
  now: clock.now(),
})

/** The full name of the `account` row `alias`: for the person themselves and for the admin area only. */
export function fullName(alias: string): RawBuilder<string> {
  const p = sql.ref(alias)
  return sql`${p}.first_name || ' ' || ${p}.last_name`
}

/** The email of the `account` row `alias`, null once the account is deleted: for the admin area only. */
export function emailOf(alias: string): RawBuilder<string | null> {
  const p = sql.ref(alias)
  return sql`case when ${p}.deleted_at is null then ${p}.email end`
}

/**
 * The name of the `account` row `alias` as `viewer` sees it (decision 042): the full name for the person themselves
 * and for the other party of a rental, from its approval until 30 days after its end; otherwise first name and
 * initial. `inFull` is one more condition for the full name. Public pages, such as the catalogue, and carts use
 * `account.public_name`.
 */
export function nameFor(
  alias: string,
  viewer: Viewer,
  inFull: RawBuilder<unknown> = sql`false`,
): RawBuilder<string> {
  const p = sql.ref(alias)
  return sql`case when ${p}.id = ${viewer.id} or ${inFull} or ${isOtherParty(alias, viewer)} then ${fullName(alias)}
    else ${p}.public_name end`
}

/**
 * SQL: whether the viewer and the `account` row `alias` are the two people of a rental that shows them full names now.
 * The database sets `approved_at` at the first approval.
 */
function isOtherParty(alias: string, { id, now }: Viewer): RawBuilder<boolean> {
  const p = sql.ref(alias)
  return sql`exists (select from rental shared where shared.approved_at is not null
    and (shared.renter_id = ${id} and shared.owner_id = ${p}.id
      or shared.renter_id = ${p}.id and shared.owner_id = ${id})
    and (shared.status = any(${[...holdingStatuses]})
      or shared.status_changed_at > ${now}::timestamptz - make_interval(days => ${FULL_NAME_DAYS})))`
}
