import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from '#db/connect.ts'
import { guest } from '#domain/actor.ts'
import { addDays, dayInManila, periodOf } from '#domain/period.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import type { CatalogueQuery } from '#server/catalogue/catalogue-query.ts'
import { refreshSearch } from '#server/catalogue/refresh-search.ts'
import { suggestListings } from '#server/catalogue/suggest-listings.ts'
import type { Services } from '#server/context.ts'
import { listSitemapParts } from '#server/discovery/queries.ts'
import { sweepReminders } from '#server/notification/sweep-reminders.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { pageQueries } from './page-statements.ts'

export type Statement = { text: string; values: unknown[] }
/** A node of an executed plan: how it reads, which table, and how many of its rows. */
export type PlanNode = { kind: string; table: string | null; read: number }

/** The statements that `work` sends over a connection with one client, of those that begin as `kinds` says. */
export async function statementsOf(
  connection: Connection,
  work: () => Promise<unknown>,
  kinds = /^\s*(select|with|update)\b/,
): Promise<Statement[]> {
  const said: Statement[] = []
  const client = await connection.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, values?: unknown) => {
    const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text
    if (kinds.test(text)) said.push({ text, values: (values as unknown[] | undefined) ?? [] })
    return query(first, values)
  }) as never
  client.release()
  try {
    await work()
  } finally {
    client.query = query as never
  }
  return said
}

/** The statements of the most visited pages and of every minute, with values from the current database, by name. */
export async function hotStatements(services: Pick<Services, 'db'>, connection: Connection) {
  const { db } = services
  const word = async (part: number) =>
    (
      await sql<{ word: string }>`select word from search_term where listing_count <=
        greatest(2, (select count(*) from listing_search) * ${part}::float) order by listing_count desc
        limit 1`.execute(db)
    ).rows[0]!.word
  const [common, usual, rare] = [await word(1), await word(0.01), await word(0)]
  const today = dayInManila(new Date())
  const free = { ...periodOf(addDays(today, 3), 3), today }
  const queries: Record<string, CatalogueQuery> = {
    newest: {},
    'newest of a category': { categoryId: 3 },
    cheapest: { sort: 'price-low' },
    'dearest in a price range': { sort: 'price-high', min: 100_00, max: 200_00 },
    'best rated': { sort: 'rating' },
    'best rated in a small category and price range': {
      sort: 'rating',
      categoryId: 12,
      min: 50_00,
      max: 90_00,
    },
    'newest that are free': { free },
    'search, common word': { search: common },
    'search, rare word': { search: rare },
    'search, two words': { search: `${common} ${usual}` },
    'search, word in a category': { search: usual, categoryId: 12 },
    'search, word in a price range': { search: usual, min: 100_00, max: 120_00 },
    'search, two words by price': { search: `${usual} ${common}`, sort: 'price-low' },
    'search, cheap things by price': { search: 'ladder', sort: 'price-high' },
    'search, rare word by rating': { search: rare, sort: 'rating' },
    'search, part of a word': { search: common.slice(1) },
    'search, name of a category by price': { search: 'camping', sort: 'price-low' },
    'search, misspelt': { search: `${common.slice(0, -1)}xq` },
  }
  const jobs = Object.entries(queries).map(
    ([name, query]) => [name, () => browseCatalogue(db, query) as Promise<unknown>] as const,
  )
  const sweeping = {
    ...services,
    ...connection,
    clock: { now: () => new Date(`${today}T04:00:00Z`) },
  } as unknown as Services
  const found: Record<string, Statement[]> = {}
  for (const [name, job] of [
    ...jobs,
    ['suggestions', () => suggestListings(db, `${common} ${usual.slice(0, 3)}`, guest)] as const,
    ['index of the sitemap', () => listSitemapParts(db, 45_000)] as const,
    ['marking what is hot', () => refreshSearch(services)] as const,
    ['rentals that are due', () => onlyAsking(sweeping, sweepRentals)] as const,
    ['reminders that are due', () => onlyAsking(sweeping, sweepReminders)] as const,
    ...(await pageQueries(services)),
  ])
    found[name] = differentOf(await statementsOf(connection, job))
  return found
}

/** Each statement once, whatever its values. */
const differentOf = (said: Statement[]) => [
  ...new Map(said.toReversed().map((one) => [one.text, one])).values(),
]

/** Runs only the query of a sweep, without its actions. */
async function onlyAsking(services: Services, sweep: (services: Services) => Promise<number>) {
  const nothing = { execute: () => Promise.reject(new Error('nothing is done here')) }
  const db = new Proxy(services.db, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name)
      if (name === 'startTransaction') return () => nothing
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  await sweep({ ...services, db, log } as never).catch(() => {})
}

/** The nodes of a statement's executed plan that read a table; its changes are rolled back. */
export async function nodesOf(connection: Connection, { text, values }: Statement): Promise<PlanNode[]> {
  const rows = await undone<{ 'QUERY PLAN': [{ Plan: Json }] }>(
    connection,
    `explain (analyze, format json) ${text}`,
    values,
  )
  const nodes: PlanNode[] = []
  const visit = (node: Json) => {
    if (node['Actual Loops'] !== 0 && /Scan$/.test(String(node['Node Type'])))
      nodes.push({
        kind: String(node['Node Type']),
        table: (node['Relation Name'] as string | undefined) ?? null,
        read:
          (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) *
          Number(node['Actual Loops']),
      })
    for (const inner of (node.Plans as Json[] | undefined) ?? []) visit(inner)
  }
  visit(rows[0]!['QUERY PLAN'][0].Plan)
  return nodes
}
type Json = Record<string, unknown>

/** A statement's executed plan as text; its changes are rolled back. */
export async function planText(connection: Connection, { text, values }: Statement): Promise<string> {
  const rows = await undone<{ 'QUERY PLAN': string }>(
    connection,
    `explain (analyze, buffers, costs off) ${text}`,
    values,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function undone<T extends pg.QueryResultRow>(
  { pool }: Connection,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
