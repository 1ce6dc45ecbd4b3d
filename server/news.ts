import { sql } from 'kysely'
import type { RentalStatus } from '#domain/rental/lifecycle.ts'
import type { Tx } from './context.ts'

/** What an account hears of live. It holds ids only: what is shown is read when it is told. */
export type News = { to: string } & (
  | { kind: 'message'; detail: { threadId: string; messageId: number; mine: boolean } }
  | { kind: 'read'; detail: { threadId: string; upTo: number; mine: boolean } }
  | { kind: 'rental'; detail: { rentalId: string; status: RentalStatus } }
  | { kind: 'notice'; detail: { noticeId: string; isRead: boolean } }
)

type Collected = { news: News[]; ended: Set<string> }
const collected = new WeakMap<Tx, Collected>()

/**
 * Notes what a change means to accounts. `changing` writes it with the change, and tells their streams once it is
 * committed.
 */
export function recordNews(tx: Tx, news: readonly News[]): void {
  collectedBy(tx).news.push(...news)
}

/** Notes that sessions of an account end with a change: once it is committed, their streams end at once. */
export function recordEndOfSessions(tx: Tx, accountId: string): void {
  collectedBy(tx).ended.add(accountId)
}

function collectedBy(tx: Tx): Collected {
  const found = collected.get(tx)
  if (!found) throw new Error('news is recorded inside `changing`')
  return found
}

/** Where the news of a transaction is collected until it commits. */
export function collectNews(tx: Tx): Readonly<Collected> {
  const empty: Collected = { news: [], ended: new Set() }
  collected.set(tx, empty)
  return empty
}

/**
 * Writes the news of a change into the logs of its accounts and returns these. Each log's ids come from its counter,
 * which stays locked until the commit: so they have no gaps, and no id becomes visible after a higher one. As the
 * last statement of the change, with the counters in one order, it waits for nobody who waits for it.
 */
export async function writeNews(tx: Tx, news: readonly News[], at: Date): Promise<string[]> {
  if (news.length === 0) return []
  const byAccount = Map.groupBy(news, ({ to }) => to)
  const accounts = [...byAccount].map(([to, { length }]) => ({ to, n: length }))
  const rows = [...byAccount].flatMap(([to, all]) =>
    all.map(({ kind, detail }, i) => ({ to, n: i + 1 - all.length, kind, detail })),
  )
  await sql`with counted as (
      insert into account_event_counter as c (account_id, last_id)
        select x.to, x.n from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as x ("to" uuid, n bigint) order by x.to
      on conflict (account_id) do update set last_id = c.last_id + excluded.last_id
      returning account_id, last_id)
    insert into account_event (account_id, id, kind, detail, at)
      select c.account_id, c.last_id + x.n, x.kind, x.detail, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("to" uuid, n bigint, kind text, detail jsonb)
        join counted c on c.account_id = x.to`.execute(tx)
  return [...byAccount.keys()]
}
