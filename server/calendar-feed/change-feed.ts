import { createHash, randomBytes } from 'node:crypto'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockSession } from '../lock-session.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'

/** The hash under which the token of a calendar feed is kept, in hexadecimal. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Makes a new secret address for the actor's calendar feed; the one before stops working. Returns its token, 256
 * random bits in base64url, which is kept nowhere, and mails the person that it was made. Refusals: `login` (also when
 * the session ended meanwhile), `limit`.
 */
export async function makeFeed(ctx: Context): Promise<Verdict<{ token: string }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const refused = await ctx.limits.take('calendarFeeds', actor.id)
  if (refused) return refused
  const token = randomBytes(32).toString('base64url')
  const made = { tokenHash: hashOfToken(token), createdAt: ctx.clock.now() }
  return inTransaction<Verdict<{ token: string }>>(ctx, async (tx) => {
    if (!(await lockSession(tx, ctx))) return loginFirst()
    await tx
      .insertInto('calendarFeed')
      .values({ accountId: actor.id, ...made })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(made))
      .execute()
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: actor.id, action: 'make-calendar-feed', detail: {} },
    ])
    await recordEffects(tx, ctx, [{ kind: 'calendar-address-mail', payload: { accountId: actor.id } }])
    return { ok: true, token }
  })
}

/** Switches the actor's calendar feed off: its address stops working. Refusal: `login`. */
export async function removeFeed(ctx: Context): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const removed = await tx
      .deleteFrom('calendarFeed')
      .where('accountId', '=', actor.id)
      .returning('accountId')
      .execute()
    if (removed.length > 0)
      await recordEvents(tx, ctx, [
        { subject: 'account', subjectId: actor.id, action: 'remove-calendar-feed', detail: {} },
      ])
    return { ok: true }
  })
}
