import { beforeAll } from 'vitest'
import type { FreshOptions } from './database.ts'
import { listApproved } from './people.ts'
import type { TestOptions } from './services.ts'
import { withServices, type InUse } from './with-services.ts'
import { testApp, Visitor, type TestApp } from './visitor.ts'

export type Site<K extends string> = InUse<K> & {
  app: TestApp
  /** The browser of a logged-in person, or of a guest. Each call creates another browser. */
  visitor(who?: K): Visitor
  /** The number of rows in each table, to check that nothing was written. */
  counts(): Promise<Record<string, number>>
  /** Adds a listing of Olivia's and approves it as Amihan. */
  publish(changes?: Parameters<typeof listApproved>[2]): Promise<string>
}

/**
 * As `withServices`, with the whole site over HTTP: the endpoints of the server, the built pages, their loaders and
 * actions.
 */
export function withSite<K extends string>(
  keys: readonly K[],
  options: TestOptions & { database?: FreshOptions; withFiles?: boolean } = {},
): Site<K> {
  const site = withServices(keys, options) as Site<K>
  beforeAll(async () => {
    site.app = await testApp(site.services, options)
    site.visitor = (who) => new Visitor(site.app, site.services, who && site.cast[who])
    site.publish = (changes) => {
      const { olivia, amihan } = site.cast as Record<string, (typeof site.cast)[K]>
      return listApproved(site.services, { owner: olivia!, admin: amihan! }, changes)
    }
    site.counts = async () => {
      const { rows } = await site.services.connection.pool.query(
        tables
          .map((table) => `select '${table}' as name, count(*)::int as n from "${table}"${noted(table)}`)
          .join(' union all '),
      )
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
    }
  })
  return site
}

/** Recorded refusals in the audit log don't count as writes. */
const noted = (table: string) => (table === 'event' ? ` where action <> 'refuse'` : '')

const tables = [
  'account',
  'session',
  'listing',
  'photo',
  'favorite',
  'cart_line',
  'order',
  'rental',
  'money_line',
  'thread',
  'message',
  'person_block',
  'report',
  'review',
  'contact_message',
  'event',
  'effect',
]
