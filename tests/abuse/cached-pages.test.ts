import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageAt, pagePaths, sampleOf } from '#domain/pages.ts'
import { flashCookie } from '#app/flash.ts'
import { addDays } from '#domain/period.ts'
import { listen } from '#server/http/listen.ts'
import type { PageCache } from '#server/http/page-cache.ts'
import { noStalePages } from '#server/stale-pages.ts'
import { cookieOf, fillCart } from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { testApp, testPageCache } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

/* Over a real listener, as the cache answers before the app does. */
const site = withSite(['ramon', 'olivia', 'amihan'])

const marks = { name: 'Zfirstramon', picture: '/zpicture-ramon.webp', cart: 'Cart, 3 items', toast: 'Ztoast' }
const pages = pagePaths
  .filter((path) => pageAt(path).guests === 'shared')
  .map(sampleOf)
  .concat('/products?category=Camping')
let listing: string
let server: Awaited<ReturnType<typeof listen>>
let origin: string
let cache: PageCache
let asked: boolean[] = []

beforeAll(async () => {
  const { services, cast } = site
  await services.db
    .updateTable('account')
    .set({ firstName: marks.name, image: marks.picture })
    .where('id', '=', cast.ramon.id)
    .execute()
  listing = await site.publish()
  for (let days = 1; days <= 3; days++)
    await fillCart(services, cast.ramon, [await site.publish()], { startDate: addDays(TODAY, days) })
  cache = testPageCache(services, (isHit) => asked.push(isHit))
  server = await listen({
    settings: { ...services.settings, host: '127.0.0.1', port: 0 },
    app: await testApp(services, { pageCache: cache }),
    pageCache: cache,
    watch: (answer) => answer,
    refused: () => {},
    before: undefined,
  })
  origin = server.url.replace('localhost', '127.0.0.1')
})
afterAll(() => server?.close())

type Who = 'guest' | 'guest with a toast' | 'renter' | 'renter with a toast'

/** Opens a page as someone, and returns the marks in what came, with all its headers. */
async function found(who: Who, page: string, encoding: 'br' | 'identity' = 'identity') {
  const toast = cookieOf([await flashCookie({ kind: 'success', text: marks.toast })])
  const cookies = [who.startsWith('renter') && site.cast.ramon.cookie, who.endsWith('toast') && toast]
  const headers = { cookie: cookies.filter(Boolean).join('; '), 'accept-encoding': encoding }
  const answer = await fetch(origin + page.replace('{listing}', listing), { headers, redirect: 'manual' })
  const text = JSON.stringify([...answer.headers]) + (await answer.text())
  expect([answer.status, text.includes('</html>')]).toEqual([200, true])
  const setsCookie = answer.headers.has('set-cookie')
  return { marks: Object.values(marks).filter((mark) => text.includes(mark)), setsCookie }
}
const { toast, ...ofRamon } = marks
const own: Record<Who, Awaited<ReturnType<typeof found>>> = {
  guest: { marks: [], setsCookie: false },
  'guest with a toast': { marks: [toast], setsCookie: true },
  renter: { marks: Object.values(ofRamon), setsCookie: false },
  'renter with a toast': { marks: Object.values(marks), setsCookie: true },
}
const members = ['renter', 'renter with a toast', 'guest with a toast'] as const

it.each(pages)('no cached page has a byte of another visitor: %s', async (page) => {
  asked = []
  for (const who of members) expect(await found(who, page), who).toEqual(own[who])
  expect(asked).toEqual([])
  expect(await found('guest', page)).toEqual(own.guest)
  expect(asked).toEqual([false])
  for (const encoding of ['identity', 'br'] as const)
    expect(await found('guest', page, encoding)).toEqual(own.guest)
  expect(asked).toEqual([false, true, true])
  for (const who of members) expect(await found(who, page, 'br'), who).toEqual(own[who])
  expect(asked).toHaveLength(3)
})

it.each(pages)('nor when all ask for it at once, before it is cached: %s', async (page) => {
  cache.markStale({ ...noStalePages(), all: true })
  const all = members.flatMap((who) => [who, 'guest', who, 'guest'] as const)
  const answers = await Promise.all(
    all.map(async (who, i) => [who, await found(who, page, i % 3 ? 'br' : 'identity')] as const),
  )
  for (const [who, answer] of answers) expect(answer, who).toEqual(own[who])
})
