import { asThreadParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'
import { lockThread } from './queries.ts'
import { readNoticesOf } from './read-notices-of.ts'

/**
 * One side has read a thread, up to a message (`upTo`, its id) or all of it. Reading what was read already changes
 * nothing. Refusal: `not-found`, for anyone but its two people.
 */
export async function markRead(
  ctx: Context,
  { threadId, upTo }: { threadId: string; upTo?: number },
): Promise<Verdict> {
  return changing(ctx, async (tx) => {
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
    const unread = await countAfter(tx, { threadId, side, last })
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
    recordNews(tx, [
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

/** How many messages of the other side came after one. Nobody waits for the assistant's to be read. */
async function countAfter(
  tx: Tx,
  { threadId, side, last }: { threadId: string; side: 'renter' | 'owner'; last: number },
): Promise<number> {
  const { n } = await tx
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('threadId', '=', threadId)
    .where('id', '>', last)
    .where('sender', '=', side === 'renter' ? 'owner' : 'renter')
    .executeTakeFirstOrThrow()
  return Number(n)
}
