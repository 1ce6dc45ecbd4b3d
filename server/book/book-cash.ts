import { sql } from 'kysely'
import { type BookedRental, cashChangeEntry, cashEntry, cashReversedEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'
import { listMoneyLines } from './queries.ts'
import { writeBook } from './write-book.ts'

type Rental = Omit<BookedRental, 'lines'>

/** Books the cash that an owner collected when they handed a Cash on Delivery rental over. */
export async function bookCash(tx: Tx, ctx: Pick<Context, 'clock'>, rental: Rental): Promise<void> {
  const lines = await listMoneyLines(tx, rental.id)
  await writeBook(tx, ctx, [cashEntry({ ...rental, lines }, await timesUndone(tx, rental.id))])
}

/** Reverses the cash entry when the hand-over is undone: it adds a reversing entry, and the first one stays. */
export async function reverseCash(tx: Tx, ctx: Pick<Context, 'clock'>, rental: Rental): Promise<void> {
  const lines = await listMoneyLines(tx, rental.id)
  await writeBook(tx, ctx, [cashReversedEntry({ ...rental, lines }, (await timesUndone(tx, rental.id)) + 1)])
}

/** Books what a change of the days adds to the cash of a rental that was handed over, or takes from it. */
export async function bookCashChange(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  rental: Rental,
  changeId: string,
): Promise<void> {
  const lines = await tx
    .selectFrom('moneyLine')
    .select(['kind', 'centavos', 'returns'])
    .where('changeId', '=', changeId)
    .orderBy('id')
    .execute()
  await writeBook(tx, ctx, [cashChangeEntry({ ...rental, lines }, changeId)])
}

async function timesUndone(tx: Tx, rentalId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from book_entry
    where rental_id = ${rentalId} and kind = 'cash-reversed'`.execute(tx)
  return rows[0]!.n
}
