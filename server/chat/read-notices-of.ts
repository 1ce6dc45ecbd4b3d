import { threadPath } from '#domain/chat/chat.ts'
import type { Context, Tx } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'

/**
 * Marks the notices about a thread as read when a person has read the thread; in the same transaction. It tells their
 * other tabs.
 */
export async function readNoticesOf(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { threadId, reader }: { threadId: string; reader: string },
): Promise<void> {
  const read = await tx
    .updateTable('notice')
    .set({ readAt: clock.now() })
    .where('accountId', '=', reader)
    .where('path', '=', threadPath(threadId))
    .where('readAt', 'is', null)
    .returning('id')
    .execute()
  const [first] = read
  if (first)
    recordLiveEvents(tx, [{ to: reader, kind: 'notice', detail: { noticeId: first.id, isRead: true } }])
}
