import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  server = await startServer(database.url!, { MAX_CONNECTIONS: '1000' })
})
afterAll(async () => {
  await server?.remove()
  await database.drop()
})

const OF_EACH = 60

it('hundreds of clients that send a byte a second, or nothing, or don’t read, hold nothing that others need', async () => {
  const { host, hostname, port } = new URL(server.url)
  let closed = 0
  const clients: Socket[] = []
  const open = (said: string) => {
    const socket = connect(Number(port), hostname, () => socket.write(said))
    socket.on('error', () => {}).on('close', () => closed++)
    clients.push(socket)
    return socket
  }
  const byBytes: Socket[] = []
  for (let i = 0; i < OF_EACH; i++) {
    open('')
    byBytes.push(open(`GET /faq HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `))
    byBytes.push(
      open(
        `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nContent-Length: 9000\r\n` +
          'Content-Type: application/x-www-form-urlencoded\r\n\r\nportal=',
      ),
    )
    open(`GET /faq HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50)).pause()
  }
  const dripping = setInterval(() => {
    for (const socket of byBytes) if (socket.writable) socket.write('a')
  }, 1000)
  try {
    for (let i = 0; i < 10; i++) {
      const page = await fetch(`${server.url}/products?q=tent`)
      expect(page.status).toBe(200)
      await page.arrayBuffer()
      await wait(300)
    }
    // None of them has a connection to the database.
    const { rows } = await database.connection.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
    // Who does not get done with a request is cut off; one that reads nothing is after a minute of silence.
    await expect.poll(() => closed, { timeout: 120_000 }).toBeGreaterThanOrEqual(byBytes.length)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  } finally {
    clearInterval(dripping)
    for (const socket of clients) socket.destroy()
  }
}, 180_000)
