import { sql } from 'kysely'
import { noShowKinds } from '#domain/dispute/dispute.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { openDispute } from './open-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Opens a dispute in the name of the system, or adds to the open one: each side says that the other did not come to
 * the hand-over. With `notifiesPeople`, both sides are told. The only refusal is `decided`: the caller has locked an
 * Approved rental.
 */
export const openNoShowDispute = (
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  { notifiesPeople }: { notifiesPeople: boolean },
): Promise<Verdict> =>
  openDispute(tx, ctx, {
    rentalId,
    kind: 'no-show',
    by: 'system',
    notifiesPeople,
    text: 'Each of the two says that the other did not come to the hand-over.',
  })

/**
 * Opens the dispute of `openNoShowDispute` after another dispute of the rental closed: while that one was decided but
 * not closed, nothing could be added to it. Does so only if the rental is Approved, both sides said that the other did
 * not come, and no dispute about the hand-over is open or closed after the later statement. Throws if `openDispute`
 * refuses.
 */
export async function openUndisputedContradiction(
  tx: Tx,
  ctx: Ctx,
  { id, status }: { id: string; status: string },
): Promise<void> {
  if (status !== 'Approved') return
  // One row of `no_show` for each side: two contradict each other. `max` is of all of them, so their later statement.
  const { rows } = await sql<{ isUndisputed: boolean }>`select count(*) = 2 and not exists (
      select from dispute d join dispute_statement s on s.dispute_id = d.id
      where d.rental_id = ${id} and s.kind = any(${[...noShowKinds]})
        and (d.closed_at is null or d.closed_at >= max(n.said_at))) as is_undisputed
    from no_show n where n.rental_id = ${id}`.execute(tx)
  if (!rows[0]!.isUndisputed) return
  const opened = await openNoShowDispute(tx, ctx, id, { notifiesPeople: true })
  if (!opened.ok)
    throw new Error(`cannot open the dispute about who did not come, of rental ${id}: ${opened.message}`)
}
