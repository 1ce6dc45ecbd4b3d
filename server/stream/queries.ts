import { type RawBuilder, sql } from 'kysely'
import type { SentMessage } from '#domain/chat/sent-message.ts'
import type { UnreadCounts } from '#domain/notification/unread-counts.ts'
import type { Db } from '../context.ts'
import type { Frame } from '../frame.ts'
import { photoOfMessage } from '../photo/queries.ts'
import { unreadNotices } from '../notification/queries.ts'

const PAGE = 100

export type LoggedEvent = {
  id: number
  kind: string
  detail: Record<string, unknown>
  message: SentMessage | null
}

/**
 * The result of reading for a stream: its session has ended; the log no longer has the next events, or the browser's
 * id is higher than the log's last; or the next live events, and the unread counts at the same moment.
 */
export type StreamPage =
  | { is: 'ended' }
  | { is: 'lost'; counts: UnreadCounts }
  | { is: 'events'; liveEvents: LoggedEvent[]; isLast: boolean; counts: UnreadCounts }

export type Reader = { accountId: string; sessionId: string }

/** SQL: whether the session of a stream has not ended, and its account is not deleted. */
const lives = (reader: { accountId: unknown; sessionId: unknown }, now: Date) => sql<boolean>`exists (
  select from session s join account a on a.id = s.user_id where s.id = ${reader.sessionId}
    and s.user_id = ${reader.accountId}
    and s.expires_at > ${now} and a.deleted_at is null)`

// `> 0` is the condition of the indexes: a person has many threads, and few with something unread.
const counted = (accountId: unknown) => sql`
  (coalesce((select sum(renter_unread) from thread where renter_id = ${accountId} and renter_unread > 0), 0)
    + coalesce((select sum(owner_unread) from thread where owner_id = ${accountId} and owner_unread > 0), 0))::int
    as messages,
  ${unreadNotices(accountId)} as notices,
  coalesce((select last_id from account_event_counter where account_id = ${accountId}), 0)::bigint as last_event_id`

/**
 * A page of an account's live events after an id, in the order in which they happened; none without an id. One
 * statement, so that they are consistent.
 */
export async function readLiveEvents(
  db: Db,
  reader: Reader,
  after: number | null,
  now: Date,
): Promise<StreamPage> {
  const { accountId } = reader
  const { rows } = await sql<{ alive: boolean; id: number | null } & Omit<LoggedEvent, 'id'> & UnreadCounts>`
    select x.*, e.id, e.kind, e.detail,
      case when m.id is not null then jsonb_build_object('id', m.id, 'sender', m.sender, 'body', m.body,
        'sentAt', m.sent_at, 'clientId', case when (e.detail->>'mine')::boolean then m.client_id end,
        'photo', ${photoOfMessage}, 'photoGone', m.photo_gone) end as message
    from (select ${lives(reader, now)} as alive, ${counted(accountId)}) x
      left join lateral (select * from account_event
        where account_id = ${accountId} and id > ${after}::bigint order by id limit ${PAGE}) e on x.alive
      left join message m on e.kind = 'message' and m.id = (e.detail->>'messageId')::bigint
        and m.thread_id = (e.detail->>'threadId')::uuid
    order by e.id`.execute(db)
  const { alive, messages, notices, lastEventId } = rows[0]!
  if (!alive) return { is: 'ended' }
  const counts = { messages, notices, lastEventId }
  const liveEvents = rows.flatMap(({ id, kind, detail, message }) =>
    id === null ? [] : [{ id, kind, detail, message }],
  )
  // Ids have no gaps: if the next id is missing, it was deleted, or the id is from another database.
  const follows =
    liveEvents.length > 0 ? liveEvents[0]!.id === (after ?? 0) + 1 : after === null || lastEventId === after
  return follows
    ? { is: 'events', liveEvents, isLast: liveEvents.length < PAGE, counts }
    : { is: 'lost', counts }
}

/** The frame around each page of an account, for a statement that reads something else of it too. */
export const frameOf = (accountId: unknown): RawBuilder<Frame> =>
  sql`(select jsonb_build_object('counts', jsonb_build_object('messages', f.messages, 'notices', f.notices,
    'lastEventId', f.last_event_id), 'cartLines', (select count(*) from cart_line where renter_id = ${accountId}))
    from (select ${counted(accountId)}) f)`

/** The frame around each page of an account. One statement. */
export async function readFrame(db: Db, accountId: string): Promise<Frame> {
  const { rows } = await sql<{ frame: Frame }>`select ${frameOf(accountId)} as frame`.execute(db)
  return rows[0]!.frame
}

/** The streams among `streams` with something to send: live events after `after`, or the end of their session. */
export async function findBehind(
  db: Db,
  streams: readonly (Reader & { key: number; after: number })[],
  now: Date,
): Promise<number[]> {
  const positions = streams.map(({ key, accountId, sessionId, after }) => [key, accountId, sessionId, after])
  const { rows } = await sql<{ key: number }>`
    select x.key from (select (a->>0)::int as key, (a->>1)::uuid as account_id, (a->>2)::uuid as session_id,
          (a->>3)::bigint as after from jsonb_array_elements(${JSON.stringify(positions)}::jsonb) a) x
      left join account_event_counter c on c.account_id = x.account_id
    where coalesce(c.last_id, 0) <> x.after
      or not ${lives({ accountId: sql`x.account_id`, sessionId: sql`x.session_id` }, now)}`.execute(db)
  return rows.map(({ key }) => key)
}
