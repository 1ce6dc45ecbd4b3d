import { sql } from 'kysely'
import { trackerSectionNames, trackerSections, type TrackerSectionName } from '#domain/rental/tracker.ts'
import type { Side } from '#domain/side.ts'
import type { Viewer } from '../names.ts'
import type { Db } from '../context.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import { readTracked, trackedColumns, type TrackedRental, type TrackedRow } from './tracked.ts'

export type TrackedPage = { items: TrackedRental[]; next: string | null }

const PAGE = 20

/**
 * The tracker of one side: the newest rentals of each section, with their amounts, and the cursor of each section's
 * next page. `after` is such a cursor for one section; then only that one is read. An owner sees rentals of confirmed
 * orders, a renter also those that wait for their payment and those never paid. Of these, `asked` is included whatever
 * page it is on. One statement.
 */
export async function trackRentals(
  db: Db,
  viewer: Viewer,
  side: Side,
  { section = null, after = null, asked = null }: TrackerQuery = {},
): Promise<Tracker> {
  const mine = sql.ref(side === 'renter' ? 'r.renter_id' : 'r.owner_id')
  const partner = sql.ref(side === 'renter' ? 'r.owner_id' : 'r.renter_id')
  const cursor = section && readCursor(after, newestCursor)
  const wanted = (cursor ? [section] : trackerSectionNames).map(
    (name) => sql`(${name}::text, ${[...trackerSections[name]]}::text[])`,
  )
  const seen = side === 'owner' ? sql`o.status = 'confirmed'` : sql`o.status <> 'awaiting_payment'`
  const unpaid = side === 'renter' && !cursor
  const { rows } = await sql<
    TrackedRow & { section: TrackerSectionName | 'unpaid' | null; createdAtText: string }
  >`
    with page as (
      select s.section, r.id from (values ${sql.join(wanted)}) s (section, statuses) cross join lateral (
        select r.id from rental r join "order" o on o.id = r.order_id
        where ${mine} = ${viewer.id} and r.status = any(s.statuses) and ${seen}
          ${cursor ? sql`and (r.created_at, r.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
        order by r.created_at desc, r.id desc limit ${PAGE + 1}) r
      union all select 'unpaid', r.id from "order" o join rental r on r.order_id = o.id
        where o.renter_id = ${viewer.id} and o.status = 'awaiting_payment' and ${unpaid}
      union all select null, r.id from rental r join "order" o on o.id = r.order_id
        where r.id = ${asked}::uuid and ${mine} = ${viewer.id} and (${side === 'renter'} or o.status = 'confirmed'))
    select page.section, ${exactly(sql`r.created_at`)} as created_at_text, ${trackedColumns(viewer)}
    from page join rental r on r.id = page.id join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = ${partner}
    order by r.created_at desc, r.id desc`.execute(db)
  const read = ({ section: _section, createdAtText, ...row }: (typeof rows)[number]) => {
    return [readTracked(row), [createdAtText, row.id]] as const
  }
  const of = (name: string | null) => rows.filter((row) => row.section === name)
  const pages = trackerSectionNames.map((name) => [name, pageOf(of(name), PAGE, read)])
  return {
    sections: Object.fromEntries(pages) as Tracker['sections'],
    unpaid: of('unpaid').map((row) => read(row)[0]),
    asked: of(null).map((row) => read(row)[0])[0] ?? null,
    only: cursor ? section : null,
  }
}

export type Tracker = {
  sections: Record<TrackerSectionName, TrackedPage>
  /** Rentals of orders that wait for a payment: of five orders at most. */
  unpaid: TrackedRental[]
  asked: TrackedRental | null
  /** The section, if only one was read. */
  only: TrackerSectionName | null
}
type TrackerQuery = { section?: TrackerSectionName | null; after?: string | null; asked?: string | null }
