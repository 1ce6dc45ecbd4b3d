import { sql } from 'kysely'
import { noShowKinds } from '#domain/dispute/dispute.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { openDispute } from './open-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Opens the system's dispute about a hand-over of which each side says that the other did not come, or adds to the
 * open one. With `notifiesPeople` both are told. Refusals: as `openDispute`; here only `decided` occurs.
 */
export const openContradicted = (
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
 * Opens that dispute, as another one has ended, if the two contradict each other and no dispute about the hand-over
 * has been open since: nothing could be added to one that was decided. Does nothing if the rental is not Approved.
 */
export async function openLeftContradiction(
  tx: Tx,
  ctx: Ctx,
  { id, status }: { id: string; status: string },
): Promise<void> {
  if (status !== 'Approved') return
  const { rows } = await sql<{ isLeft: boolean }>`select count(*) = 2 and not exists (
      select from dispute d join dispute_statement s on s.dispute_id = d.id
      where d.rental_id = ${id} and s.kind = any(${[...noShowKinds]})
        and (d.closed_at is null or d.closed_at >= max(n.said_at))) as is_left
    from no_show n where n.rental_id = ${id}`.execute(tx)
  if (!rows[0]!.isLeft) return
  const opened = await openContradicted(tx, ctx, id, { notifiesPeople: true })
  if (!opened.ok) throw new Error(`no dispute about who did not come to ${id}: ${opened.message}`)
}
