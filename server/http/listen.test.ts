import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

/** A server that answers everything, and a connection to it that had one answer and is kept. */
async function kept() {
  const { url, close, leave } = await listen({
    settings: { host: '127.0.0.1', port: 0, maxConnections: 10, trustProxy: 0 } as never,
    app: { fetch: () => new Response('here') } as never,
    pageCache: undefined,
    watch: (answer) => answer,
    refused: () => {},
    before: undefined,
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const ask = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: hiram\r\n\r\n')
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
    return String(answer)
  }
  expect(await ask()).toMatch(/^HTTP\/1\.1 200[^]*\r\nKeep-Alive: timeout=5\r\n/)
  leave()
  return { socket, ask, close }
}

it('a replaced process answers on a kept connection as long as it said, once, and then ends', async () => {
  const { socket, ask, close } = await kept()
  const closed = close({ isReplaced: true })
  await wait(1000)
  expect(await ask()).toMatch(/^HTTP\/1\.1 200[^]*\r\nConnection: close\r\n/)
  await once(socket, 'close')
  await closed
})

it('a server that stops does not wait for connections without a request', async () => {
  const { socket, close } = await kept()
  const neverAsked = connect(socket.remotePort!, '127.0.0.1').resume()
  await once(neverAsked, 'connect')
  const began = performance.now()
  await Promise.all([close(), once(socket.resume(), 'close'), once(neverAsked, 'close')])
  expect(performance.now() - began).toBeLessThan(5000)
})
