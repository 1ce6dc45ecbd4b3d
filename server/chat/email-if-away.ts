import { otherSide, type Side } from '#domain/side.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

/** How long a message may be unread before an email about it is sent. */
export const AWAY_MS = 5 * MINUTE_MS

type UnreadBefore = { id: string; renterUnread: number; ownerUnread: number }

/**
 * Plans the notification of a message for the other side, which is sent unless they read the message within five
 * minutes. Once for each run of unread messages: further ones cause no notification.
 */
export async function emailIfAway(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  thread: UnreadBefore,
  { side, messageId }: { side: Side; messageId: number },
): Promise<void> {
  const to = otherSide(side)
  if ((to === 'owner' ? thread.ownerUnread : thread.renterUnread) > 0) return
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
