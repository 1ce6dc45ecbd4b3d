import type { Pool } from 'pg'
import type { MailGateway } from '#gateways/mail/port.ts'
import type { PaymentGateway } from '#gateways/payments/port.ts'

/** The process died. Nothing it does after that has an effect. */
export class Crash extends Error {
  override name = 'Crash'
}

/**
 * Kills the process, from the view of database, provider and mail: at the n-th boundary from now the current call is
 * cut off, and nothing gets through until the process is started again. Boundaries are before and after each call of
 * the provider, each mail, each commit and each statement that commits by itself. `die` ends the process for real
 * instead.
 */
export function crashes(die: () => void = () => {}) {
  let left = Number.POSITIVE_INFINITY
  let dead = false
  const check = () => {
    if (dead) throw new Crash()
    if (--left > 0) return
    dead = true
    die()
    throw new Crash()
  }
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    check()
    const done = await act()
    check()
    return done
  }
  return {
    /** Starts a process that dies at the n-th boundary, or never. */
    start(n = Number.POSITIVE_INFINITY) {
      left = n
      dead = false
    },
    gateway(gateway: PaymentGateway): PaymentGateway {
      const { live, checkoutOrigin, readWebhook, ...calls } = gateway
      const cut = Object.entries(calls).map(([name, call]) => {
        const asked = call as (...given: unknown[]) => Promise<unknown>
        return [name, (...given: unknown[]) => around(() => asked(...given))]
      })
      return { live, checkoutOrigin, readWebhook, ...Object.fromEntries(cut) } as PaymentGateway
    },
    mail: (mail: MailGateway): MailGateway => ({
      ...mail,
      send: (email) => around(() => mail.send(email)),
    }),
    /** Watches the statements of a pool's connections from now on. */
    watch(pool: Pool) {
      const watched = new WeakSet<object>()
      pool.on('acquire', (client) => {
        if (watched.has(client)) return
        watched.add(client)
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
        let inTransaction = false
        const run = async (...given: unknown[]) => {
          const text = String(given[0]).trimStart().slice(0, 12).toLowerCase()
          // The database rolls back what a dead process had begun.
          if (text.startsWith('rollback')) {
            inTransaction = false
            return query(...given)
          }
          if (dead) throw new Crash()
          if (text.startsWith('start') || text.startsWith('begin')) inTransaction = true
          const commits =
            text.startsWith('commit') || (!inTransaction && !/^(select|with|begin|start)/.test(text))
          if (text.startsWith('commit')) inTransaction = false
          return commits ? around(() => query(...given)) : query(...given)
        }
        client.query = run as unknown as typeof client.query
      })
    },
  }
}
