import type { EventSubject } from '#db/schema.ts'
import type { Role } from '#domain/account/account.ts'
import { maskedNetworkOf } from '#domain/account/masked-network.ts'
import type { AccessAction } from '#domain/event/access.ts'
import type { Context } from './context.ts'
import { networkKeyOf } from './network.ts'

export type Access = {
  action: AccessAction
  subject: EventSubject
  subjectId: string
  detail?: Record<string, unknown>
  /** The account that logged in, when the request itself does not have it yet. */
  as?: { id: string; role: Role }
}

/**
 * Writes log-ins, refusals and exports into the audit log, with their network. All of an admin are stored, so that
 * nobody can keep one out. Nobody else can fill the database with it: `auditEntries` are stored per minute of an
 * account's log-ins and exports, and of a network's refusals and failures, `auditRefusals` of the latter in total; the
 * rest is only in the log of the process. Never throws: a request does not fail because this failed.
 */
export async function recordAccess(ctx: Context, access: Access): Promise<void> {
  const { action, subject, subjectId, detail = {}, as } = access
  const network = maskedNetworkOf(ctx.ip)
  const who = as ?? (ctx.actor.kind === 'user' ? ctx.actor : null)
  const granted = action === 'log-in' || action === 'export'
  ctx.log[granted ? 'info' : 'warn'](
    { event: action, subject, subjectId, accountId: who?.id, network },
    'access',
  )
  try {
    if (who?.role !== 'admin') {
      const counted = granted ? `granted ${who?.id}` : `refused ${networkKeyOf(ctx.ip)}`
      if (await ctx.limits.take('auditEntries', counted)) return
      if (!granted && (await ctx.limits.take('auditRefusals', 'all'))) return
    }
    await ctx.db
      .insertInto('event')
      .values({
        action,
        subject,
        subjectId: storable(subjectId).slice(0, 200),
        actorId: who?.id ?? null,
        actorRole: who?.role ?? null,
        detail: storableJson(detail),
        network: network.slice(0, 60),
        at: ctx.clock.now(),
      })
      .execute()
  } catch (error) {
    ctx.log.error({ err: error, event: action }, 'an access could not be noted')
  }
}

/** JSON that PostgreSQL can store: names and values can come from an address. */
function storableJson(detail: Record<string, unknown>): string {
  return JSON.stringify(detail, (_, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), each]))
  })
}

/** A text that PostgreSQL can store: without the character 0 and unpaired surrogates, which an address can contain. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
