import { asThreadParty } from '#domain/access.ts'
import { otherSide, type Side } from '#domain/side.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'
import { planNotification } from './email-if-away.ts'
import { lockThread } from './queries.ts'
import { readNoticesOf } from './read-notices-of.ts'

/**
 * Marks a thread as read by one side, up to a message (`upTo`, its id) or completely. Marking it again changes
 * nothing. Refusal: `not-found`, for anyone but its two people.
 */
export async function markRead(
  ctx: Context,
  { threadId, upTo }: { threadId: string; upTo?: number },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const thread = await lockThread(tx, threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    const { side } = gate.party
    const [wasRead, wasUnread] =
      side === 'renter'
        ? [thread.renterReadId, thread.renterUnread]
        : [thread.ownerReadId, thread.ownerUnread]
    const last = await lastMessageId(tx, threadId, upTo)
    if (last <= wasRead && wasUnread === 0) return { ok: true }
    const { unread, firstId } = await findUnread(tx, { threadId, side, last: Math.max(last, wasRead) })
    if (last <= wasRead && unread === wasUnread) return { ok: true }
    const readId = Math.max(last, wasRead)
    await tx
      .updateTable('thread')
      .set(
        side === 'renter'
          ? { renterUnread: unread, renterReadId: readId }
          : { ownerUnread: unread, ownerReadId: readId },
      )
      .where('id', '=', threadId)
      .execute()
    const [mine, theirs] =
      side === 'renter' ? [thread.renterId, thread.ownerId] : [thread.ownerId, thread.renterId]
    await readNoticesOf(tx, ctx, { threadId, reader: mine })
    // The notification was planned for a message that is read now; those after it caused none.
    if (firstId) await planNotification(tx, ctx, { threadId, messageId: firstId, to: side })
    recordLiveEvents(tx, [
      { to: mine, kind: 'read', detail: { threadId, upTo: readId, mine: true } },
      { to: theirs, kind: 'read', detail: { threadId, upTo: readId, mine: false } },
    ])
    return { ok: true }
  })
}

async function lastMessageId(tx: Tx, threadId: string, upTo: number | undefined): Promise<number> {
  const last = await tx
    .selectFrom('message')
    .select('id')
    .where('threadId', '=', threadId)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? 0
}

/**
 * How many messages of the other side came after a message, and the id of the first of them. The assistant's messages
 * do not count as unread.
 */
async function findUnread(
  tx: Tx,
  { threadId, side, last }: { threadId: string; side: Side; last: number },
): Promise<{ unread: number; firstId: number | null }> {
  const { unread, firstId } = await tx
    .selectFrom('message')
    .select(({ fn, cast }) => [
      cast<number>(fn.countAll(), 'integer').as('unread'),
      fn.min<number | null>('id').as('firstId'),
    ])
    .where('threadId', '=', threadId)
    .where('id', '>', last)
    .where('sender', '=', otherSide(side))
    .executeTakeFirstOrThrow()
  return { unread, firstId: firstId === null ? null : Number(firstId) }
}
