import type { SupportAdmin } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

/** An admin marks a contact message as handled, or opens it again. Refusals: `not-found`, `unchanged`. */
export async function handleMessage(
  ctx: Context,
  admin: SupportAdmin,
  { messageId, handled }: { messageId: string; handled: boolean },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const message = await tx
      .selectFrom('contactMessage')
      .select('handledAt')
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    if (!message) return notFound()
    if ((message.handledAt !== null) === handled)
      return refuse('unchanged', `This message is ${handled ? 'handled' : 'open'} already.`)
    await tx
      .updateTable('contactMessage')
      .set(
        handled ? { handledAt: ctx.clock.now(), handledBy: admin.id } : { handledAt: null, handledBy: null },
      )
      .where('id', '=', messageId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'contact-message',
        subjectId: messageId,
        action: handled ? 'handle' : 'reopen',
        detail: { from: handled ? 'open' : 'handled', to: handled ? 'handled' : 'open' },
      },
    ])
    return { ok: true as const }
  })
}
