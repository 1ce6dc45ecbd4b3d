import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#server/account/delete-account.ts'
import { accepted } from '#seeds/act.ts'
import { textOf } from '#tests/support/html.ts'
import { by } from '#tests/support/services.ts'
import type { Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan', 'miguel'], {
  limits: { messages: { points: 10, seconds: 60 } },
})
type Who = keyof typeof site.cast

let listingId: string
let threadId: string
let endpoint: string
const send = (who: Who | undefined, fields: Fields, to = endpoint) =>
  site.visitor(who).post(to, { intent: 'send', ...fields })
const messages = () =>
  site.services.db
    .selectFrom('message')
    .select(['sender', 'body', 'sentAt', 'threadId'])
    .orderBy('id')
    .execute()

beforeAll(async () => {
  listingId = await site.publish({ title: 'A tent' })
  const sent = await send('ramon', { text: 'Hello po' }, `/api/messages?listingId=${listingId}`)
  expect(sent.status).toBe(200)
  threadId = ((await sent.json()) as { threadId: string }).threadId
  endpoint = `/api/messages?thread_id=${threadId}`
})

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

describe('the endpoint with which scripts send messages', () => {
  it.each(['', '  ', '\n\n', '\u00a0', '\u3000'])('refuses a blank message: %j', async (text) => {
    expect(await refused('ramon', { text })).toMatchObject({ ok: false, message: 'Your message is empty.' })
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
    const body = (await answer.json()) as { ok: boolean; message: string }
    if (text.isWellFormed()) {
      expect(answer.status).toBe(422)
      expect(body.message).toMatch(message)
    }
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
  it.each(['katrina', 'diego'] as const)('can’t write into a thread of others, for %s', async (who) => {
    const none = '/api/messages?thread_id=0199a000-0000-7000-8000-000000000000'
    const [theirs, nothing] = [
      await refused(who, { text: 'Let me in' }),
      await refused(who, { text: 'Hi' }, none),
    ]
    expect(theirs).toEqual(nothing)
    expect(theirs.status).toBe(404)
    const read = await site.visitor(who).get(endpoint)
    expect(read.status).toBe(404)
    expect(await read.text()).not.toContain('Hello po')
    expect((await site.visitor(who).post(endpoint, { intent: 'seen', upTo: '1' })).status).toBe(404)
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

  it('refuses guests, admins and other sites', async () => {
    expect(await refused(undefined, { text: 'Hi' })).toMatchObject({ status: 401, reason: 'login' })
    expect((await refused('amihan', { text: 'Hi' })).status).toBe(404)
    const before = await site.counts()
    const cross = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await site.visitor('ramon').post(endpoint, { intent: 'send', text: 'Hi' }, cross)).status).toBe(
      403,
    )
    expect(await site.counts()).toEqual(before)
  })

  it('limits a flood, and says how long to wait', async () => {
    let last: Response | undefined
    let taken = 0
    for (let i = 0; i < 12; i++) {
      last = await send('katrina', { text: `flood ${i}` }, `/api/messages?listingId=${listingId}`)
      if (last.status === 200) taken++
    }
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last!.json()).toMatchObject({
      reason: 'limit',
      message: expect.stringMatching(/Please try again in/),
    })
    // Refused attempts count, too.
    expect(taken).toBeLessThanOrEqual(10)
    expect((await messages()).filter(({ body }) => body.startsWith('flood'))).toHaveLength(taken)
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
    const answer = (await (await site.visitor('diego').get(at)).json()) as {
      messages: { body: string }[]
      earlier: number | null
    }
    seen.unshift(...answer.messages.map(({ body }) => body))
    before = answer.earlier
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => `talk ${9750 + i}`))
})
