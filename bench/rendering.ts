import '#server/production.ts'
import { Writable } from 'node:stream'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type ServerBuild, ServerRouter } from 'react-router'
import { createHttpApp } from '#server/http/app.ts'
import { pagesOf } from '#server/http/built-pages.ts'
import { wire } from '#server/main.ts'
import { readSettings } from '#server/settings.ts'
import { openStreams } from '#server/stream/streams.ts'
import { type ManyMembers, createMembers } from './many-members.ts'
import { benchSecret } from './server.ts'

const [ROUNDS, PAGES] = [6, 25]
const origin = 'http://localhost:4189'

/** CPU time in ms of a page in the process, and of React alone for the same tree with the same data. */
export type Rendered = { name: string; page: number; react: number }

/**
 * Renders pages of a logged-in person, and searches of guests, without a network, in a database with 2,000 listings;
 * page and React in turns, the best of six rounds of 25 each. `only` are names of pages.
 */
export async function measureRendering(databaseUrl: string, only?: readonly string[]): Promise<Rendered[]> {
  const members = await createMembers(databaseUrl)
  const wiring = await wire(
    readSettings(
      {
        DATABASE_URL: databaseUrl,
        BASE_URL: origin,
        SESSION_SECRET: benchSecret,
        LOG_LEVEL: 'silent',
        LIMIT_SEARCH: '1000000/60',
      },
      'test',
    ),
  )
  const streams = openStreams(wiring.services)
  try {
    const site = await openSite(wiring.services, streams)
    const found: Rendered[] = []
    for (const [name, address, cookie] of addresses(members)) {
      if (only && !only.includes(name)) continue
      const page = () => site.open(address, cookie)
      await page()
      const entry = site.lastEntry()
      const react = () => render(entry, origin + address)
      const [costs, floors]: [number[], number[]] = [[], []]
      for (let round = 0; round <= ROUNDS; round++) {
        // The first round is a warm-up.
        for (const [list, work] of [[costs, page] as const, [floors, react] as const]) {
          const cost = await cpuOfEach(work)
          if (round > 0) list.push(cost)
        }
      }
      found.push({ name, page: Math.min(...costs), react: Math.min(...floors) })
    }
    return found
  } finally {
    streams.close()
    await wiring.close()
  }
}

function addresses({ renters, nextRequest }: ManyMembers) {
  const { cookie } = renters[0]!
  return [
    ['a search', '/products?search=tent', ''],
    ['cheapest first', '/products?sort=price-low', ''],
    ['logged in: /', '/', cookie],
    ['logged in: /products', '/products', cookie],
    ['logged in: a listing', `/listing/${nextRequest().listingId}`, cookie],
    ['logged in: /profile', '/profile', cookie],
    ['logged in: /profile/rental-tracker', '/profile/rental-tracker', cookie],
    ['logged in: /cart', '/cart', cookie],
    ['logged in: /profile/messages', '/profile/messages', cookie],
  ] as const
}

/** The built site as a function from address to page, which remembers the last input of React. */
async function openSite(
  services: Parameters<typeof createHttpApp>[0]['services'],
  streams: ReturnType<typeof openStreams>,
) {
  const build: ServerBuild = await import('#build/server/index.js')
  const { module } = build.entry
  let last: EntryContext
  const noting: typeof module.default = (request, status, headers, entry, context) => {
    last = entry
    return module.default(request, status, headers, entry, context)
  }
  const pages = pagesOf(
    { ...build, entry: { ...build.entry, module: { ...module, default: noting } } },
    'production',
  )
  const app = createHttpApp({
    admission: { run: (work) => work() },
    services,
    streams,
    pages,
    files: null,
    pageCache: undefined,
    ping: async () => {},
  })
  return {
    lastEntry: () => last,
    async open(address: string, cookie: string) {
      const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip, br, zstd' }
      const answer = await app.fetch(new Request(origin + address, { headers }))
      if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
      await answer.arrayBuffer()
    },
  }
}

/** React's own rendering of a page to a stream that discards it. */
function render(entry: EntryContext, url: string): Promise<void> {
  return new Promise((done, fail) => {
    const context = { ...entry, serverHandoffStream: undefined } as EntryContext
    const { pipe } = renderToPipeableStream(createElement(ServerRouter, { context, url }), {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: fail,
      onAllReady() {
        const nowhere = new Writable({
          write(_part, _encoding, written) {
            written()
          },
          final(ended) {
            ended()
            done()
          },
        })
        pipe(nowhere)
      },
    })
  })
}

async function cpuOfEach(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < PAGES; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PAGES
}
