import { sql } from 'kysely'
import type { SeenListing, ThreadParty } from '#domain/access.ts'
import type { MessageSender } from '#domain/chat/chat.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'
import { mainPhoto } from '../listing/queries.ts'
import { photoOfMessage, showsPhotosTo } from '../photo/queries.ts'

/** A thread in a person's list of conversations. */
export type ThreadSummary = {
  id: string
  title: string
  partnerName: string
  partnerPicture: string | null
  lastMessage: string | null
  lastMessageAt: Date
  unread: number
}

const THREADS_PER_PAGE = 30
const MESSAGES_PER_PAGE = 50

/**
 * A page of a person's threads, the one with the newest message first. `after` is the cursor of the page before. One
 * statement.
 */
export async function listThreads(
  db: Db,
  viewer: Viewer,
  after: string | null = null,
): Promise<{ threads: ThreadSummary[]; next: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const userId = viewer.id
  const page = (mine: 'renter_id' | 'owner_id') => sql`
    (select * from thread where ${sql.ref(mine)} = ${userId}
      ${cursor ? sql`and (last_message_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
      order by last_message_at desc, id desc limit ${THREADS_PER_PAGE + 1})`
  const { rows } = await sql<ThreadSummary & { lastText: string }>`
    select t.id, t.title, ${nameFor('p', viewer)} as partner_name, p.image as partner_picture,
      (select m.body from message m where m.thread_id = t.id order by m.id desc
      limit 1) as last_message, t.last_message_at,
      case when t.renter_id = ${userId} then t.renter_unread else t.owner_unread end as unread,
      ${exactly(sql`t.last_message_at`)} as last_text
    from (${page('renter_id')} union all ${page('owner_id')}) t
      join account p on p.id = case when t.renter_id = ${userId} then t.owner_id else t.renter_id end
    order by t.last_message_at desc, t.id desc limit ${THREADS_PER_PAGE + 1}`.execute(db)
  const { items: threads, next } = pageOf(rows, THREADS_PER_PAGE, ({ lastText, ...thread }) => [
    thread,
    [lastText, thread.id],
  ])
  return { threads, next }
}

/** The data about a thread on its page. */
export type ThreadPage = {
  id: string
  listingId: string | null
  /** What decides who can open the page of the listing; null when it no longer exists. */
  listing: (SeenListing & { id: string }) | null
  title: string
  photo: PhotoRef | null
  renterId: string
  ownerId: string
  renterName: string
  ownerName: string
  renterPicture: string | null
  ownerPicture: string | null
  /** Whether the renter's account was deleted. */
  renterLeft: boolean
  ownerLeft: boolean
  /** Whether an admin suspended the renter, who can't log in until that ends. */
  renterSuspended: boolean
  ownerSuspended: boolean
  renterUnread: number
  ownerUnread: number
  /** The id of the last message that each side has read. */
  renterReadId: number
  ownerReadId: number
  /** Which side switched the assistant off; null while it is on. */
  assistantOffBy: Side | null
}

/**
 * The id of the thread of a listing and the person who asks about it, or null; if `party` is given, only a thread of
 * theirs.
 */
export async function findThreadId(
  db: Db,
  { listingId, renterId, party = renterId }: { listingId: string; renterId: string; party?: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from thread where listing_id = ${listingId}
    and renter_id = ${renterId} and ${party} in (renter_id, owner_id)`.execute(db)
  return rows[0]?.id ?? null
}

/** One thread as `viewer` sees it, with names as they see them, or null. The caller checks whether it is theirs. */
export async function findThread(
  db: Db,
  viewer: Viewer,
  { threadId }: { threadId: string },
): Promise<ThreadPage | null> {
  const { rows } = await sql<Omit<ThreadPage, 'listing'> & SeenListing>`
    select t.id, t.listing_id, l.is_public, l.status, l.taken_down_at, l.archived_at, t.title,
      case when ${showsPhotosTo(viewer.id)} then ${mainPhoto} end as photo,
      t.renter_id, t.owner_id, ${nameFor('r', viewer)} as renter_name,
      ${nameFor('o', viewer)} as owner_name, r.image as renter_picture, o.image as owner_picture,
      r.deleted_at is not null as renter_left, o.deleted_at is not null as owner_left,
      r.suspended_at is not null as renter_suspended, o.suspended_at is not null as owner_suspended,
      t.renter_unread, t.owner_unread, t.renter_read_id, t.owner_read_id, t.assistant_off_by
    from thread t left join listing l on l.id = t.listing_id
      join account r on r.id = t.renter_id join account o on o.id = t.owner_id
    where t.id = ${threadId}`.execute(db)
  if (!rows[0]) return null
  const { isPublic, status, takenDownAt, archivedAt, ...thread } = rows[0]
  const { ownerId, ownerSuspended } = thread
  const seen = { ownerId, isPublic, status, takenDownAt, ownerSuspended, archivedAt }
  return { ...thread, listing: thread.listingId === null ? null : { ...seen, id: thread.listingId } }
}

/** The other person of a conversation; `left`: their account is deleted, `suspended`: they can't log in for now. */
export type Partner = { name: string; picture: string | null; left: boolean; suspended: boolean }

/** A person as `viewer` sees them in a conversation. They must exist. */
export async function findPartner(db: Db, viewer: Viewer, accountId: string): Promise<Partner> {
  const { rows } = await sql<Partner>`
    select ${nameFor('a', viewer)} as name, a.image as picture, a.deleted_at is not null as left,
      a.suspended_at is not null as suspended
    from account a where a.id = ${accountId}`.execute(db)
  return rows[0]!
}

/** `clientId` is the id that its writer's browser gave it; only its writer receives it. */
export type Message = {
  id: number
  sender: MessageSender
  body: string
  sentAt: Date
  clientId: string | null
  photo: PhotoRef | null
  /** Whether it had a photo that is deleted now. */
  photoGone: boolean
}

/**
 * The newest messages of a thread before a message, oldest of them first; `earlier` is the id before which the next
 * page ends, or null.
 */
export async function listMessages(
  db: Db,
  { side }: ThreadParty,
  { threadId, before }: { threadId: string; before?: number | null },
): Promise<{ messages: Message[]; earlier: number | null }> {
  const { rows } = await sql<Message>`
    select m.id, m.sender, m.body, m.sent_at, case when m.sender = ${side} then m.client_id end as client_id,
      ${photoOfMessage} as photo, m.photo_gone
    from message m where m.thread_id = ${threadId} ${typeof before === 'number' ? sql`and m.id < ${before}` : sql``}
    order by m.id desc limit ${MESSAGES_PER_PAGE + 1}`.execute(db)
  const messages = rows.slice(0, MESSAGES_PER_PAGE).reverse()
  return { messages, earlier: rows.length > MESSAGES_PER_PAGE ? messages[0]!.id : null }
}

/** A thread's row, locked until the transaction ends. */
export type LockedThread = NonNullable<Awaited<ReturnType<typeof lockThread>>>

/** One thread's own row, locked until the transaction ends, or undefined. */
export function lockThread(tx: Tx, threadId: string) {
  return tx.selectFrom('thread').selectAll().where('id', '=', threadId).forNoKeyUpdate().executeTakeFirst()
}
