import type { Context } from '../context.ts'
import { noteAccess } from '../note-access.ts'

/** Where everything belongs to two people: what is not found there is another's, or made up. */
const ofTwo =
  /^\/(receipt|chat|block|report|claim-photos|chat-photos|checkout\/return|profile\/(rental-tracker|listings)|images|api\/(messages|typing|order-standing))(\/|$)/

/**
 * Writes into the audit log that a request was refused for who asked: for what is an admin's, or another's. What a
 * guest does not find is not noted, as nobody is known to have asked. Ids are in the address; what was typed is not
 * kept.
 */
export async function noteRefusal(ctx: Context, request: Request, status: number): Promise<void> {
  const mayBeForeign = ctx.actor.kind === 'user' && (status === 403 || status === 404)
  if (!ctx.refused && !mayBeForeign) return
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  if (!ctx.refused && status === 404 && !ofTwo.test(path)) return
  await noteAccess(ctx, {
    action: 'refuse',
    subject: 'page',
    subjectId: path,
    detail: { method: request.method, status },
  })
}
