import { type RawBuilder, sql } from 'kysely'
import { type Expires, type ExpiryName } from '#domain/retention/policy.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { holding } from '../listing/queries.ts'

type Due = { before: Date; now: Date; most: number }
/** One statement that deletes at most `most` rows that are older than `before`. */
export type Batch = (due: Due) => RawBuilder<unknown>

/** Further conditions of the rows that go, where not every old one does. */
const only: { [Name in ExpiryName]?: (due: Due) => RawBuilder<unknown> } = {
  // The trigger `event_kept` lets no newer event go, and goes by the clock of the database.
  logIns: () =>
    sql`action in ('log-in', 'fail-log-in', 'refuse', 'export') and at < now() - interval '90 days'`,
  networks: () => sql`network is not null`,
  unusedPhotos: () => sql`listing_id is null and former_listing_id is null and claim_id is null
    and entry_rental_id is null and not exists (select from message m where m.photo_id = photo.id)`,
  // The index on the age of photos has these two conditions; the time counts from the end of the rental.
  rentalPhotos: ({ before }) => sql`listing_id is null and former_listing_id is null and claim_id is null
    and exists (select from rental r where r.id = photo.entry_rental_id and r.status_changed_at < ${before}
      and r.status not in (${holding})
      and not ${hasOpenDispute(sql`r.id`)})`,
}

/**
 * Reads the old rows of a table by the index on `since`, oldest first. A row that a request holds is left for the next
 * time. Of several processes that sweep the same at the same time, one gets rows.
 */
function oldRows({ name, since }: Expires, table: string, due: Due) {
  const { before, most } = due
  return sql`array(select ctid from ${sql.id(table)} where ${aloneFor(name)} and ${sql.id(since)} < ${before}
    and ${only[name]?.(due) ?? sql`true`} order by ${sql.id(since)} limit ${most} for update skip locked)`
}

const aloneFor = (name: ExpiryName) =>
  sql`(select pg_try_advisory_xact_lock(hashtext('retention'), hashtext(${name})))`

const old = sql`t.last_message_at < `
/** A conversation stays while a report is about it. */
const unreported = sql`not exists (select from report p where p.thread_id = t.id)`

/** Deletes old photos; a job removes their files. */
const photosGone = (expires: Expires, due: Due) => sql`with gone as (
    delete from photo where ctid = any(${oldRows(expires, 'photo', due)}) returning id)
  insert into effect (kind, payload, created_at, due_at)
  select 'remove-photo', jsonb_build_object('photoId', id), ${due.now}::timestamptz, ${due.now}::timestamptz
    from gone`

/** The statements for the kinds of data whose deletion is more than deleting rows of one table. */
const special: { [Name in ExpiryName]?: (expires: Expires) => Batch[] } = {
  chats: ({ name }) => [
    ({ before, most }) => sql`delete from message where id = any(array(select m.id
      from thread t join message m on m.thread_id = t.id
      where ${aloneFor(name)} and ${old}${before} and ${unreported}
      order by t.last_message_at limit ${most} for update of t skip locked))`,
    ({ before, most }) => sql`delete from thread where id = any(array(select t.id from thread t
      where ${aloneFor(name)} and ${old}${before} and ${unreported}
        and not exists (select from message m where m.thread_id = t.id)
      order by t.last_message_at limit ${most} for update skip locked))`,
  ],
  networks: (expires) => [
    (due) => sql`update event set network = null where ctid = any(${oldRows(expires, 'event', due)})`,
  ],
  unusedPhotos: (expires) => [(due) => photosGone(expires, due)],
  rentalPhotos: (expires) => [(due) => photosGone(expires, due)],
}

/** The statements by which something is deleted, in their order; each is repeated until it finds nothing more. */
export function batchesOf(expires: Expires): Batch[] {
  return (
    special[expires.name]?.(expires) ??
    expires.tables.map(
      (table): Batch =>
        (due) =>
          sql`delete from ${sql.id(table)} where ctid = any(${oldRows(expires, table, due)})`,
    )
  )
}
