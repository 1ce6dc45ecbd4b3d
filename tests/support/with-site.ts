import { beforeAll } from 'vitest'
import type { FreshOptions } from './database.ts'
import { listApproved } from './people.ts'
import type { TestOptions } from './services.ts'
import { withServices, type InUse } from './with-services.ts'
import { testApp, Visitor, type TestApp } from './visitor.ts'

export type Site<K extends string> = InUse<K> & {
  app: TestApp
  /** The browser of someone who is logged in, or of a guest. Each call is a browser of its own. */
  visitor(who?: K): Visitor
  /** How many rows each table has, to see that nothing was written. */
  counts(): Promise<Record<string, number>>
  /** Lists a thing of Olivia's and has Amihan approve it. */
  publish(changes?: Parameters<typeof listApproved>[2]): Promise<string>
}

/**
 * As `withServices`, with the whole product over HTTP: the doors of the server, the built pages, their loaders and
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

/** That something was refused is written down, and changes nothing. */
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
