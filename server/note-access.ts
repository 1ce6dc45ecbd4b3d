import type { EventSubject } from '#db/schema.ts'
import type { Role } from '#domain/account/account.ts'
import type { AccessAction } from '#domain/event/access.ts'
import type { Context } from './context.ts'
import { networkKeyOf } from './network.ts'

export type Access = {
  action: AccessAction
  subject: EventSubject
  subjectId: string
  detail?: Record<string, unknown>
  /** Who got in, when the request itself is not theirs yet. */
  as?: { id: string; role: Role }
}

/**
 * Writes into the audit log who got in, what was refused or what was exported, with the network it came from. Nobody
 * can fill the database with it: of one network `auditEntries` are stored a minute, of refusals and failures
 * `auditRefusals` from everywhere; the rest is only in the log of the process. Never throws: a request does not fail
 * because it could not be noted.
 */
export async function noteAccess(ctx: Context, access: Access): Promise<void> {
  const { action, subject, subjectId, detail = {}, as } = access
  const network = networkKeyOf(ctx.ip)
  const who = as ?? (ctx.actor.kind === 'user' ? ctx.actor : null)
  const granted = action === 'log-in' || action === 'export'
  ctx.log[granted ? 'info' : 'warn'](
    { event: action, subject, subjectId, accountId: who?.id, network },
    'access',
  )
  try {
    if (await ctx.limits.take('auditEntries', `${granted ? 'granted' : 'refused'} ${network}`)) return
    if (!granted && (await ctx.limits.take('auditRefusals', 'all'))) return
    await ctx.db
      .insertInto('event')
      .values({
        action,
        subject,
        subjectId: storable(subjectId).slice(0, 200),
        actorId: who?.id ?? null,
        actorRole: who?.role ?? null,
        detail: JSON.stringify(detail, (_, value) => (typeof value === 'string' ? storable(value) : value)),
        network: network.slice(0, 60),
        at: ctx.clock.now(),
      })
      .execute()
  } catch (error) {
    ctx.log.error({ err: error, event: action }, 'an access could not be noted')
  }
}

/**
 * A text as PostgreSQL stores it: without the character 0 and halves of surrogate pairs, which an address can hold.
 */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
