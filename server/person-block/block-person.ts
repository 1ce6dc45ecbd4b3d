import { asThreadParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

/**
 * One person of a thread blocks the other: no messages between the two and no new rentals until it is lifted, except
 * about a listing while a rental of it is Approved or Active. Repeating it changes nothing. Refusals: `not-found`, for
 * anyone but its two people; `limit`.
 */
export async function blockPerson(ctx: Context, { threadId }: { threadId: string }): Promise<Verdict> {
  const thread = await ctx.db
    .selectFrom('thread')
    .select(['renterId', 'ownerId'])
    .where('id', '=', threadId)
    .executeTakeFirst()
  const gate = thread && asThreadParty(ctx.actor, thread)
  if (!thread || !gate?.ok) return notFound()
  const { user, side } = gate.party
  const blockedId = side === 'renter' ? thread.ownerId : thread.renterId
  const refused = await ctx.limits.take('blocks', user.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    await lockPair(tx, user.id, blockedId)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('personBlock')
      .values({ blockerId: user.id, blockedId, blockedAt: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirstOrThrow()
    // A message that is being sent in one of their threads locks that thread: it is stored before the block, or finds
    // the block.
    await tx
      .selectFrom('thread')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and({ renterId: user.id, ownerId: blockedId }),
          eb.and({ renterId: blockedId, ownerId: user.id }),
        ]),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (numInsertedOrUpdatedRows === 1n)
      await recordEvents(tx, ctx, [{ subject: 'account', subjectId: blockedId, action: 'block' }])
    return { ok: true as const }
  })
}

/** Locks both accounts, in one order: checkouts and first messages of either lock their own account. */
async function lockPair(tx: Tx, ...ids: [string, string]): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
