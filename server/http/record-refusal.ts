import type { Context } from '../context.ts'
import { recordAccess } from '../record-access.ts'

/** Paths where everything belongs to two people: an id that is not found there belongs to others, or is invented. */
const ofTwo =
  /^\/(receipt|handover|chat|block|report|claim-photos|chat-photos|rental-photos|checkout\/return|profile\/(rental-tracker|listings)|images|api\/(messages|typing|order-standing))(\/|$)/

/**
 * Writes into the audit log that a request of the actor was refused, for something of admins or of another person. A
 * guest's `not-found` is not written, as nobody is known to have asked. The address contains ids; typed text is not
 * stored.
 */
export async function recordRefusal(ctx: Context, request: Request, status: number): Promise<void> {
  const mayBeForeign = ctx.actor.kind === 'user' && (status === 403 || status === 404)
  if (!ctx.accessDenied && !mayBeForeign) return
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  if (!ctx.accessDenied && status === 404 && !ofTwo.test(path)) return
  await recordAccess(ctx, {
    action: 'refuse',
    subject: 'page',
    subjectId: path,
    detail: { method: request.method, status },
  })
}
