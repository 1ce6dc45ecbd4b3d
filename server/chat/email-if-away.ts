import { otherSide, type Side } from '#domain/side.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'
import type { LockedThread } from './queries.ts'

/** How long a message may be unread before an email about it is sent. */
export const AWAY_MS = 5 * MINUTE_MS

type ThreadBefore = Pick<LockedThread, 'id' | `${Side}${'Unread' | 'ReadId' | 'DroppedId'}`>

/**
 * Plans the notification of a message for the other side, which is sent unless they read the message within five
 * minutes. Once for each run of unread messages: further ones cause no notification, unless the planned one was
 * dropped.
 */
export async function emailIfAway(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  thread: ThreadBefore,
  { side, messageId }: { side: Side; messageId: number },
): Promise<void> {
  const to = otherSide(side)
  const wasDropped = thread[`${to}DroppedId`] > thread[`${to}ReadId`]
  if (thread[`${to}Unread`] > 0 && !wasDropped) return
  if (wasDropped)
    await tx
      .updateTable('thread')
      .set({ [`${to}DroppedId`]: 0 })
      .where('id', '=', thread.id)
      .execute()
  await planNotification(tx, ctx, { threadId: thread.id, messageId, to })
}

/** Plans the notification of a message for `to`, which is sent unless they read it within five minutes. */
export async function planNotification(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  payload: { threadId: string; messageId: number; to: Side },
): Promise<void> {
  await recordEffects(tx, ctx, [{ kind: 'message-mail', payload }], { afterMs: AWAY_MS })
}
