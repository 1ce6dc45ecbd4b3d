import { timeout, TimeoutStrategy } from 'cockatiel'
import { createClient } from 'redis'
import { reconnectingEvents } from './reconnecting-events.ts'
import type { EventsGateway } from './port.ts'
import { readEventNotifications } from './wire-format.ts'

const CHANNEL = 'hiram:events'
const answered = timeout(10_000, TimeoutStrategy.Aggressive)

/**
 * Event notifications by PUBLISH and SUBSCRIBE of Redis or a server with the same protocol. `url` is
 * `redis://user:password@host:port`, or `rediss://` for TLS. A connection that subscribes may do nothing else, so
 * there are two. When one is lost, `reconnectingEvents` opens both again and reports the gap, so the client itself
 * never reconnects.
 */
export function redisEvents(url: string, failed: (error: unknown) => void = () => {}): EventsGateway {
  return reconnectingEvents(async ({ received, lost }) => {
    const open = () => {
      const client = createClient({
        url,
        RESP: 2,
        disableClientInfo: true,
        disableOfflineQueue: true,
        maintNotifications: 'disabled',
        socket: { connectTimeout: 10_000, reconnectStrategy: false },
      })
      return client.on('error', lost).on('terminated', lost)
    }
    const [speaking, listening] = [open(), open()]
    const clients = [speaking, listening]
    const end = async () => {
      for (const client of clients) if (client.isOpen) client.destroy()
    }
    try {
      await answered.execute(async () => {
        for (const client of clients) await client.connect()
        await listening.subscribe(CHANNEL, (message) => received(readEventNotifications(message)))
      })
    } catch (error) {
      await end()
      throw error
    }
    return {
      async send(message) {
        await answered.execute(() => speaking.publish(CHANNEL, message))
      },
      async check() {
        await answered.execute(() => Promise.all(clients.map((client) => client.ping())))
      },
      end,
    }
  }, failed)
}
