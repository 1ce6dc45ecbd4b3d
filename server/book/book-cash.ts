import { sql } from 'kysely'
import { cashEntry, cashReversedEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'
import { findBookedRental } from '../payment/queries.ts'
import { writeBook } from './write-book.ts'

/** Books the cash that an owner collected when they handed a Cash on Delivery rental over. */
export async function bookCash(tx: Tx, ctx: Pick<Context, 'clock'>, rental: { id: string }): Promise<void> {
  const undone = await timesUndone(tx, rental.id)
  await writeBook(tx, ctx, [cashEntry(await findBookedRental(tx, rental.id), undone)])
}

/** Takes that back, as the hand-over is undone: an entry of its own, and what was booked stays. */
export async function reverseCash(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  rental: { id: string },
): Promise<void> {
  const time = (await timesUndone(tx, rental.id)) + 1
  await writeBook(tx, ctx, [cashReversedEntry(await findBookedRental(tx, rental.id), time)])
}

async function timesUndone(tx: Tx, rentalId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from book_entry
    where rental_id = ${rentalId} and kind = 'cash-reversed'`.execute(tx)
  return rows[0]!.n
}
