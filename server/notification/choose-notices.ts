import { kindsFor, type NoticeChannel, type NoticeKind, noticeChannels } from '#domain/notification/kinds.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing } from '../record.ts'

export type Wanted = Partial<Record<NoticeChannel, readonly NoticeKind[]>>

/**
 * Keeps which kinds of notices whoever asks wants by which channel: `wanted`; every other kind of their role is
 * switched off there. A channel that is not in `wanted` stays as it was. It counts from the next notice that is sent.
 * Refusals: `login`, `limit`.
 */
export async function chooseNotices(ctx: Context, wanted: Wanted): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  const full = await ctx.limits.take('profileUpdates', actor.id)
  if (full) return full
  const channels = noticeChannels.filter((channel) => wanted[channel])
  const off = channels.flatMap((channel) =>
    kindsFor(actor.role)
      .filter((kind) => !wanted[channel]!.includes(kind))
      .map((kind) => ({ accountId: actor.id, kind, channel, switchedOffAt: ctx.clock.now() })),
  )
  return changing(ctx, async (tx) => {
    // Held, so that two forms sent at once leave the one or the other, not a mixture.
    const account = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || account.deletedAt) return notFound()
    if (channels.length > 0)
      await tx
        .deleteFrom('notificationChoice')
        .where('accountId', '=', actor.id)
        .where('channel', 'in', channels)
        .execute()
    if (off.length > 0) await tx.insertInto('notificationChoice').values(off).execute()
    return { ok: true as const }
  })
}
