import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { messages: { points: 12, seconds: 60 } },
})
type Who = Parameters<typeof site.visitor>[0]
type Answer = {
  ok?: boolean
  message?: string | { id: number; body: string; clientId: string | null }
  messages?: { id: number; body: string; clientId: string | null }[]
  partnerReadId?: number
}
let api: string

const post = async (who: Who, fields: Fields, at = api) => {
  const response = await site.visitor(who).post(at, fields)
  return { status: response.status, retry: response.headers.get('retry-after'), ...(await read(response)) }
}
const get = async (who: Who, at = api) => {
  const response = await site.visitor(who).get(at)
  return { status: response.status, cache: response.headers.get('cache-control'), ...(await read(response)) }
}
const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return text.startsWith('{') ? (JSON.parse(text) as Answer) : {}
}
const messages = () => site.services.db.selectFrom('message').selectAll().orderBy('id').execute()

beforeAll(async () => {
  const listingId = await site.publish({ title: 'A tent' })
  const sent = await site
    .visitor('ramon')
    .post(`/chat?listingId=${listingId}`, { intent: 'send', text: 'Hello po' })
  api = sent.headers.get('location')!.replace('/chat?', '/api/messages?')
})

describe('the endpoint with which scripts read and send messages', () => {
  // Case: 19
  it.each(['katrina', 'diego', 'amihan', undefined] as const)('refuses %s', async (who) => {
    const before = await messages()
    const status = who ? 404 : 401
    expect(await get(who)).toMatchObject({ status, ok: false })
    expect(await post(who, { intent: 'send', text: 'Let me in' })).toMatchObject({ status, ok: false })
    expect((await post(who, { intent: 'seen', upTo: '1' })).status).toBe(404)
    expect(await messages()).toEqual(before)
  })

  it('returns a thread to its two people, not cached, with client ids of their own messages only', async () => {
    const clientId = randomUUID()
    expect(await post('ramon', { intent: 'send', text: 'Mine', clientId })).toMatchObject({
      status: 200,
      message: { body: 'Mine', clientId },
    })
    const [mine, theirs] = [await get('ramon'), await get('olivia')]
    expect(mine.cache).toBe('no-store')
    expect(mine.messages!.at(-1)).toMatchObject({ body: 'Mine', clientId })
    expect(theirs.messages!.at(-1)).toMatchObject({ body: 'Mine', clientId: null })
    const { id } = mine.messages!.at(-1)!
    expect((await get('ramon', `${api}&before=${id}`)).messages!.map(({ body }) => body)).toEqual([
      'Hello po',
    ])
  })

  it('stores a message once however often it is sent', async () => {
    const fields = { intent: 'send', text: 'Only once', clientId: randomUUID() }
    const sent = await Promise.all(Array.from({ length: 4 }, () => post('ramon', fields)))
    expect(new Set(sent.map(({ message }) => (message as { id: number }).id)).size).toBe(1)
    expect((await messages()).filter(({ body }) => body === 'Only once')).toHaveLength(1)
  })

  it.each([
    ['nothing', { text: '  \n' }, 'Your message is empty.'],
    ['too much', { text: 'x'.repeat(2001) }, /at most 2000 characters/],
    ['hidden characters', { text: 'pay \u202e here' }, /invisible or control/],
    ['a zero-width trick', { text: 'pay\u200bpal' }, /invisible or control/],
    ['a forged sender', { text: 'Hi', sender: 'ai' }, /fields we don't know/],
    ['a forged time', { text: 'Hi', sentAt: '2020-01-01' }, /fields we don't know/],
    ['an id that is none', { text: 'Hi', clientId: "' or 1=1" }, /id that is none/],
    ['two texts', { text: ['Hi', 'Ho'] }, /more than once/],
  ] as [string, Fields, string | RegExp][])('refuses %s and says so', async (_, fields, words) => {
    const before = await messages()
    const refused = await post('ramon', { intent: 'send', ...fields })
    expect(refused).toMatchObject({ status: 422, ok: false, message: expect.stringMatching(words) })
    expect(await messages()).toEqual(before)
  })

  it('stores what was read up to a message, never less than before, and tells the other side', async () => {
    const all = await messages()
    const [first, last] = [all[0]!.id, all.at(-1)!.id]
    const seen = async () => (await get('ramon')).partnerReadId
    for (const [upTo, read] of [
      [first, first],
      [last, last],
      [first, last],
      [last + 999, last],
    ]) {
      expect((await post('olivia', { intent: 'seen', upTo: String(upTo) })).status).toBe(200)
      expect(await seen()).toBe(read)
    }
    for (const upTo of ['', '-1', 'all', '1e99', '9007199254740993'])
      expect((await post('olivia', { intent: 'seen', upTo })).status).toBeLessThan(500)
    expect(await seen()).toBe(last)
  })

  it('refuses a write from another site', async () => {
    const before = await messages()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const sent = await site.visitor('ramon').post(api, { intent: 'send', text: 'Hi' }, { headers })
    expect(sent.status).toBe(403)
    expect(await messages()).toEqual(before)
  })

  it('stops a flood with how long to wait', async () => {
    let last: Awaited<ReturnType<typeof post>> | undefined
    for (let i = 0; i < 14; i++) last = await post('olivia', { intent: 'send', text: `flood ${i}` })
    expect(last).toMatchObject({ status: 429, message: expect.stringContaining('a lot in a short time') })
    expect(Number(last!.retry)).toBeGreaterThan(0)
    expect((await messages()).filter(({ body }) => body.startsWith('flood'))).toHaveLength(12)
  })
})
