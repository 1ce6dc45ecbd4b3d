import { randomUUID } from 'node:crypto'
import { asThreadParty } from '#domain/access.ts'
import { viewerOf } from '#server/names.ts'
import type { Context } from '#server/context.ts'
import { findThread, listMessages } from '#server/chat/queries.ts'
import type { ListingPage } from '#server/listing/queries.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
import type { AssistantStanding } from './assistant-switch.tsx'
import { notHere } from './read-address.ts'
import { type ThreadSafety, viewSafety } from './thread-safety.ts'
import { type ToldMessage, toldMessage } from './told-message.ts'

/** A conversation as one of its two people sees it. */
export type ThreadView = {
  view: 'thread'
  /** The same before and after the first message; another for each person. */
  key: string
  /** Null until the first message. */
  threadId: string | null
  /** Where the next message goes. */
  to: { thread_id: string } | { listingId: string }
  side: 'renter' | 'owner'
  partner: { name: string; picture: string | null; left: boolean }
  safety: ThreadSafety
  /** `href` is null when its page is not there for the reader. */
  listing: { title: string; photo: PhotoRef | null; href: string | null }
  /** Up to which message one has read oneself, and the other has. */
  readId: number
  partnerReadId: number
  unread: number
  messages: ToldMessage[]
  earlier: number | null
  /** Null where there is nothing to switch. */
  assistant: AssistantStanding | null
  /** Whether these are the newest messages. */
  newest: boolean
  now: string
  /** What the next message is called by a page without scripts. */
  nextId: string
}

const justNow = (ctx: Context) => ({ now: ctx.clock.now().toISOString(), nextId: randomUUID() })

/** A thread of the one who asks; anyone else’s is not found. */
export async function viewThread(
  ctx: Context,
  threadId: string,
  before: number | undefined,
): Promise<ThreadView> {
  if (ctx.actor.kind !== 'user') throw notHere()
  const thread = await findThread(ctx.db, viewerOf(ctx.actor, ctx), { threadId })
  const gate = thread && asThreadParty(ctx.actor, thread)
  if (!thread || !gate?.ok) throw notHere()
  const { side } = gate.party
  const isRenter = side === 'renter'
  const { messages, earlier } = await listMessages(ctx.db, gate.party, { threadId, before })
  const isShown = thread.listingId && (thread.listingIsPublic || !isRenter)
  return {
    view: 'thread',
    key: `${thread.listingId ?? thread.id}:${thread.renterId}:${side}`,
    threadId,
    to: { thread_id: threadId },
    side,
    partner: isRenter
      ? { name: thread.ownerName, picture: thread.ownerPicture, left: thread.ownerLeft }
      : { name: thread.renterName, picture: thread.renterPicture, left: thread.renterLeft },
    safety: await viewSafety(ctx, thread, side),
    listing: {
      title: thread.title,
      photo: thread.photo,
      href: isShown ? `/listing/${thread.listingId}` : null,
    },
    readId: isRenter ? thread.renterReadId : thread.ownerReadId,
    partnerReadId: isRenter ? thread.ownerReadId : thread.renterReadId,
    unread: isRenter ? thread.renterUnread : thread.ownerUnread,
    messages: messages.map(toldMessage),
    earlier,
    assistant: ctx.settings.assistant.on ? standingOf(thread.assistantOffBy, side) : null,
    newest: before === undefined,
    ...justNow(ctx),
  }
}

const standingOf = (offBy: string | null, side: string): AssistantStanding =>
  offBy === null ? 'on' : offBy === side ? 'off-by-me' : 'off-by-partner'

/** The empty conversation about a listing, which its reader’s first message opens. */
export async function viewNewThread(
  ctx: Context,
  listing: ListingPage,
  renterId: string,
): Promise<ThreadView> {
  const pair = { listingId: listing.id, renterId, ownerId: listing.ownerId }
  return {
    view: 'thread',
    key: `${listing.id}:${renterId}:renter`,
    threadId: null,
    to: { listingId: listing.id },
    side: 'renter',
    partner: { name: listing.ownerName, picture: listing.ownerPicture, left: false },
    safety: await viewSafety(ctx, pair, 'renter'),
    listing: { title: listing.title, photo: listing.photos[0] ?? null, href: `/listing/${listing.id}` },
    readId: 0,
    partnerReadId: 0,
    unread: 0,
    messages: [],
    earlier: null,
    assistant: null,
    newest: true,
    ...justNow(ctx),
  }
}
