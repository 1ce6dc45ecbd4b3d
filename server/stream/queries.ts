import { sql } from 'kysely'
import type { MessageSender } from '#domain/chat/chat.ts'
import type { Db } from '../context.ts'
import { photoOfMessage } from '../chat/queries.ts'
import type { PhotoRef } from '../listing/queries.ts'
import { unreadNotices } from '../notification/queries.ts'

const PAGE = 100

/** A message as its reader's stream carries it. */
export type StreamedMessage = {
  id: number
  sender: MessageSender
  body: string
  sentAt: string
  clientId: string | null
  photo: PhotoRef | null
  photoGone: boolean
}

type Told = { id: number; kind: string; detail: Record<string, unknown>; message: StreamedMessage | null }

/**
 * What there is for a stream: its session has ended; it knows less than is kept, or more than there is; or the next
 * news.
 */
export type StreamPage =
  { is: 'ended' } | { is: 'lost'; lastId: number } | { is: 'news'; news: Told[]; isLast: boolean }

export type Reader = { accountId: string; sessionId: string }

/** The session that a stream stands on has not ended, and nobody deleted its account. */
const lives = (reader: { accountId: unknown; sessionId: unknown }, now: Date) => sql<boolean>`exists (
  select from session s join account a on a.id = s.user_id where s.id = ${reader.sessionId} and s.user_id = ${reader.accountId}
    and s.expires_at > ${now} and a.deleted_at is null)`

/** A page of an account's news after an id, in the order in which they happened. One statement, so one moment. */
export async function readNews(db: Db, reader: Reader, after: number, now: Date): Promise<StreamPage> {
  const { rows } = await sql<{ alive: boolean; lastId: number; id: number | null } & Omit<Told, 'id'>>`
    select x.alive, coalesce(c.last_id, 0) as last_id, e.id, e.kind, e.detail,
      case when m.id is not null then jsonb_build_object('id', m.id, 'sender', m.sender, 'body', m.body, 'sentAt', m.sent_at,
        'clientId', case when (e.detail->>'mine')::boolean then m.client_id end, 'photo', ${photoOfMessage},
        'photoGone', m.photo_gone) end as message
    from (select ${lives(reader, now)} as alive) x
      left join account_event_counter c on c.account_id = ${reader.accountId}
      left join lateral (select * from account_event
        where account_id = ${reader.accountId} and id > ${after} order by id limit ${PAGE}) e on x.alive
      left join message m on e.kind = 'message' and m.id = (e.detail->>'messageId')::bigint
        and m.thread_id = (e.detail->>'threadId')::uuid
    order by e.id`.execute(db)
  const { alive, lastId } = rows[0]!
  if (!alive) return { is: 'ended' }
  const news = rows.flatMap(({ id, kind, detail, message }) =>
    id === null ? [] : [{ id, kind, detail, message }],
  )
  // Ids have no gaps: whatever does not follow was swept, or is of another database.
  if (news.length > 0 ? news[0]!.id !== after + 1 : lastId !== after) return { is: 'lost', lastId }
  return { is: 'news', news, isLast: news.length < PAGE }
}

/**
 * What the frame of each page counts, and the id of the last news that is counted in. One statement, so one moment.
 */
export type Counts = { messages: number; notices: number; newsId: number }

const counted = (accountId: string) => sql`
  (coalesce((select sum(renter_unread) from thread where renter_id = ${accountId}), 0)
    + coalesce((select sum(owner_unread) from thread where owner_id = ${accountId}), 0))::int as messages,
  ${unreadNotices(accountId)} as notices,
  coalesce((select last_id from account_event_counter where account_id = ${accountId}), 0)::bigint as news_id`

/** The counts of a person. */
export async function readCounts(db: Db, accountId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select ${counted(accountId)}`.execute(db)
  return rows[0]!
}

/** The counts of a person, and how many lines their cart has: what stands around each page. One statement. */
export async function readFrame(db: Db, accountId: string): Promise<{ counts: Counts; cartLines: number }> {
  const { rows } = await sql<Counts & { cartLines: number }>`select ${counted(accountId)},
    (select count(*)::int from cart_line where renter_id = ${accountId}) as cart_lines`.execute(db)
  const { cartLines, ...counts } = rows[0]!
  return { counts, cartLines }
}

/** The streams among `streams` that have something to hear: news beyond `after`, or the end of their session. */
export async function findBehind(
  db: Db,
  streams: readonly (Reader & { key: number; after: number })[],
  now: Date,
): Promise<number[]> {
  const asked = streams.map(({ key, accountId, sessionId, after }) => [key, accountId, sessionId, after])
  const { rows } = await sql<{ key: number }>`
    select x.key from (select (a->>0)::int as key, (a->>1)::uuid as account_id, (a->>2)::uuid as session_id,
          (a->>3)::bigint as after from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) a) x
      left join account_event_counter c on c.account_id = x.account_id
    where coalesce(c.last_id, 0) <> x.after
      or not ${lives({ accountId: sql`x.account_id`, sessionId: sql`x.session_id` }, now)}`.execute(db)
  return rows.map(({ key }) => key)
}
