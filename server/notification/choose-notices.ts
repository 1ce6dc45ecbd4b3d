import { kindsFor, type NoticeKind } from '#domain/notification/kinds.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing } from '../record.ts'

/**
 * Keeps which kinds of notices whoever asks wants: `wanted`; every other kind of their role is switched off. It counts from the
 * next notice that is sent. Refusals: `login`, `limit`.
 */
export async function chooseNotices(ctx: Context, wanted: readonly NoticeKind[]): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  const full = await ctx.limits.full('profileUpdates', actor.id)
  if (full) return full
  const off = kindsFor(actor.role).filter((kind) => !wanted.includes(kind))
  const verdict = await changing(ctx, async (tx) => {
    // Held, so that two forms sent at once leave the one or the other, not a mixture.
    const account = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || account.deletedAt) return notFound()
    await tx.deleteFrom('notificationChoice').where('accountId', '=', actor.id).execute()
    if (off.length > 0)
      await tx
        .insertInto('notificationChoice')
        .values(off.map((kind) => ({ accountId: actor.id, kind, switchedOffAt: ctx.clock.now() })))
        .execute()
    return { ok: true as const }
  })
  if (verdict.ok) await ctx.limits.count('profileUpdates', actor.id)
  return verdict
}
