import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

/** How long a message may wait for a reader before they are told of it elsewhere. */
export const AWAY_MS = 5 * 60_000

type UnreadBefore = { id: string; renterUnread: number; ownerUnread: number }

/**
 * Has the other side told of a message by email and the like, unless they have read it in five minutes. Once for each
 * run of unread messages: those that follow the first one tell nobody.
 */
export async function tellIfAway(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  thread: UnreadBefore,
  { side, messageId }: { side: 'renter' | 'owner'; messageId: number },
): Promise<void> {
  const to = side === 'renter' ? 'owner' : 'renter'
  if ((to === 'owner' ? thread.ownerUnread : thread.renterUnread) > 0) return
  const payload = { threadId: thread.id, messageId, to } as const
  await recordEffects(tx, ctx, [{ kind: 'message-mail', payload }], { afterMs: AWAY_MS })
}
