import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isPushService } from '#domain/notification/push-form.ts'
import { loginFirst, notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { PushTarget } from '#gateways/push/port.ts'
import { findSession } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'

/** The most browsers of one person; the oldest are deleted. */
const MOST_BROWSERS = 10

/**
 * Subscribes a browser to the actor's push messages until they log out there. A browser belongs to one person: the
 * last who subscribed. Refusals: `login`, `not-found` (push is off), `service` (not the address of a push service),
 * `limit`.
 */
export async function subscribeBrowser(ctx: Context, target: PushTarget): Promise<Verdict> {
  const session = await findSession(ctx, ctx.headers)
  const { actor, settings } = ctx
  if (actor.kind !== 'user' || session?.userId !== actor.id) return loginFirst()
  const { push } = settings
  if (!push) return notFound()
  if (!isPushService(target.endpoint, push.hosts))
    return refuse('service', 'This browser’s push service is not one we can write to.')
  const refused = await ctx.limits.take('profileUpdates', actor.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const row = {
      ...target,
      accountId: actor.id,
      sessionId: session.id,
      vapidKey: push.publicKey,
      createdAt: ctx.clock.now(),
    }
    await tx
      .insertInto('pushSubscription')
      .values({ id: randomUUID(), ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    await sql`delete from push_subscription where id in (select id from push_subscription
      where account_id = ${actor.id}
      order by created_at desc, id desc offset ${MOST_BROWSERS})`.execute(tx)
    return { ok: true }
  })
}
