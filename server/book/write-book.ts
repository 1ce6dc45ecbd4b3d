import type { BookEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Writes entries into the book, in the transaction of what they record. An entry whose key exists is skipped, so that
 * a movement is booked once however often it is reported; the database refuses an entry that does not sum to zero.
 */
export async function writeBook(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  entries: readonly BookEntry[],
): Promise<void> {
  // Triggers lock the sums of the owners. In one order, payments of the same owners don't wait for each other in a
  // circle.
  const byOwner = entries.toSorted((a, b) => compareOwners(ownerOf(a), ownerOf(b)))
  for (const { postings, ...entry } of byOwner) {
    if (postings.length === 0) continue
    const written = await tx
      .insertInto('bookEntry')
      .values({ ...entry, at: clock.now() })
      .onConflict((oc) => oc.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) continue
    await tx
      .insertInto('bookPosting')
      .values(
        postings.map(({ account, ...posting }) => ({
          ...posting,
          bookAccount: account,
          entryId: written.id,
        })),
      )
      .execute()
  }
}

/** Orders ids of owners as PostgreSQL orders uuids, for `toSorted`. */
export const compareOwners = (a: string, b: string) => Number(a > b) - Number(a < b)

const ownerOf = ({ postings }: BookEntry) =>
  postings.find(({ account }) => account === 'owner_payable' || account === 'cash_collected')?.personId ?? ''
