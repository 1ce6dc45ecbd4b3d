import { asAsker } from '#domain/access.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/**
 * Deletes a person's conversation with the assistant. An answer that is being written loses its row, and is not stored
 * when it ends. Refusal: `login`.
 */
export async function clearConversation(ctx: Context): Promise<Verdict> {
  const gate = asAsker(ctx.actor)
  if (!gate.ok) return gate
  await ctx.db.deleteFrom('supportMessage').where('accountId', '=', gate.asker.id).execute()
  return { ok: true }
}
