import { beforeAll, describe, expect, it } from 'vitest'
import { readStream } from '#tests/support/stream.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { typing: { points: 3, seconds: 60 } },
})
const at = '/api/typing'

let threadId: string
beforeAll(async () => {
  const listingId = await site.publish()
  const sent = await site
    .visitor('ramon')
    .post(`/chat?listingId=${listingId}`, { intent: 'send', text: 'Hello' })
  threadId = new URL(sent.headers.get('location')!, 'http://x').searchParams.get('thread_id')!
})
const listen = async (who: 'ramon' | 'katrina' | 'olivia') => {
  const liveStream = readStream((await site.visitor(who).get('/api/stream')).body!)
  await liveStream.until('counts')
  return liveStream
}

describe('reporting that a person is typing', () => {
  it('reaches only the other side of the thread, and is not stored', async () => {
    const [mine, hers, theirs] = await Promise.all((['ramon', 'olivia', 'katrina'] as const).map(listen))
    expect((await site.visitor('ramon').post(at, { threadId })).status).toBe(204)
    expect((await hers!.until('typing')).map(({ data, id }) => [data, id])).toEqual([
      [{ about: threadId }, null],
    ])
    await new Promise((done) => setTimeout(done, 50))
    expect([mine!.of('typing'), theirs!.of('typing')]).toEqual([[], []])
    const later = await listen('olivia')
    expect(later.of('typing')).toEqual([])
    await Promise.all([mine!, hers!, theirs!, later].map((liveStream) => liveStream.stop()))
  })

  it.each(['katrina', 'amihan'] as const)('is refused where it is not their thread: %s', async (who) => {
    const answer = await site.visitor(who).post(at, { threadId })
    expect(answer.status).toBe(404)
  })

  it('is refused without a log-in, and with a form that says anything else', async () => {
    expect((await site.visitor().post(at, { threadId })).status).toBe(401)
    const olivia = site.visitor('olivia')
    const wrong: Record<string, string>[] = [
      {},
      { threadId: '' },
      { threadId: 'x'.repeat(3000) },
      { threadId: "' or 1=1" },
      { threadId, to: site.cast.katrina.id },
    ]
    for (const form of wrong) expect((await olivia.post(at, form)).status).toBe(422)
  })

  it('is refused from another site, and when it comes too often', async () => {
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await site.visitor('ramon').post(at, { threadId }, elsewhere)).status).toBe(403)
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await site.visitor('ramon').post(at, { threadId }))
    expect(answers.at(-1)!.status).toBe(429)
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
