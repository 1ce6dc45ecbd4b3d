import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'
import { withSite } from '#tests/support/with-site.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { endSession } from '../account/end-session.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const at = '/api/stream'

describe('the endpoint of the stream', () => {
  // Case: 22
  it('is for logged-in people, on pages of ours', async () => {
    const guest = await site.visitor().get(at)
    expect(guest.status).toBe(401)
    expect(guest.headers.get('cache-control')).toBe('no-store')
    expect(await guest.json()).toMatchObject({ error: { code: 'login' } })
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await site.visitor('ramon').get(at, elsewhere)).status).toBe(403)
  })

  it('refuses a page that was read for another account', async () => {
    const { ramon, olivia } = site.cast
    expect((await site.visitor('ramon').get(`${at}?as=${olivia.id}`)).status).toBe(403)
    const own = await site.visitor('ramon').get(`${at}?as=${ramon.id}`)
    expect(own.status).toBe(200)
    await own.body!.cancel()
  })

  it.each(['-1', '1.5', 'abc', '1 or 1=1', '9999999999999999', ''])(
    'refuses to resume after %j',
    async (after) => {
      const query = new URLSearchParams({ after })
      expect((await site.visitor('ramon').get(`${at}?${query}`)).status).toBe(400)
    },
  )

  it('forbids proxies to cache, change or buffer it', async () => {
    const answer = await site.visitor('ramon').get(at, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.status).toBe(200)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers).not.toHaveProperty('content-encoding')
    const liveStream = readStream(answer.body!)
    expect((await liveStream.until('ready'))[0]!.data).toEqual({})
    await liveStream.stop()
  })

  it('resumes after the id of the header, before that of the address', async () => {
    const listingId = await site.publish()
    const chat = `/chat?listingId=${listingId}`
    for (const text of ['one', 'two', 'three'])
      await site.visitor('ramon').post(chat, { intent: 'send', text })
    const olivia = site.visitor('olivia')
    const liveStream = readStream(
      (await olivia.get(`${at}?after=0`, { headers: { 'last-event-id': '1' } })).body!,
    )
    const messages = await liveStream.until('message', 2)
    expect(messages.map(({ id, data }) => [id, (data.message as { body: string }).body])).toEqual([
      [2, 'two'],
      [3, 'three'],
    ])
    await liveStream.stop()
  })

  // Case: 22
  it('ends once its person has logged out', async () => {
    const olivia = site.visitor('olivia')
    const liveStream = readStream((await olivia.get(at)).body!)
    await liveStream.until('ready')
    await olivia.post('/logout', {})
    const listingId = await site.publish()
    await site
      .visitor('katrina')
      .post(`/chat?listingId=${listingId}`, { intent: 'send', text: 'Only for who is there' })
    expect((await liveStream.until('end'))[0]!.data).toEqual({ reason: 'session' })
    await liveStream.ended()
    expect(liveStream.of('message')).toEqual([])
  })

  // Case: 22, 31
  it('ends at once for a person who was logged out elsewhere or deleted, and for nobody else', async () => {
    const accounts = await Promise.all(
      (['katrina', 'ramon'] as const).map((who) => site.visitor(who).get(at)),
    )
    const [gone, stays] = accounts.map(({ body }) => readStream(body!))
    await Promise.all([gone!, stays!].map((liveStream) => liveStream.until('counts')))
    accepted(await deleteAccount(by(site.services, site.cast.amihan), { accountId: site.cast.katrina.id }))
    expect((await gone!.until('end'))[0]!.data).toEqual({ reason: 'session' })

    const other = site.visitor()
    const { email } = site.cast.ramon
    await other.post('/login?portal=renter', {
      intent: 'log-in',
      portal: 'renter',
      email,
      password: PASSWORD,
    })
    const second = readStream((await other.get(at)).body!)
    await second.until('counts')
    const ended = await endSession(
      { ...by(site.services, site.cast.ramon), headers: headersOf('ramon') },
      'others',
    )
    expect(accepted(ended).ended).toBeGreaterThan(0)
    expect((await second.until('end'))[0]!.data).toEqual({ reason: 'session' })
    expect([stays!.isOver(), stays!.of('end')]).toEqual([false, []])
    await stays!.stop()
  })
})

const headersOf = (who: 'ramon') => new Headers({ cookie: site.cast[who].cookie })
