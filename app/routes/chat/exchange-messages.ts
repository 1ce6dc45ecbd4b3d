import { asThreadParty } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { seenForm } from '#domain/chat/message-form.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { loginFirst, notFound, type Refusal, refuse } from '#domain/verdict.ts'
import { viewerOf } from '#server/names.ts'
import { markRead } from '#server/chat/mark-read.ts'
import { findThread, listMessages } from '#server/chat/queries.ts'
import { attempt } from '#app/attempt.ts'
import { ctxOf, refusalResponse } from '#app/request.ts'
import { readAddress } from './read-address.ts'
import { readMessagePost } from './read-message-post.ts'
import { takeMessage } from './take-message.ts'
import { toSentMessage } from './sent-message.ts'
import { assistantStatusOf } from './thread-view.ts'
import type { Route } from './+types/exchange-messages.ts'

/** A page of a thread for its two people: the newest messages, or those before the message with the id `?before=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { thread_id: threadId, before } = readAddress(url)
  if (ctx.actor.kind !== 'user') return refused(loginFirst())
  const thread = threadId ? await findThread(ctx.db, viewerOf(ctx.actor, ctx), { threadId }) : null
  const gate = thread ? asThreadParty(ctx.actor, thread) : notFound()
  if (!gate.ok) return refused(gate)
  const { messages, earlier } = await listMessages(ctx.db, gate.party, { threadId: threadId!, before })
  const partnerReadId = gate.party.side === 'renter' ? thread!.ownerReadId : thread!.renterReadId
  const assistant = assistantStatusOf(ctx, thread!, gate.party.side)
  return json({ messages: messages.map(toSentMessage), earlier, partnerReadId, assistant })
}

/** Scripts send messages and mark them as read here; without scripts the form posts to the chat page. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const address = readAddress(url)
  const post = await readMessagePost(request)
  if (!post.ok) return refused(ctx.actor.kind === 'guest' ? refuse('login', loginToChat) : post)
  const { formData } = post
  if (formData.get('intent') === 'seen') {
    const form = readForm(seenForm, formData)
    if (!form.ok || !address.thread_id) return refused(refuse('form', 'There is no such message.'))
    const threadId = address.thread_id
    const read = await attempt(ctx, () => markRead(ctx, { threadId, upTo: form.value.upTo }))
    return read.ok ? json({ ok: true }) : refused(read)
  }
  const taken = await takeMessage(ctx, address, post)
  if (taken.is === 'sent') return json({ ok: true, threadId: taken.threadId, message: taken.message })
  if (taken.is === 'refused') return refused(taken.refusal)
  if (taken.is === 'blank') return refused(refuse('form', 'Your message is empty.'))
  return refused(refuse('form', firstMessage(taken.problem)))
}

const headers = { 'Cache-Control': 'no-store' }
const json = (body: unknown) => Response.json(body, { headers })
const refused = (refusal: Refusal) => refusalResponse(refusal, headers)
