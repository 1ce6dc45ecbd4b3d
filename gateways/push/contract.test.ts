import { createECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { startPushEmulator } from './emulator.ts'
import type { PushTarget } from './port.ts'
import { webPush } from './web-push.ts'

const keys = generateVAPIDKeys()
const subject = 'mailto:support@hiram.test'
const gateway = webPush({ ...keys, subject })
const message = {
  title: '4-person tent is yours tomorrow ⛺',
  text: 'You pick it up from Olivia.',
  path: '/profile',
  tag: 'n7',
}

let service: Awaited<ReturnType<typeof startPushEmulator>>
beforeAll(async () => {
  service = await startPushEmulator(keys)
})
afterAll(() => service.close())

describe('a push service', () => {
  it('brings a message to the browser it is for, which alone can read it', async () => {
    const [browser, other] = [service.open(), service.open()]
    expect(await gateway.send(browser, message)).toBe('sent')
    expect(service.received(browser)).toEqual([{ ...message, ttl: 86_400, topic: 'n7' }])
    expect(service.received(other)).toEqual([])
    const mixed: PushTarget = { ...other, endpoint: browser.endpoint }
    await expect(gateway.send(mixed, message)).rejects.toThrow('400')
  })

  it('takes as much as a notice can say', async () => {
    const browser = service.open()
    const long = { ...message, title: '😀'.repeat(120), text: '😀'.repeat(240) }
    expect(await gateway.send(browser, long)).toBe('sent')
    expect(service.received(browser)[0]).toMatchObject(long)
  })

  it.each([404, 410])('returns gone for the status %i', async (status) => {
    const browser = service.open()
    service.fail(browser, status)
    expect(await gateway.send(browser, message)).toBe('gone')
  })

  it('does not know a browser that wants no more', async () => {
    const browser = service.open()
    service.forget(browser)
    expect(await gateway.send(browser, message)).toBe('gone')
  })

  it.each([429, 500, 503, 413, 302])('is tried again after %i', async (status) => {
    const browser = service.open()
    service.fail(browser, status)
    await expect(gateway.send(browser, message)).rejects.toThrow(String(status))
    expect(await gateway.send(browser, message)).toBe('sent')
    expect(service.received(browser)).toHaveLength(1)
  })

  it.each([
    ['120', 120],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('that asks to wait with “%s” is not asked before', async (retryAfter, retryAfterSeconds) => {
    const browser = service.open()
    service.askToWait(browser, retryAfter)
    await expect(gateway.send(browser, message)).rejects.toMatchObject({
      name: 'JobFailure',
      retryAfterSeconds,
    })
  })

  it('accepts nothing from another site, and nothing unsigned', async () => {
    const browser = service.open()
    const stranger = webPush({ ...generateVAPIDKeys(), subject })
    await expect(stranger.send(browser, message)).rejects.toThrow('403')
    const impostor = webPush({ ...keys, privateKey: generateVAPIDKeys().privateKey, subject })
    await expect(impostor.send(browser, message)).rejects.toThrow('403')
    const bare = await fetch(browser.endpoint, { method: 'POST', headers: { ttl: '60' }, body: 'hello' })
    expect(bare.status).toBe(401)
    expect(service.received(browser)).toEqual([])
  })

  it('gets no request for a browser with invalid keys', async () => {
    const browser = service.open()
    const off = createECDH('prime256v1').generateKeys()
    off[10]! ^= 1
    for (const wrong of [{ p256dh: off.toString('base64url') }, { p256dh: 'x' }, { auth: 'x' }])
      expect(await gateway.send({ ...browser, ...wrong }, message)).toBe('gone')
    expect(service.received(browser)).toEqual([])
  })

  it('is not asked, and no browser is gone, when the site’s own settings are invalid', async () => {
    const browser = service.open()
    for (const own of [{ privateKey: `${keys.privateKey}=` }, { publicKey: 'x' }, { subject: 'https://[' }]) {
      const broken = webPush({ ...keys, subject, ...own })
      await expect(broken.send(browser, message)).rejects.toThrow(/vapid/i)
    }
    expect(service.received(browser)).toEqual([])
  })

  it('that is down or never answers is tried again', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const { port } = silent.address() as AddressInfo
    const browser = { ...service.open(), endpoint: `http://127.0.0.1:${port}/send/1` }
    const hasty = webPush({ ...keys, subject, timeoutMs: 100 })
    await expect(hasty.send(browser, message)).rejects.toThrow()
    silent.closeAllConnections()
    await new Promise<void>((closed) => void silent.close(() => closed()))
    await expect(hasty.send(browser, message)).rejects.toThrow()
  })
})
