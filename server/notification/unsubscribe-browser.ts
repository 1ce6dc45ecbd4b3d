import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/** Ends the push messages of the actor to a browser; without a subscription it does nothing. Refusal: `login`. */
export async function unsubscribeBrowser(ctx: Context, { endpoint }: { endpoint: string }): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  await ctx.db
    .deleteFrom('pushSubscription')
    .where('endpoint', '=', endpoint)
    .where('accountId', '=', actor.id)
    .execute()
  return { ok: true }
}
