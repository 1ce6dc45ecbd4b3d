import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Owner } from '#domain/access.ts'
import { type OwnerSums, readyCentavos } from '#domain/book/payout.ts'
import {
  addMonths,
  readMonth,
  type StatementEntry,
  type StatementLine,
  statementTexts,
  withBalances,
} from '#domain/book/statement.ts'
import { type Day, dayInManila } from '#domain/period.ts'
import type { Month } from '#domain/span.ts'
import { nameFor, type Viewer, viewerOf } from '../names.ts'
import type { Context, Db } from '../context.ts'
import { BOM, csvLines, csvPesos } from '../csv.ts'
import { cursorTime, exactly, pageOf, readCursor } from '../cursor.ts'
import { ownerSums } from './queries.ts'

/** A movement of money as its owner sees it; a payout has no rental. */
export type OwnerEntry = StatementEntry & {
  id: string
  orderNumber: string | null
  title: string | null
  renterName: string | null
  /** The reference of a payout. */
  reference: string | null
  paidOn: Day | null
}

export type Statement = OwnerSums & {
  month: Month
  /** The month of their first movement; null when there is none. */
  firstMonth: Month | null
  openingCentavos: number
  closingCentavos: number
  readyCentavos: number
  /** The sum of all payouts to them. */
  paidOutCentavos: number
  /** A page of the month's lines. */
  lines: StatementLine<OwnerEntry>[]
  /** The cursor of the next lines; null when these are the last of the month. */
  next: string | null
}

/** How many lines a page shows: more than most owners have in a month. */
const LINES = 200

/**
 * An owner's statement of a Manila month (`2026-11`, or this one), from the book. `after` is the cursor of the lines
 * before; the sums are those of the whole month on every page. `size` is the number of lines, null for all. Two
 * statements.
 */
export async function readStatement(
  ctx: Pick<Context, 'db' | 'clock'>,
  owner: Owner,
  monthText: string | null,
  { after = null, size = LINES }: { after?: string | null; size?: number | null } = {},
): Promise<Statement> {
  const month = readMonth(monthText, dayInManila(ctx.clock.now()))
  const sums = await findSums(ctx.db, owner.id, month)
  const { entries, movedBefore, next } = await listEntries(ctx.db, viewerOf(owner, ctx), month, {
    after,
    size,
  })
  const lines = withBalances(sums.openingCentavos + movedBefore, entries)
  return { ...sums, month, lines, next, readyCentavos: readyCentavos(sums) }
}

/** A month's statement, with all its lines, as a CSV file. */
export function statementCsv({ openingCentavos, closingCentavos, lines }: Statement): string {
  const heads = [
    'Date',
    'What',
    'Item',
    'Renter',
    'Order',
    'Reference',
    'Amount (PHP)',
    'Balance (PHP)',
  ] as const
  const rest = ['', '', '', '', ''] as const
  return (
    BOM +
    csvLines([
      heads,
      ['', 'Opening balance', ...rest, csvPesos(openingCentavos)],
      ...lines.map((line) => [
        line.at,
        statementTexts[line.what],
        line.title,
        line.renterName,
        line.orderNumber,
        line.reference,
        csvPesos(line.centavos),
        csvPesos(line.balanceCentavos),
      ]),
      ['', 'Closing balance', ...rest, csvPesos(closingCentavos)],
    ])
  )
}

/**
 * The instant at which a month begins in Manila. `addMonths` computes months, because the database would add them in
 * its own time zone.
 */
const first = (month: Month) => sql`(${`${month}-01`}::timestamp at time zone 'Asia/Manila')`

type Sums = OwnerSums &
  Pick<Statement, 'firstMonth' | 'openingCentavos' | 'closingCentavos' | 'paidOutCentavos'>

async function findSums(db: Db, ownerId: string, month: Month): Promise<Sums> {
  const movedBefore = (end: RawBuilder<unknown>) =>
    sql`coalesce(-sum(p.centavos) filter (where e.at < ${end}), 0)::bigint`
  const { rows } = await sql<Sums>`select ${ownerSums(sql`${ownerId}::uuid`)}, moved.*,
      (select coalesce(sum(y.centavos), 0)::bigint from payout y
        where y.owner_id = ${ownerId} and y.direction = 'to_owner'
          and y.reversed_at is null) as paid_out_centavos
    from (select to_char(min(e.at) at time zone 'Asia/Manila', 'YYYY-MM') as first_month,
        ${movedBefore(first(month))} as opening_centavos,
        ${movedBefore(first(addMonths(month, 1)))} as closing_centavos
      from book_posting p join book_entry e on e.id = p.entry_id
      where p.person_id = ${ownerId} and p.book_account in ('owner_payable', 'cash_collected')) moved`.execute(
    db,
  )
  return rows[0]!
}

const lineCursor = z.tuple([cursorTime, z.int().nonnegative(), z.int().nonnegative(), z.int().min(0).max(1)])

/**
 * A page of an owner's movements of a month, in the order in which they were booked, and what the movements of the
 * month before them add up to. A cash hand-over has one line per part: rent and delivery are the owner's, who has that
 * money already; the fee is owed to the site; the deposit has to be given back. An undone hand-over, and a change of
 * the days in cash, have the same parts. It begins with the entries of the owner, as the month has those of everyone.
 */
async function listEntries(
  db: Db,
  viewer: Viewer,
  month: Month,
  { after, size }: { after: string | null; size: number | null },
): Promise<{ entries: OwnerEntry[]; movedBefore: number; next: string | null }> {
  const ownerId = viewer.id
  const cursor = readCursor(after, lineCursor)
  const { rows } = await sql<
    OwnerEntry & { movedBefore: number; atText: string; entry: number; posting: number; part: number }
  >`
    with theirs as materialized (
      select distinct p.entry_id from book_posting p where p.person_id = ${ownerId}
        and p.book_account in ('owner_payable', 'cash_collected')),
    month as (
      select e.id, e.at, e.kind, e.key from theirs t join book_entry e on e.id = t.entry_id
      where e.at >= ${first(month)} and e.at < ${first(addMonths(month, 1))}),
    parts as (
      select e.id as entry, p.id as posting, 0 as part, -p.centavos as centavos, p.rental_id, case
          when e.kind = 'charge' or e.kind = 'cash' then 'rent'
          when e.kind = 'cash-reversed' then 'rent-undone'
          when e.kind = 'cash-change' then 'rent-changed'
          when e.kind = 'cash-deposit' then 'cash-deposit-returned'
          when e.kind = 'payout' then case p.book_account when 'owner_payable' then 'paid-out' else 'paid-in' end
          else e.kind end as what
      from month e join book_posting p on p.entry_id = e.id
      where p.person_id = ${ownerId} and (p.book_account = 'owner_payable' or p.book_account = 'cash_collected'
        and e.kind not in ('cash', 'cash-reversed', 'cash-change'))
      union all
      select e.id, p.id, 1, p.centavos, p.rental_id,
        case p.book_account when 'owner_payable' then 'cash' when 'platform_fee' then 'cash-fee'
        else 'cash-deposit' end
          || case e.kind when 'cash-reversed' then '-undone' when 'cash-change' then '-changed' else '' end
      from month e join book_posting p on p.entry_id = e.id
      where e.kind in ('cash', 'cash-reversed', 'cash-change') and p.book_account in ('owner_payable', 'platform_fee',
        'deposit_held')),
    line as (
      select t.*, e.at, e.kind, e.key, sum(t.centavos) over (order by e.at, t.entry, t.posting, t.part) - t.centavos
        as moved_before from parts t join month e on e.id = t.entry),
    shown as (
      select * from line t where ${
        cursor
          ? sql`(t.at, t.entry, t.posting, t.part) > (${cursor[0]}::timestamptz, ${cursor[1]}::bigint,
              ${cursor[2]}::bigint, ${cursor[3]}::int)`
          : sql`true`
      } order by t.at, t.entry, t.posting, t.part limit ${size && size + 1}::int)
    select t.posting || '-' || t.part as id, t.at, t.what, t.centavos::bigint as centavos,
      t.moved_before::bigint as moved_before, ${exactly(sql`t.at`)} as at_text, t.entry, t.posting, t.part,
      o.number as order_number, r.title,
      ${nameFor('a', viewer)} as renter_name, y.reference, y.paid_on
    from shown t
      left join rental r on r.id = t.rental_id left join "order" o on o.id = r.order_id
      left join account a on a.id = r.renter_id
      left join payout y on y.id = (case when t.kind like 'payout%' then split_part(t.key, ':', 2)::uuid end)
    order by t.at, t.entry, t.posting, t.part`.execute(db)
  const { items, next } = pageOf(
    rows,
    size ?? rows.length,
    ({ atText, entry, posting, part, movedBefore: _, ...line }) => [line, [atText, entry, posting, part]],
  )
  return { entries: items, movedBefore: rows[0]?.movedBefore ?? 0, next }
}
