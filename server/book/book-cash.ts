import { cashEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'
import { findBookedRental } from '../payment/queries.ts'
import { writeBook } from './write-book.ts'

/** Books the cash that an owner collected when they handed a Cash on Delivery rental over. */
export async function bookCash(tx: Tx, ctx: Pick<Context, 'clock'>, rental: { id: string }): Promise<void> {
  await writeBook(tx, ctx, [cashEntry(await findBookedRental(tx, rental.id))])
}
