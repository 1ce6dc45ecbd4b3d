import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { capConnections } from './connection-cap.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server with a cap of three, which answers only when the test tells it to. */
async function capped(trustProxy: number) {
  const waiting: ServerResponse[] = []
  const server = createServer()
  const refuses = capConnections(server, { perNetwork: 3, trustProxy })
  server.on('request', (request, response) => {
    if (!refuses(request, response)) waiting.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const ask = (from: string) => fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': from } })
  const answerAll = () => {
    for (const response of waiting.splice(0)) response.end('done')
  }
  const whenWaiting = async (n: number) => {
    while (waiting.length < n) await new Promise((next) => setTimeout(next, 5))
  }
  return { open, ask, answerAll, whenWaiting }
}

it('a network holds no more connections than it may, however idle, and one more is told when to come again', async () => {
  const { open, ask, answerAll, whenWaiting } = await capped(0)
  const held = [await open(), await open(), await open()]
  const refused = await open()
  const [said] = (await once(refused, 'data')) as [Buffer]
  expect(said.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 10\r\n/)
  held.pop()!.destroy()
  await new Promise((next) => setTimeout(next, 50))
  const freeSlot = ask('203.0.113.7')
  await whenWaiting(1)
  answerAll()
  expect((await freeSlot).status).toBe(200)
})

it('behind a proxy of ours, the requests under way of each network count instead', async () => {
  const { ask, answerAll, whenWaiting } = await capped(1)
  const mine = ['2001:db8::1', '2001:db8::2', '198.51.100.9, 2001:db8::3'].map(ask)
  await whenWaiting(3)
  const refused = await ask('2001:db8::4')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  const others = ['203.0.113.7', '2001:db8:0:1::1'].map(ask)
  await whenWaiting(5)
  answerAll()
  for (const each of await Promise.all([...mine, ...others])) expect(each.status).toBe(200)
  const again = ask('2001:db8::4')
  await whenWaiting(1)
  answerAll()
  expect((await again).status).toBe(200)
})
