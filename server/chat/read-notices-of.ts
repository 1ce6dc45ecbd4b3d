import { threadPath } from '#domain/chat/chat.ts'
import type { Context, Tx } from '../context.ts'

/** Marks the notices about a thread as read when a person has read the thread; in the same transaction. */
export async function readNoticesOf(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { threadId, reader }: { threadId: string; reader: string },
): Promise<void> {
  await tx
    .updateTable('notice')
    .set({ readAt: clock.now() })
    .where('accountId', '=', reader)
    .where('path', '=', threadPath(threadId))
    .where('readAt', 'is', null)
    .execute()
}
