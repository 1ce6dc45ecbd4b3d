import { v5 as uuidOf } from 'uuid'
import type { ContactForm } from '#domain/contact/contact-form.ts'
import { MINUTE_MS, msAfter } from '#domain/time.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'

const namespace = '5b0cfa53-6d0c-4bb5-8f0d-9a7c2f0e6a11'
const SAME_MS = 10 * MINUTE_MS

/**
 * Stores a message to the site's operators and mails it to them. The same text of the same person within ten minutes
 * counts as one message, so that a form sent twice arrives once; a message with the hidden field filled in is dropped
 * silently. Refusal: `limit` (per account, guests per network).
 */
export async function sendContactMessage(ctx: Context, form: ContactForm): Promise<Verdict> {
  if (form.website !== '') return { ok: true }
  const accountId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const key = accountId ?? ctx.ip
  const refused = await ctx.limits.take('contactMessages', key)
  if (refused) return refused
  const now = ctx.clock.now()
  const { name, email, subject, message } = form
  const slot = Math.floor(now.getTime() / SAME_MS)
  const idIn = (each: number) =>
    uuidOf(JSON.stringify([accountId, name, email, subject, message, each]), namespace)
  const id = idIn(slot)
  return inTransaction(ctx, async (tx) => {
    const before = await tx
      .selectFrom('contactMessage')
      .select('id')
      .where('id', '=', idIn(slot - 1))
      .where('createdAt', '>', msAfter(now, -SAME_MS))
      .executeTakeFirst()
    if (before) return { ok: true }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('contactMessage')
      .values({ id, accountId, name, email, subject, message, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) {
      await recordEvents(tx, ctx, [{ subject: 'contact-message', subjectId: id, action: 'send' }])
      await recordEffects(tx, ctx, [{ kind: 'contact-mail', payload: { messageId: id } }])
    }
    return { ok: true }
  })
}
