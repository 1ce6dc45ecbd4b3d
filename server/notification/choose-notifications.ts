import {
  switchableKinds,
  switchableKindsFor,
  type NotificationChannel,
  type SwitchableKind,
  notificationChannels,
} from '#domain/notification/kinds.ts'
import { loginFirst, notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'

export type Wanted = Partial<Record<NotificationChannel, readonly SwitchableKind[]>>

/**
 * Stores which kinds of notification the actor wants by which channel: those in `wanted`; every other kind of their
 * role among `kinds` is switched off there. A channel that is missing in `wanted`, and a kind that is missing in
 * `kinds`, do not change. It applies from the next notification on. Refusals: `login`, `limit`.
 */
export async function chooseNotifications(
  ctx: Context,
  wanted: Wanted,
  kinds: readonly SwitchableKind[] = switchableKinds,
): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const refused = await ctx.limits.take('profileUpdates', actor.id)
  if (refused) return refused
  const channels = notificationChannels.filter((channel) => wanted[channel])
  const off = channels.flatMap((channel) =>
    switchableKindsFor(actor.role)
      .filter((kind) => kinds.includes(kind) && !wanted[channel]!.includes(kind))
      .map((kind) => ({ accountId: actor.id, kind, channel, switchedOffAt: ctx.clock.now() })),
  )
  return inTransaction(ctx, async (tx) => {
    // The lock makes one of two forms sent at once win completely.
    const account = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || account.deletedAt) return notFound()
    if (channels.length > 0 && kinds.length > 0)
      await tx
        .deleteFrom('notificationChoice')
        .where('accountId', '=', actor.id)
        .where('channel', 'in', channels)
        .where('kind', 'in', kinds)
        .execute()
    if (off.length > 0) await tx.insertInto('notificationChoice').values(off).execute()
    return { ok: true as const }
  })
}
