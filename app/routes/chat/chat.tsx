import { data, redirect } from 'react-router'
import { z } from 'zod'
import { asInquirer, asThreadParty, maySeeListing } from '#domain/access.ts'
import { messageForm } from '#domain/chat/message-form.ts'
import { readForm } from '#domain/form.ts'
import { dayInManila } from '#domain/period.ts'
import { markRead } from '#server/chat/mark-read.ts'
import { ownerUnavailable } from '#server/chat/open-thread.ts'
import { findThread, listMessages } from '#server/chat/queries.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { findListing } from '#server/listing/queries.ts'
import { hasRented } from '#server/rental/queries.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, answerProblem, answerRefusal, ctxOf, formDataOf, typed } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { isReadAgain, unsent } from '#app/unsent.ts'
import { Conversation } from './conversation.tsx'
import { GuestChat } from './guest-chat.tsx'
import { shownMessage } from './shown-message.ts'
import type { Route } from './+types/chat.ts'

const address = z.object({
  thread_id: z.uuid().optional(),
  listingId: z.uuid().optional(),
  ownerId: z.uuid().optional(),
  renterId: z.uuid().optional(),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

const notHere = () => data('This conversation could not be found.', { status: 404 })

function readAddress(request: Request) {
  const read = address.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!read.success) throw notHere()
  return read.data
}

/**
 * Guests are asked to log in. `?thread_id` is a thread of the one who asks. `?listingId` (with `ownerId` and `renterId`) finds theirs about a listing, or
 * shows the empty one that their first message opens.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const asked = readAddress(request)
  const { pathname, search } = url
  if (ctxOf({ context }).actor.kind === 'guest')
    return data({ view: 'guest' as const, here: pathname + search }, { status: 401 })
  const ctx = admit({ context }, 'chat')
  if (ctx.actor.kind !== 'user') throw notHere()
  if (asked.thread_id) return showThread(ctx, asked.thread_id, asked.before)
  if (!asked.listingId) throw redirect('/profile/messages')

  const isOwner = asked.ownerId === ctx.actor.id && asked.renterId !== undefined
  const renterId = isOwner ? asked.renterId! : ctx.actor.id
  const thread = await findThread(ctx.db, { listingId: asked.listingId, renterId })
  if (thread) throw redirect(`/chat?thread_id=${thread.id}`)
  if (isOwner) throw notHere()
  const listing = await findListing(ctx.db, asked.listingId, dayInManila(ctx.clock.now()))
  const isTheirs = !asked.ownerId || asked.ownerId === listing?.ownerId
  const mayAsk =
    listing && (maySeeListing(ctx.actor, listing) || (await hasRented(ctx.db, listing.id, ctx.actor.id)))
  if (!listing || !mayAsk || !isTheirs)
    throw await redirectWithToast('/products', { kind: 'error', text: ownerUnavailable().message })
  const gate = asInquirer(ctx.actor, listing)
  if (!gate.ok) throw await redirectWithToast(`/listing/${listing.id}`, { kind: 'error', text: gate.message })
  return {
    view: 'thread' as const,
    thread: null,
    title: listing.title,
    listingId: listing.id as string | null,
    photo: listing.photos[0] ?? null,
    partnerName: listing.ownerName,
    unread: 0,
    messages: [] as ReturnType<typeof shownMessage>[],
    earlier: null,
    newest: true,
  }
}

async function showThread(ctx: ReturnType<typeof ctxOf>, threadId: string, before: number | undefined) {
  const thread = await findThread(ctx.db, { threadId })
  const gate = thread && asThreadParty(ctx.actor, thread)
  if (!thread || !gate?.ok) throw notHere()
  const { side } = gate.party
  const partnerName = side === 'renter' ? thread.ownerName : thread.renterName
  const { messages, earlier } = await listMessages(ctx.db, gate.party, { threadId, before })
  return {
    view: 'thread' as const,
    thread: { id: thread.id },
    title: thread.title,
    listingId: thread.listingIsPublic || side === 'owner' ? thread.listingId : null,
    photo: thread.photo,
    partnerName,
    unread: side === 'renter' ? thread.renterUnread : thread.ownerUnread,
    messages: messages.map((message) => shownMessage(message, side, partnerName)),
    earlier,
    newest: before === undefined,
  }
}

export const shouldRevalidate = isReadAgain

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const { thread_id: threadId, listingId } = readAddress(request)
  const formData = await formDataOf(request)
  const intent = formData.get('intent')
  // A browser says by itself that a thread was seen; without scripts a person presses a button, and the page comes back.
  if ((intent === 'seen' || intent === 'read') && threadId) {
    const read = await markRead(ctx, { threadId })
    if (!read.ok) return answerRefusal(read)
    return intent === 'seen' ? null : redirect(`/chat?thread_id=${threadId}`)
  }
  const form = readForm(messageForm, formData)
  if (!form.ok) return answerProblem(form)
  const here = threadId ? `/chat?thread_id=${threadId}` : `/chat?listingId=${listingId}`
  if (form.value.text === '') return redirect(here)
  if (!threadId && !listingId) throw notHere()
  const to = threadId ? { threadId } : { listingId: listingId! }
  const sent = await attempt(ctx, () => sendMessage(ctx, { to, text: form.value.text }))
  if (sent.ok) return redirect(`/chat?thread_id=${sent.threadId}`)
  return answerRefusal(sent, { field: 'text', values: typed(formData) })
}

/** A message that did not reach the server stays in its box. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kept = request.clone()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || !(error instanceof TypeError)) throw error
    const text = String((await kept.formData()).get('text') ?? '')
    const message = 'Your message could not be sent. Please check your connection and try again.'
    return unsent({ text }, { text: message })
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: titleOf(
      loaderData && loaderData.view === 'thread' ? `Chat about ${loaderData.title}` : 'Chat',
      matches,
    ),
  },
]

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  if (loaderData.view === 'guest') return <GuestChat here={loaderData.here} problem={problem} />
  return <Conversation key={loaderData.thread?.id ?? 'new'} {...loaderData} problem={problem} />
}
