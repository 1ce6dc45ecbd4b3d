import pg from 'pg'
import { reconnectingEvents } from './reconnecting-events.ts'
import type { EventsGateway } from './port.ts'
import { readEventNotifications } from './wire-format.ts'

const CHANNEL = 'hiram_events'
export const APPLICATION = 'hiram-events'
const ENDED_WITHIN_MS = 1_000

/**
 * Event notifications by LISTEN and NOTIFY, over a connection of its own beside the pool: a pooler that gives
 * connections from one transaction to the next would lose the LISTEN. NOTIFY is a statement of its own, after the
 * change it is about: inside a transaction it makes commits wait for each other.
 * `hosts` are the addresses of a database's hosts. A standby refuses LISTEN, so the next one is tried.
 */
export function postgresEvents(
  hosts: readonly string[],
  failed: (error: unknown) => void = () => {},
): EventsGateway {
  let host = 0
  return reconnectingEvents(async ({ received, lost }) => {
    const client = new pg.Client({
      connectionString: hosts[host % hosts.length]!,
      application_name: APPLICATION,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    const end = async () => {
      // A host that vanished never says that the connection is over.
      const timer = setTimeout(() => client.connection.stream.destroy(), ENDED_WITHIN_MS)
      await client.end().finally(() => clearTimeout(timer))
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => received(readEventNotifications(payload ?? '')))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      host++
      await end().catch(() => {})
      throw error
    }
    return {
      async send(message) {
        await client.query('select pg_notify($1, $2)', [CHANNEL, message])
      },
      async check() {
        await client.query('select 1')
      },
      end,
    }
  }, failed)
}
