import { saysNoShow } from '#domain/dispute/dispute.ts'
import type { DisputeFacts } from '#domain/dispute/stage.ts'
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
 * Opens that dispute for what could not be added to one that was decided already, and has ended now: `said` are the
 * statements of that one. Does nothing if the rental is not Approved, if it was about the hand-over itself, or if the
 * two do not contradict each other any more.
 */
export async function openLeftContradiction(
  tx: Tx,
  ctx: Ctx,
  { id, status }: { id: string; status: string },
  { said }: Pick<DisputeFacts, 'said'>,
): Promise<void> {
  if (status !== 'Approved' || said.some(({ kind }) => saysNoShow(kind))) return
  const words = await tx.selectFrom('noShow').select('saidBy').where('rentalId', '=', id).execute()
  if (words.length < 2) return
  const opened = await openContradicted(tx, ctx, id, { notifiesPeople: true })
  if (!opened.ok) throw new Error(`no dispute about who did not come to ${id}: ${opened.message}`)
}
