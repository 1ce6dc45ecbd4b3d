import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'

/** A checkout that wants one of the listings waits for no more than this many of them. */
const BATCH = 100

/**
 * Changes listings, some at a time, each time in a transaction of its own: thousands in one would take longer than a
 * statement may, and hold up checkouts meanwhile. `change` locks those it gets, and says how many it changed. Returns
 * how many it changed in all. The first refusal of `change` ends it.
 */
export async function changeListings(
  ctx: Context,
  ids: readonly string[],
  change: (tx: Tx, some: readonly string[]) => Promise<Verdict<{ changed: number }>>,
): Promise<Verdict<{ listings: number }>> {
  let listings = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const verdict = await inTransaction(ctx, (tx) => change(tx, ids.slice(from, from + BATCH)))
    if (!verdict.ok) return verdict
    listings += verdict.changed
  }
  return { ok: true, listings }
}
