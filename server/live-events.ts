import { sql } from 'kysely'
import type { OrderStatus, RentalStatus } from '#domain/status.ts'
import type { Tx } from './context.ts'
import type { Counted } from './counted.ts'

/** A live event of an account. It has ids only: the data is read when a stream sends it. */
export type LiveEventEntry = { to: string } & (
  | { kind: 'message'; detail: { threadId: string; messageId: number; mine: boolean } }
  | { kind: 'read'; detail: { threadId: string; upTo: number; mine: boolean } }
  | { kind: 'rental'; detail: { rentalId: string; status: RentalStatus } }
  | { kind: 'notice'; detail: { noticeId: string; isRead: boolean } }
)

type Collected = { liveEvents: LiveEventEntry[]; ended: Set<string> }
const collected = new WeakMap<Tx, Collected>()

/**
 * Records live events for accounts. `inTransaction` writes them with the change, and notifies the accounts' streams
 * after the commit.
 */
export function recordLiveEvents(tx: Tx, liveEvents: readonly LiveEventEntry[]): void {
  collectedBy(tx).liveEvents.push(...liveEvents)
}

/** A rental with its two people; without `orderStatus`, its order is confirmed. */
export type RentalOfTwo = {
  id: string
  renterId: string
  ownerId: string
  status: RentalStatus
  orderStatus?: OrderStatus
}

/**
 * Records a live event of each rental for both of its people, as `recordLiveEvents`; while its order is not confirmed,
 * for its renter only.
 */
export function recordRentalLiveEvents(tx: Tx, ...rentals: readonly RentalOfTwo[]): void {
  recordLiveEvents(
    tx,
    rentals.flatMap(({ id, renterId, ownerId, status, orderStatus = 'confirmed' }) =>
      [renterId, ...(orderStatus === 'confirmed' ? [ownerId] : [])].map(
        (to) => ({ to, kind: 'rental', detail: { rentalId: id, status } }) as const,
      ),
    ),
  )
}

/** Records that a change ends sessions of an account: after the commit, their streams end at once. */
export function recordEndOfSessions(tx: Tx, accountId: string): void {
  collectedBy(tx).ended.add(accountId)
}

function collectedBy(tx: Tx): Collected {
  const found = collected.get(tx)
  if (!found) throw new Error('live events are recorded inside `inTransaction`')
  return found
}

/** Collects the live events of a transaction until it commits. */
export function collectLiveEvents(tx: Tx): Readonly<Collected> {
  const empty: Collected = { liveEvents: [], ended: new Set() }
  collected.set(tx, empty)
  return empty
}

/**
 * Writes the live events of a change into the logs of its accounts and returns these. Each log's ids come from its
 * counter, which stays locked until the commit: so they have no gaps, and no id becomes visible after a higher one. It
 * runs as the last statement of the change and locks the counters in one order, so it causes no deadlock.
 */
export async function writeLiveEvents(
  tx: Tx,
  liveEvents: readonly LiveEventEntry[],
  at: Date,
): Promise<string[]> {
  if (liveEvents.length === 0) return []
  const byAccount = Map.groupBy(liveEvents, ({ to }) => to)
  const accounts = [...byAccount].map(([to, { length }]) => ({ to, n: length }))
  const rows = [...byAccount].flatMap(([to, all]) =>
    all.map(({ kind, detail }, i) => ({ to, n: i + 1 - all.length, kind, detail })),
  )
  await sql`with counted as (
      insert into account_event_counter as c (account_id, last_id)
        select x.to, x.n from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as x ("to" uuid,
          n bigint) order by x.to
      on conflict (account_id) do update set last_id = c.last_id + excluded.last_id
      returning account_id, last_id)
    insert into account_event (account_id, id, kind, detail, at)
      select c.account_id, c.last_id + x.n, x.kind, x.detail, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("to" uuid, n bigint, kind text, detail jsonb)
        join counted c on c.account_id = x.to`.execute(tx)
  return [...byAccount.keys()]
}

/** The messages among live events: each has one for either side, and is counted once. */
export function messagesIn(liveEvents: readonly LiveEventEntry[]): Counted[] {
  const byMessage = Map.groupBy(
    liveEvents.filter((each) => each.kind === 'message'),
    ({ detail }) => detail.messageId,
  )
  return [...byMessage.values()].map((both) => ({
    subject: 'message',
    action: 'send',
    countedBy: both.some(({ detail }) => detail.mine) ? 'person' : 'assistant',
  }))
}
