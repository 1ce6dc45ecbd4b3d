import { createContext, data, redirect } from 'react-router'
import { asInquirer, maySeeListing } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { dayInManila } from '#domain/period.ts'
import { refuse } from '#domain/verdict.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { markRead } from '#server/chat/mark-read.ts'
import { ownerUnavailable } from '#server/chat/open-thread.ts'
import { findThreadId } from '#server/chat/queries.ts'
import { findListing } from '#server/listing/queries.ts'
import { hasRented } from '#server/rental/queries.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, answerProblem, answerRefusal, ctxOf, typedValues } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { reloadsAfterForm } from '#app/reloads-after-form.ts'
import { Conversation } from './conversation.tsx'
import { GuestChat } from './guest-chat.tsx'
import { conversationNotFound, readAddress, renterToWriteTo } from './read-address.ts'
import { readMessagePost } from './read-message-post.ts'
import { takeMessage } from './take-message.ts'
import { viewNewThread, viewNewThreadOfOwner, viewThread } from './thread-view.ts'
import type { Route } from './+types/chat.ts'

/** Whether the action of this request has refused a message: then the loader shows it again instead of redirecting. */
const refusedContext = createContext(false)

/**
 * Guests are asked to log in. `?thread_id` is a thread of the actor. `?listingId` (with `ownerId` and `renterId`)
 * finds the actor's thread about a listing, or shows an empty one, which the first message creates. For an owner, that
 * is one with someone who asked to rent it.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const address = readAddress(url)
  const { pathname, search } = url
  if (ctxOf({ context }).actor.kind === 'guest')
    return data({ view: 'guest' as const, here: pathname + search }, { status: 401 })
  const ctx = admit({ context }, 'chat')
  if (address.thread_id) return viewThread(ctx, address.thread_id, address.before)
  if (!address.listingId) throw redirect('/profile/messages')

  const { renterId: partnerId } = renterToWriteTo(ctx.actor, address)
  const renterId = partnerId ?? ctx.actor.id
  const threadId = await findThreadId(ctx.db, {
    listingId: address.listingId,
    renterId,
    party: ctx.actor.id,
  })
  if (threadId && context.get(refusedContext)) return viewThread(ctx, threadId, undefined)
  if (threadId) throw redirect(`/chat?thread_id=${threadId}`)
  const listing = await findListing(ctx.db, address.listingId, dayInManila(ctx.clock.now()))
  if (partnerId && listing?.ownerId === ctx.actor.id) return viewNewThreadOfOwner(ctx, listing, partnerId)
  if (partnerId) throw conversationNotFound()
  const isTheirs = !address.ownerId || address.ownerId === listing?.ownerId
  const mayAsk =
    listing && (maySeeListing(ctx.actor, listing) || (await hasRented(ctx.db, listing.id, ctx.actor.id)))
  if (!listing || !mayAsk || !isTheirs)
    throw await redirectWithToast('/products', { kind: 'error', text: ownerUnavailable().message })
  const gate = asInquirer(ctx.actor, listing)
  if (!gate.ok) throw await redirectWithToast(`/listing/${listing.id}`, { kind: 'error', text: gate.message })
  return viewNewThread(ctx, listing, gate.renter.id)
}

export const shouldRevalidate = reloadsAfterForm

/** The form without scripts; with scripts it is sent to `/api/messages`. */
export async function action(args: Route.ActionArgs) {
  const answer = await answerPost(args)
  if (!(answer instanceof Response)) args.context.set(refusedContext, true)
  return answer
}

async function answerPost({ request, url, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const address = readAddress(url)
  const { thread_id: threadId, listingId } = address
  const post = await readMessagePost(request)
  if (!post.ok && ctx.actor.kind === 'guest')
    return answerRefusal(refuse('login', loginToChat), { field: 'text' })
  if (!post.ok) return answerRefusal(post, { field: 'photo' })
  const { formData } = post
  // With scripts the browser reports that a thread was read; without, a person presses a button, and the page reloads.
  if (formData.get('intent') === 'read' && threadId) {
    const read = await markRead(ctx, { threadId })
    return read.ok ? redirect(`/chat?thread_id=${threadId}`) : answerRefusal(read)
  }
  const taken = await takeMessage(ctx, address, post)
  if (taken.is === 'sent') return redirect(`/chat?thread_id=${taken.threadId}`)
  if (taken.is === 'invalid') return answerProblem(taken.problem)
  if (taken.is === 'refused') {
    if (!threadId && !listingId) throw conversationNotFound()
    return answerRefusal(taken.refusal, {
      field: fieldOf(taken.refusal.reason),
      values: typedValues(formData),
    })
  }
  return redirect(threadId ? `/chat?thread_id=${threadId}` : `/chat?listingId=${listingId}`)
}

const ofPhotos: RefusalReason[] = ['unreadable', 'too-large', 'photo', 'photos-away']
const fieldOf = (reason: RefusalReason) => (ofPhotos.includes(reason) ? 'photo' : 'text')

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: titleOf(
      loaderData && loaderData.view === 'thread' ? `Chat about ${loaderData.listing.title}` : 'Chat',
      matches,
    ),
  },
]

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  if (loaderData.view === 'guest') return <GuestChat here={loaderData.here} problem={problem} />
  const { key, newest } = loaderData
  return <Conversation key={`${key}:${newest}`} view={loaderData} problem={problem} />
}
