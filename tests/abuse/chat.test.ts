import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'
import { readStream } from '#tests/support/stream.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { messages: { points: 12, seconds: 60 } },
})
let listingId: string
let thread: string

const send = (who: Parameters<typeof site.visitor>[0], to: string, text: string, more: Fields = {}) =>
  site.visitor(who).post(to, { intent: 'send', text, ...more })
const bodies = async () =>
  (await site.services.db.selectFrom('message').select('body').orderBy('id').execute()).map(
    ({ body }) => body,
  )

beforeAll(async () => {
  listingId = await site.publish({ title: 'A tent' })
  const sent = await send('ramon', `/chat?listingId=${listingId}`, 'Hello po')
  thread = sent.headers.get('location')!
  expect(thread).toMatch(/^\/chat\?thread_id=[0-9a-f-]{36}$/)
})

describe('who reaches a conversation', () => {
  // Case: 19
  it.each(['katrina', 'diego'] as const)('%s finds nothing, reading or writing', async (who) => {
    const [theirs, none] = await Promise.all(
      [thread, '/chat?thread_id=0199a000-0000-7000-8000-000000000000'].map((at) => site.visitor(who).get(at)),
    )
    expect([theirs!.status, none!.status]).toEqual([404, 404])
    expect(textOf(await theirs!.text())).not.toContain('Hello po')
    const before = await site.counts()
    expect((await send(who, thread, 'Let me in')).status).toBe(404)
    expect((await site.visitor(who).post(thread, { intent: 'read' })).status).toBe(404)
    expect(await site.counts()).toEqual(before)
  })

  // Spec: S8.19
  it('a guest is asked to log in first, an admin goes to the admin area', async () => {
    const guest = await site.visitor().get(`/chat?listingId=${listingId}`)
    expect(guest.status).toBe(401)
    expect(textOf(await guest.text())).toContain('Please login to chat with the owner.')
    expect((await site.visitor('amihan').get(thread)).headers.get('location')).toBe('/admin')
  })

  // Spec: S2.1, S3.16, S4.19
  // Case: 20
  it('the owner finds the thread by the three ids, and nobody else by the owner’s', async () => {
    const ids = { ownerId: site.cast.olivia.id, renterId: site.cast.ramon.id, listingId }
    const at = `/chat?${new URLSearchParams(ids)}`
    expect((await site.visitor('olivia').get(at)).headers.get('location')).toBe(thread)
    expect((await site.visitor('ramon').get(at)).headers.get('location')).toBe(thread)
    const other = await site.visitor('katrina').get(at)
    expect(other.status).toBe(200)
    expect(await other.text()).toContain('No messages yet')
  })

  // Case: 20
  it('tells nobody else whether two people talk, nor the id of their thread', async () => {
    const ask = async (who: 'diego' | 'katrina', renter: 'ramon' | 'diego') => {
      const ids = { ownerId: site.cast[who].id, renterId: site.cast[renter].id, listingId }
      const answer = await site.visitor(who).get(`/chat?${new URLSearchParams(ids)}`)
      return [answer.status, answer.headers.get('location'), textOf(await answer.text())]
    }
    for (const who of ['diego', 'katrina'] as const) {
      const [talked, never] = [await ask(who, 'ramon'), await ask(who, 'diego')]
      expect(talked.slice(0, 2)).toEqual([404, null])
      expect(talked).toEqual(never)
    }
  })

  // Spec: S8.18
  // Case: 20
  it('nobody through the wrong owner, or about what is not listed', async () => {
    const wrong = `/chat?listingId=${listingId}&ownerId=${site.cast.diego.id}`
    const gone = '/chat?listingId=0199a000-0000-7000-8000-000000000000'
    for (const at of [wrong, gone]) {
      const response = await site.visitor('katrina').get(at)
      expect(response.headers.get('location')).toBe('/products')
      expect(toastOf(response)).toBe('Owner information not available.')
    }
    expect((await site.visitor('ramon').get('/chat?thread_id=1%20or%201=1')).status).toBe(404)
    expect((await site.visitor('ramon').get('/chat')).headers.get('location')).toBe('/profile/messages')
  })
})

describe('what is sent', () => {
  // Spec: S5.20
  it.each(['', '   ', '\n\n', '\u00a0'])('nothing, when it is blank: %j', async (text) => {
    const before = await bodies()
    expect((await send('ramon', thread, text)).status).toBe(302)
    expect(await bodies()).toEqual(before)
  })

  it.each([
    ['too long', 'x'.repeat(2001), /at most 2000 characters/],
    ['with hidden characters', 'pay \u202e here', /invisible or control characters/],
    ['with a zero byte', 'a\u0000b', /invisible or control characters/],
  ])('%s: refused beside the box, which keeps it', async (_, text, message) => {
    const before = await bodies()
    const response = await send('ramon', thread, text)
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(messageBeside(html, 'text')).toMatch(message)
    expect(html).toContain(text.slice(0, 3))
    expect(await bodies()).toEqual(before)
  })

  it.each([
    ['refused', 'x'.repeat(2001), 422, /at most 2000 characters/],
    ['lost to an error of the database', 'Fails here', 500, /An unexpected error occurred/],
  ])(
    '%s at the address of a listing whose conversation has begun: said, and kept',
    async (_, text, status, message) => {
      await sql`create function fail_message() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`.execute(site.services.db)
      await sql`create trigger fail_message before insert on message for each row
      when (new.body = 'Fails here') execute function fail_message()`.execute(site.services.db)
      const response = await send('ramon', `/chat?listingId=${listingId}`, text)
      await sql`drop function fail_message() cascade`.execute(site.services.db)
      site.services.errors.length = 0
      expect(response.status).toBe(status)
      const html = await response.text()
      expect(messageBeside(html, 'text')).toMatch(message)
      expect(html).toContain(text.slice(0, 9))
    },
  )

  it('with forged fields: refused', async () => {
    const before = await bodies()
    for (const forged of [{ senderId: site.cast.olivia.id }, { sender: 'ai' }, { sentAt: '2020-01-01' }])
      expect((await send('ramon', thread, 'Hi', forged)).status).toBe(422)
    expect((await site.visitor('ramon').post(thread, { intent: 'erase', text: 'Hi' })).status).toBe(422)
    expect(await bodies()).toEqual(before)
  })

  it('markup is shown as text', async () => {
    const text = '<img src=x onerror=alert(1)> & "quotes"'
    expect((await send('ramon', thread, text)).status).toBe(302)
    const html = await (await site.visitor('olivia').get(thread)).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(text)
  })

  it('after log-out: redirected to the log-in, and nothing is written', async () => {
    const visitor = site.visitor('katrina')
    await visitor.post('/logout', {})
    const before = await bodies()
    const response = await visitor.post(`/chat?listingId=${listingId}`, {
      intent: 'send',
      text: 'Typed before it ended',
    })
    expect(response.status).toBe(401)
    const html = await response.text()
    expect(textOf(html)).toContain('Please login to chat with the owner.')
    expect(html).toContain('Typed before it ended')
    expect(await bodies()).toEqual(before)
  })

  it('a flood stops at the limit, with how long to wait and the text kept', async () => {
    let last: Response | undefined
    for (let i = 0; i < 14; i++) last = await send('olivia', thread, `flood ${i}`)
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    const html = await last!.text()
    expect(messageBeside(html, 'text')).toContain('a lot in a short time')
    expect(html).toContain('flood 13')
    expect((await bodies()).filter((body) => body.startsWith('flood'))).toHaveLength(12)
  })
})

describe('reading', () => {
  it('a page does not mark its messages as read; its POST does', async () => {
    const unread = async () =>
      textOf(await (await site.visitor('ramon').get('/profile/messages')).text()).match(/(\d+) unread/)?.[1]
    const before = await unread()
    expect(before).toBeDefined()
    await site.visitor('ramon').get(thread)
    expect(await unread()).toBe(before)
    await site.visitor('ramon').post(thread, { intent: 'read' })
    expect(await unread()).toBeUndefined()
  })
})

describe('the switch of the assistant', () => {
  const flip = (who: Parameters<typeof site.visitor>[0], to: string, more: Fields = {}) =>
    site.visitor(who).post('/chat/assistant', {
      intent: 'assistant',
      threadId: thread.split('=')[1]!,
      to,
      ...more,
    })
  const offBy = async () =>
    (
      await site.services.db
        .selectFrom('thread')
        .select('assistantOffBy')
        .where('id', '=', thread.split('=')[1]!)
        .executeTakeFirstOrThrow()
    ).assistantOffBy

  // Spec: D28
  it('is a plain form: off by one, on by the same, and the conversation comes back', async () => {
    const off = await flip('olivia', 'off')
    expect([off.status, off.headers.get('location')]).toEqual([302, thread])
    expect(await offBy()).toBe('owner')
    const refused = await flip('ramon', 'on')
    expect(refused.headers.get('location')).toBe(thread)
    expect(toastOf(refused)).toBe('Only who switched the assistant off can switch it on again.')
    expect(await offBy()).toBe('owner')
    await flip('olivia', 'on')
    await flip('olivia', 'on')
    expect(await offBy()).toBeNull()
  })

  it('is told to the open conversations of both, which read again whether it is on', async () => {
    const statusFor = async (who: 'ramon' | 'olivia') =>
      (await (await site.visitor(who).get(`/api/messages${thread.replace('/chat', '')}`)).json()).assistant
    const people = ['ramon', 'olivia'] as const
    const streams = await Promise.all(
      people.map(async (who) => {
        const stream = readStream((await site.visitor(who).get('/api/stream')).body!)
        await stream.until('counts')
        return stream
      }),
    )
    await flip('olivia', 'off')
    for (const stream of streams)
      expect((await stream.until('assistant')).map(({ data }) => data)).toEqual([
        { about: thread.split('=')[1] },
      ])
    expect(await Promise.all(people.map(statusFor))).toEqual(['off-by-partner', 'off-by-me'])
    await flip('olivia', 'on')
    expect(await Promise.all(people.map(statusFor))).toEqual(['on', 'on'])
    await Promise.all(streams.map((stream) => stream.stop()))
  })

  it('is not there for someone else', async () => {
    const before = await site.counts()
    expect(toastOf(await flip('diego', 'off'))).toBe('This conversation could not be found.')
    expect(await offBy()).toBeNull()
    expect(await site.counts()).toEqual(before)
  })

  it('sends guests to log in and back, and admins to their area', async () => {
    const guest = await flip(undefined, 'off')
    expect(guest.headers.get('location')).toBe(`/login?next=${encodeURIComponent(thread)}`)
    expect(toastOf(guest)).toMatch(/^You were logged out/)
    expect((await flip('amihan', 'off')).headers.get('location')).toBe('/admin')
    expect(await offBy()).toBeNull()
  })

  it.each<Fields>([
    { to: 'maybe' },
    { threadId: 'x' },
    { threadId: '0199a000-0000-7000-8000-000000000000' },
    { by: 'renter' },
    { intent: 'send' },
  ])('changes nothing for %j', async (more) => {
    expect((await flip('ramon', 'off', more)).status).toBe(302)
    expect(await offBy()).toBeNull()
  })
})
