import { asThreadParty } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { viewerOf } from '../names.ts'
import type { Context } from '../context.ts'
import { readRelationship } from '../person-block/queries.ts'
import { findThread } from './queries.ts'

/**
 * Tells the other side of a thread that someone is typing. Nothing is stored: only an open stream receives it.
 * Refusals: `login`, `limit`, `not-found` (for anyone but its two people). While one has blocked the other, nobody
 * receives it.
 */
export async function publishTyping(ctx: Context, { threadId }: { threadId: string }): Promise<Verdict> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  const refused = await ctx.limits.take('typing', ctx.actor.id)
  if (refused) return refused
  const thread = await findThread(ctx.db, viewerOf(ctx.actor, ctx), { threadId })
  if (!thread) return notFound()
  const gate = asThreadParty(ctx.actor, thread)
  if (!gate.ok) return gate
  const { contact } = await readRelationship(ctx.db, thread, gate.party.side)
  if (!contact.ok) return { ok: true }
  const to = gate.party.side === 'renter' ? thread.ownerId : thread.renterId
  ctx.events.publish([{ to, kind: 'typing', about: threadId }])
  return { ok: true }
}
