import { sql } from 'kysely'
import { besideReceipts } from '#domain/book/book.ts'
import { type BookedMoney, compareRental, type Difference } from '#domain/reconciliation/reconciliation.ts'
import type { Db } from '../context.ts'
import { linesJson } from '../book/queries.ts'
import { inBatches } from './in-batches.ts'

/**
 * The differences between receipts and the book, for every order with a change since an instant: it was placed, a
 * money line or a book entry was written for it, or the status of one of its rentals changed. Reads `batchSize` orders
 * at a time, so that no statement grows with the site.
 */
export async function compareOrders(db: Db, since: Date, batchSize?: number): Promise<Difference[]> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from rental where created_at >= ${since} or status_changed_at >= ${since}
    union select r.order_id from money_line m join rental r on r.id = m.rental_id where m.created_at >= ${since}
    union select order_id from book_entry where at >= ${since} and order_id is not null
    order by id`.execute(db)
  return inBatches(rows, async (ids) => (await readMoney(db, ids)).flatMap(compareRental), batchSize)
}

/** What the receipts and the book say about every rental of these orders. One statement. */
async function readMoney(db: Db, orderIds: readonly string[]): Promise<BookedMoney[]> {
  const booked = (account: string) => sql`(select coalesce(-sum(p.centavos), 0)::bigint
    from book_posting p join book_entry e on e.id = p.entry_id
    where p.rental_id = r.id and p.book_account = ${account}
      and e.kind <> all(${[...besideReceipts]}::text[]))`
  const { rows } = await sql<BookedMoney>`
    select r.order_id, r.title, o.payment_method, o.status as order_status, r.status, ${linesJson} as lines,
      jsonb_build_object('owner', ${booked('owner_payable')}, 'fee', ${booked('platform_fee')},
        'deposit', ${booked('deposit_held')}) as booked
    from "order" o join rental r on r.order_id = o.id where o.id = any(${orderIds}::uuid[]) order by r.id`.execute(
    db,
  )
  return rows
}
