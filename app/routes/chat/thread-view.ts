import { randomUUID } from 'node:crypto'
import { asThreadParty, type SeenListing } from '#domain/access.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { viewerOf } from '#server/names.ts'
import type { User } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import { findPartner, findThread, listMessages, type Partner, type ThreadPage } from '#server/chat/queries.ts'
import type { FoundListing } from '#server/listing/queries.ts'
import { wasAsked } from '#server/rental/queries.ts'
import { seesListing } from '#server/review/queries.ts'
import type { AssistantStatus } from './assistant-switch.tsx'
import { conversationNotFound } from './read-address.ts'
import { type ThreadSafety, viewSafety } from './thread-safety.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'
import { toSentMessage } from './sent-message.ts'

/** A conversation for one of its two people. */
export type ThreadView = {
  view: 'thread'
  /** The same before and after the first message, until the listing is erased; different for each person. */
  key: string
  /** Null until the first message. */
  threadId: string | null
  /** The destination of the next message. */
  to: { thread_id: string } | { listingId: string } | { listingId: string; ownerId: string; renterId: string }
  side: Side
  partner: Partner
  safety: ThreadSafety
  /** `href` is null when the reader can't open the listing's page. */
  listing: { title: string; photo: PhotoRef | null; href: string | null }
  /** The last message that the reader has read, and the last that the other person has read. */
  readId: number
  partnerReadId: number
  unread: number
  messages: SentMessage[]
  earlier: number | null
  /** Null where the assistant can't be switched. */
  assistant: AssistantStatus | null
  /** Whether these are the newest messages. */
  newest: boolean
  now: string
  /** The id of the next message from a page without scripts. */
  nextId: string
}

/** What is new in each answer: the time, and the id of the next message. */
const newEachTime = (ctx: Context) => ({ now: ctx.clock.now().toISOString(), nextId: randomUUID() })

/** A thread of the actor, with the newest messages or those `before` a message. Throws a 404 for anyone else’s. */
export async function viewThread(
  ctx: Context & { actor: User },
  threadId: string,
  before: number | undefined,
): Promise<ThreadView> {
  const thread = await findThread(ctx.db, viewerOf(ctx.actor, ctx), { threadId })
  const gate = thread && asThreadParty(ctx.actor, thread)
  if (!thread || !gate?.ok) throw conversationNotFound()
  const { side } = gate.party
  const isRenter = side === 'renter'
  const { messages, earlier } = await listMessages(ctx.db, gate.party, { threadId, before })
  return {
    view: 'thread',
    key: `${thread.listingId ?? thread.id}:${thread.renterId}:${side}`,
    threadId,
    to: { thread_id: threadId },
    side,
    partner: partnerOf(thread, side),
    safety: await viewSafety(ctx, thread, side),
    listing: {
      title: thread.title,
      photo: thread.photo,
      href: thread.listing && (await hrefOf(ctx, thread.listing)),
    },
    readId: isRenter ? thread.renterReadId : thread.ownerReadId,
    partnerReadId: isRenter ? thread.ownerReadId : thread.renterReadId,
    unread: isRenter ? thread.renterUnread : thread.ownerUnread,
    messages: messages.map(toSentMessage),
    earlier,
    assistant: assistantStatusOf(ctx, thread, side),
    newest: before === undefined,
    ...newEachTime(ctx),
  }
}

const partnerOf = (thread: ThreadPage, side: Side): Partner =>
  side === 'renter'
    ? {
        name: thread.ownerName,
        picture: thread.ownerPicture,
        left: thread.ownerLeft,
        suspended: thread.ownerSuspended,
      }
    : {
        name: thread.renterName,
        picture: thread.renterPicture,
        left: thread.renterLeft,
        suspended: thread.renterSuspended,
      }

/** The address of a listing's page; null when the actor can't open it. */
const hrefOf = async (ctx: Context, listing: SeenListing & { id: string }) =>
  (await seesListing(ctx, listing)) ? `/listing/${listing.id}` : null

/** Whether the assistant may answer in a thread, as one side reads it; null where it is off on the whole site. */
export function assistantStatusOf(
  { settings }: Pick<Context, 'settings'>,
  { assistantOffBy }: Pick<ThreadPage, 'assistantOffBy'>,
  side: Side,
): AssistantStatus | null {
  if (!settings.assistant.on) return null
  if (assistantOffBy === null) return 'on'
  return assistantOffBy === side ? 'off-by-me' : 'off-by-partner'
}

/** The empty conversation of a renter about a listing, which their first message creates. */
export async function viewNewThread(
  ctx: Context,
  listing: FoundListing,
  renterId: string,
): Promise<ThreadView> {
  const pair = { listingId: listing.id, renterId, ownerId: listing.ownerId }
  return {
    ...(await newThread(ctx, listing, pair, 'renter')),
    to: { listingId: listing.id },
    partner: await findPartner(ctx.db, viewerOf({ id: renterId }, ctx), listing.ownerId),
  }
}

/** The empty conversation of a listing’s owner with a renter who asked for it. Throws a 404 if they never did. */
export async function viewNewThreadOfOwner(
  ctx: Context,
  listing: FoundListing,
  renterId: string,
): Promise<ThreadView> {
  const { id: listingId, ownerId } = listing
  if (ctx.actor.kind !== 'user' || !(await wasAsked(ctx.db, listingId, renterId)))
    throw conversationNotFound()
  const pair = { listingId, renterId, ownerId }
  return {
    ...(await newThread(ctx, listing, pair, 'owner')),
    to: pair,
    partner: await findPartner(ctx.db, viewerOf(ctx.actor, ctx), renterId),
  }
}

type Pair = { listingId: string; renterId: string; ownerId: string }

async function newThread(ctx: Context, listing: FoundListing, pair: Pair, side: Side) {
  return {
    view: 'thread' as const,
    key: `${listing.id}:${pair.renterId}:${side}`,
    threadId: null,
    side,
    safety: await viewSafety(ctx, pair, side),
    listing: { title: listing.title, photo: listing.photos[0] ?? null, href: await hrefOf(ctx, listing) },
    readId: 0,
    partnerReadId: 0,
    unread: 0,
    messages: [],
    earlier: null,
    assistant: null,
    newest: true,
    ...newEachTime(ctx),
  }
}
