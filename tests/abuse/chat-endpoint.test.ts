import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#server/account/delete-account.ts'
import { accepted } from '#seeds/act.ts'
import { textOf } from '#tests/support/html.ts'
import { by } from '#tests/support/services.ts'
import type { Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan', 'miguel', 'liza'], {
  limits: { messages: { points: 12, seconds: 60 } },
})
type Who = keyof typeof site.cast
type Thread = {
  messages: { id: number; body: string; clientId: string | null }[]
  earlier: number | null
  partnerReadId: number
}

let listingId: string
let threadId: string
let endpoint: string
const send = (who: Who | undefined, fields: Fields, to = endpoint) =>
  site.visitor(who).post(to, { intent: 'send', ...fields })
const messages = () =>
  site.services.db
    .selectFrom('message')
    .select(['id', 'sender', 'body', 'sentAt', 'threadId'])
    .orderBy('id')
    .execute()

beforeAll(async () => {
  listingId = await site.publish({ title: 'A tent' })
  const sent = await send('ramon', { text: 'Hello po' }, `/api/messages?listingId=${listingId}`)
  expect(sent.status).toBe(200)
  threadId = ((await sent.json()) as { threadId: string }).threadId
  endpoint = `/api/messages?thread_id=${threadId}`
})

const read = async (who: Who, at = endpoint) => (await (await site.visitor(who).get(at)).json()) as Thread

/** Sends an invalid request, checks that nothing was written, and returns the error. */
async function refused(who: Who | undefined, fields: Fields, to = endpoint) {
  const before = await site.counts()
  const response = await send(who, fields, to)
  expect(await site.counts()).toEqual(before)
  return {
    status: response.status,
    ...((await response.json()) as { ok: false; reason: string; message: string }),
  }
}

describe('the endpoint with which scripts read and send messages', () => {
  it('returns a thread to its two people, not cached, with client ids of their own messages only', async () => {
    const clientId = randomUUID()
    const sent = await send('ramon', { text: 'Mine', clientId })
    expect(sent.status).toBe(200)
    expect(await sent.json()).toMatchObject({ message: { body: 'Mine', clientId } })
    const mine = await site.visitor('ramon').get(endpoint)
    expect(mine.headers.get('cache-control')).toBe('no-store')
    const last = ((await mine.json()) as Thread).messages.at(-1)!
    expect(last).toMatchObject({ body: 'Mine', clientId })
    expect((await read('olivia')).messages.at(-1)).toMatchObject({ body: 'Mine', clientId: null })
    const before = await read('ramon', `${endpoint}&before=${last.id}`)
    expect(before.messages.map(({ body }) => body)).toEqual(['Hello po'])
  })

  it('stores a message once however often it is sent', async () => {
    const fields = { text: 'Only once', clientId: randomUUID() }
    const sent = await Promise.all(Array.from({ length: 4 }, () => send('ramon', fields)))
    const answers = await Promise.all(
      sent.map((answer) => answer.json() as Promise<{ message: { id: number } }>),
    )
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
    expect((await messages()).filter(({ body }) => body === 'Only once')).toHaveLength(1)
  })

  it('stores what was read up to a message, never less than before, and tells the other side', async () => {
    const all = await messages()
    const [first, last] = [all[0]!.id, all.at(-1)!.id]
    const see = async (upTo: string) =>
      (await site.visitor('olivia').post(endpoint, { intent: 'seen', upTo })).status
    const seen = async () => (await read('ramon')).partnerReadId
    for (const [upTo, isRead] of [
      [first, first],
      [last, last],
      [first, last],
      [last + 999, last],
    ]) {
      expect(await see(String(upTo))).toBe(200)
      expect(await seen()).toBe(isRead)
    }
    for (const upTo of ['', '-1', 'all', '1e99', '9007199254740993'])
      expect(await see(upTo)).toBeLessThan(500)
    expect(await seen()).toBe(last)
  })

  it.each(['', '  ', '\n\n', '\u00a0', '\u3000'])('refuses a blank message: %j', async (text) => {
    const answer = { status: 422, ok: false, message: 'Your message is empty.' }
    expect(await refused('ramon', { text })).toMatchObject(answer)
  })

  it.each([
    ['an id that is none', { clientId: "' or 1=1" }, /id that is none/],
    ['two texts', { text: ['Hi', 'Ho'] }, /more than once/],
  ] as [string, Fields, RegExp][])('refuses %s and says so', async (_, fields, words) => {
    const answer = { status: 422, ok: false, message: expect.stringMatching(words) }
    expect(await refused('ramon', { text: 'Hi', ...fields })).toMatchObject(answer)
  })

  it.each([
    ['too long', 'x'.repeat(2001), /at most 2000 characters. It has 2001/],
    ['long in emoji', '😀'.repeat(2001), /at most 2000/],
    ['turned direction', 'pay \u202egro.knab', /invisible or control/],
    ['isolated direction', 'a\u2066b\u2069', /invisible or control/],
    ['zero width', 'ex\u200bample.com', /invisible or control/],
    ['nothing but zero width', '\u200b\u200d\u2060', /invisible or control/],
    ['a blank that is none', '\u2800\u2800', /invisible or control/],
    ['a sentence in tag characters', 'Hi\u{e0049}\u{e0067}', /invisible or control/],
    ['a zero byte', 'a\u0000b', /invisible or control/],
    ['half a character', 'a\ud83d', /invisible or control|./],
  ])('refuses %s', async (_, text, message) => {
    const answer = await send('ramon', { text })
    if (text.isWellFormed())
      expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
        status: 422,
        ok: false,
        message: expect.stringMatching(message),
      })
    expect((await messages()).every(({ body: stored }) => stored.isWellFormed())).toBe(true)
  })

  it('takes 2,000 characters, whatever they are made of, and keeps them as they are', async () => {
    const text = '👨‍👩‍👧ñ'.repeat(333) + 'x'
    expect((await send('olivia', { text })).status).toBe(200)
    expect((await messages()).at(-1)!.body).toBe(text)
  })

  // Case: 21
  it.each(['senderId', 'sender', 'sentAt', 'threadId', 'id', 'thread_id', 'renterId'])(
    'refuses a forged %s',
    async (name) => {
      expect(await refused('ramon', { text: 'Hi', [name]: site.cast.olivia.id })).toMatchObject({
        status: 422,
        ok: false,
        message: expect.stringContaining("fields we don't know"),
      })
    },
  )

  // Case: 21
  it('takes the writer from the log-in, and the time from its own clock', async () => {
    await send('olivia', { text: 'Written by the owner' })
    expect((await messages()).at(-1)).toMatchObject({
      sender: 'owner',
      threadId,
      sentAt: site.services.clock.now(),
    })
  })

  // Case: 19
  it.each([
    ['katrina', 404],
    ['diego', 404],
    ['amihan', 404],
    [undefined, 401],
  ] as const)('neither shows nor takes anything of a thread of others, for %s', async (who, status) => {
    const before = await messages()
    const none = '/api/messages?thread_id=0199a000-0000-7000-8000-000000000000'
    const theirs = await refused(who, { text: 'Let me in' })
    expect(theirs).toEqual(await refused(who, { text: 'Hi' }, none))
    expect(theirs).toMatchObject({ status, ok: false, ...(who ? {} : { reason: 'login' }) })
    const read = await site.visitor(who).get(endpoint)
    const text = await read.text()
    expect(read.status).toBe(status)
    expect(JSON.parse(text)).toMatchObject({ ok: false })
    expect(text).not.toContain('Hello po')
    expect((await site.visitor(who).post(endpoint, { intent: 'seen', upTo: '1' })).status).toBe(404)
    expect(await messages()).toEqual(before)
  })

  it.each(['thread_id=x', 'thread_id=1%20or%201=1', 'listingId=x', 'before=-1', ''])(
    'is a 404 with ?%s',
    async (query) => {
      const before = await site.counts()
      const response = await send('ramon', { text: 'Hi' }, `/api/messages?${query}`)
      expect(response.status).toBe(404)
      expect(await site.counts()).toEqual(before)
    },
  )

  it('refuses other sites', async () => {
    const before = await site.counts()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const sent = await site.visitor('ramon').post(endpoint, { intent: 'send', text: 'Hi' }, { headers })
    expect(sent.status).toBe(403)
    expect(await site.counts()).toEqual(before)
  })

  it('limits a flood, refused attempts included, and says how long to wait', async () => {
    expect((await refused('liza', { text: 'Let me in' })).status).toBe(404)
    let last: Response | undefined
    for (let i = 0; i < 14; i++)
      last = await send('liza', { text: `flood ${i}` }, `/api/messages?listingId=${listingId}`)
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    const { reason, message } = (await last!.json()) as { reason: string; message: string }
    expect(reason).toBe('limit')
    expect(message).toMatch(/a lot in a short time/)
    expect(message).toMatch(/Please try again in/)
    expect((await messages()).filter(({ body }) => body.startsWith('flood'))).toHaveLength(11)
  })

  it('says that a person has left; their messages stay under “Deleted user”', async () => {
    const theirs = await send('miguel', { text: 'I am off soon' }, `/api/messages?listingId=${listingId}`)
    const { threadId: left } = (await theirs.json()) as { threadId: string }
    accepted(await deleteAccount(by(site.services, site.cast.amihan), { accountId: site.cast.miguel.id }))
    const at = `/api/messages?thread_id=${left}`
    expect(await refused('olivia', { text: 'Still there?' }, at)).toMatchObject({ reason: 'left' })
    const page = textOf(await (await site.visitor('olivia').get(`/chat?thread_id=${left}`)).text())
    expect(page).toContain('Deleted user')
    expect(page).toContain('I am off soon')
    expect(page).not.toContain('Miguel')
    expect((await refused('miguel', { text: 'A ghost' }, at)).status).toBe(401)
  })
})

it('a conversation of 10,000 messages opens at its end, and goes back page by page', async () => {
  const about = await site.publish({ title: 'A tent much talked about' })
  const sent = await send('diego', { text: 'First' }, `/api/messages?listingId=${about}`)
  const { threadId: long } = (await sent.json()) as { threadId: string }
  await site.services.db
    .insertInto('message')
    .values(
      Array.from({ length: 5000 }, (_, i) => ({
        threadId: long,
        sender: 'owner' as const,
        body: `talk ${i}`,
      })),
    )
    .execute()
  await site.services.db
    .insertInto('message')
    .values(
      Array.from({ length: 5000 }, (_, i) => ({
        threadId: long,
        sender: 'renter' as const,
        body: `talk ${5000 + i}`,
      })),
    )
    .execute()
  const page = textOf(await (await site.visitor('diego').get(`/chat?thread_id=${long}`)).text())
  expect(page).toContain('talk 9999')
  expect(page).not.toContain('talk 9900 ')
  let before: number | null = null
  const seen: string[] = []
  for (let i = 0; i < 5; i++) {
    const at = `/api/messages?thread_id=${long}${before ? `&before=${before}` : ''}`
    const answer = await read('diego', at)
    seen.unshift(...answer.messages.map(({ body }) => body))
    before = answer.earlier
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => `talk ${9750 + i}`))
})
