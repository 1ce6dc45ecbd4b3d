import '#server/production.ts'
import { Writable } from 'node:stream'
import React, { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type ServerBuild, ServerRouter } from 'react-router'
import { createHttpApp } from '#server/http/app.ts'
import { pagesOf } from '#server/http/built-pages.ts'
import { wire } from '#server/main.ts'
import { readSettings } from '#server/settings.ts'
import { createStreams } from '#server/stream/streams.ts'
import type { Services } from '#server/context.ts'
import type { Bench } from './bench.ts'
import type { Members } from './city.ts'
import { bestOf } from './cost.ts'
import { load } from './load.ts'
import { type Address, uncached } from './rendered-pages.ts'
import { benchSecret } from './server.ts'
import type { Row } from './table.ts'

const [ROUNDS, PAGES] = [6, 25]
const [MOST_OF_REACT, MOST_MS, LEAST_RATE] = [2.5, 3, 300]
/** More at once would wait for so long that the process refuses some. */
const [CONNECTIONS, SECONDS] = [4, 5]
const origin = 'http://localhost:4189'

/**
 * CPU ms of a page in the process and in PostgreSQL; `atHand`: of the same page without the work of its loaders and of
 * the routes' middleware (`keepData`); and of React alone for the same tree with the same data.
 */
type Rendered = { name: string; page: number; postgres: number; atHand: number; react: number }

/** Pages that are rendered for each request, beside React alone, and how many of them one process sends a second. */
export async function benchRendering(bench: Bench): Promise<Row[]> {
  const { isEmbedded, members, settings } = bench.city
  const cpu = isEmbedded ? () => NaN : () => bench.postgres.cpu()
  const rendered = await measureRendering(await settings(), members, { cpu })
  const rows = rendered.map(({ name, page, postgres, atHand, react }) => ({
    name: `rendered: ${name}`,
    figure: `${page.toFixed(2)} ms, ${atHand.toFixed(2)} with its data at hand`,
    node: page,
    postgres,
    floor: `React alone ${react.toFixed(2)} ms`,
    ratio: page / react,
    aim: `≤ ${MOST_OF_REACT} × its CPU, ≤ ${MOST_MS} ms`,
    holds: page <= MOST_OF_REACT * react && page <= MOST_MS,
  }))
  return [...rows, await rateRow(bench)]
}

/** Those pages over HTTP, in turns. */
async function rateRow(bench: Bench): Promise<Row> {
  const server = await bench.server()
  const connection = await bench.city.connect()
  const pages = await uncached(bench.city.members, connection.db)
  await connection.close()
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br, zstd' }
  const asks = pages.map(({ path, cookie }) => ({ path, headers: { ...headers, cookie } }))
  const rounds = []
  for (let i = 0; i < 3; i++)
    rounds.push(
      await bench.cost(
        [server],
        ({ answered }) => answered,
        () => load(server.origin, asks, { connections: CONNECTIONS, seconds: SECONDS }),
      ),
    )
  const { rate, ...cost } = bestOf(rounds.slice(1))
  const refused = rounds.reduce((sum, each) => sum + each.refused, 0)
  return {
    name: `rendered: all of these over HTTP, one process, ${CONNECTIONS} connections`,
    figure: `${rate.toFixed(0)} pages/s, ${refused} refused`,
    ...cost,
    aim: `≥ ${LEAST_RATE} pages/s`,
    holds: rate >= LEAST_RATE,
  }
}

type Choice = { only?: readonly string[]; cpu?: () => number }

/**
 * Renders the uncached pages without a network; page and React in turns, the best of six rounds of 25 each. `only` are
 * names of pages, `cpu` is the CPU time of PostgreSQL so far. Throws with React's build for development.
 */
export async function measureRendering(
  env: Record<string, string>,
  members: Members,
  { only, cpu = () => NaN }: Choice,
): Promise<Rendered[]> {
  if ('captureOwnerStack' in React) throw new Error('This is React’s build for development.')
  const limits = { LIMIT_SEARCH: '1000000/60', LOG_LEVEL: 'silent' }
  const settings = { ...env, ...limits, BASE_URL: origin, SESSION_SECRET: benchSecret }
  const wiring = await wire(readSettings(settings, 'test'))
  const streams = createStreams(wiring.services)
  try {
    const site = await openSite(wiring.services, streams)
    const pages = await uncached(members, wiring.services.db)
    await fillFor(members, site.post)
    const found: Rendered[] = []
    for (const page of pages)
      if (!only || only.includes(page.name)) found.push(await besideReact(site, page, cpu))
    return found
  } finally {
    streams.close()
    await wiring.close()
  }
}

async function besideReact(site: Site, { name, path, cookie }: Address, cpu: () => number) {
  const page = () => site.open(path, cookie)
  await page()
  const entry = site.lastEntry()
  const react = () => render(entry, origin + path)
  const least = { page: Infinity, postgres: Infinity, atHand: Infinity, react: Infinity }
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpu()
    const cost = await cpuOfEach(page)
    const postgres = (cpu() - before) / PAGES
    site.keepData(true)
    await page()
    const atHand = await cpuOfEach(page)
    site.keepData(false)
    const found = { page: cost, postgres, atHand, react: await cpuOfEach(react) }
    // The first round is a warm-up.
    if (round === 0) continue
    for (const key of ['page', 'postgres', 'atHand', 'react'] as const)
      least[key] = Math.min(least[key], found[key])
  }
  return { name, ...least }
}

/** Puts two things into the cart of the member who looks at the pages, and writes two messages. */
async function fillFor({ renters, nextRequest }: Members, post: Site['post']) {
  const { cookie } = renters[0]!
  for (let i = 0; i < 2; i++) {
    const { listingId, startDate } = nextRequest()
    const days = { listingId, startDate, durationDays: '1', deliveryOption: 'pickup' }
    await post(`/listing/${listingId}`, cookie, days)
    const text = 'Is it still free next week?'
    await post(`/api/messages?listingId=${listingId}`, cookie, { intent: 'send', text })
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/**
 * Opens the built site without a network. `lastEntry` is what React rendered last. After `keepData(true)` each loader
 * runs once for an address, its result is used again, and the routes' middleware is left out.
 */
async function openSite(services: Services, streams: ReturnType<typeof createStreams>) {
  const build: ServerBuild = await import('#build/server/index.js')
  const { module } = build.entry
  let last: EntryContext
  const noting: typeof module.default = (request, status, headers, entry, context) => {
    last = entry
    return module.default(request, status, headers, entry, context)
  }
  let kept: Map<string, unknown> | null = null
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, middleware } = route!.module
    const keeping: typeof loader =
      loader &&
      (async (args) => {
        if (!kept) return loader(args)
        const key = `${id} ${args.request.url}`
        if (!kept.has(key)) kept.set(key, await loader(args))
        return kept.get(key)
      })
    const passing = middleware?.map(
      (own): typeof own =>
        (args, next) =>
          kept ? next() : own(args, next),
    )
    return [id, { ...route, module: { ...route!.module, loader: keeping, middleware: passing } }]
  })
  const pages = pagesOf(
    {
      ...build,
      routes: Object.fromEntries(routes),
      entry: { ...build.entry, module: { ...module, default: noting } },
    },
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
    keepData(keeps: boolean) {
      kept = keeps ? new Map() : null
    },
    async open(address: string, cookie: string) {
      const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip, br, zstd' }
      const answer = await app.fetch(new Request(origin + address, { headers }))
      if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
      await answer.arrayBuffer()
    },
    async post(address: string, cookie: string, fields: Record<string, string>) {
      const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
      const body = new URLSearchParams(fields)
      const answer = await app.fetch(new Request(origin + address, { method: 'POST', headers, body }))
      if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}`)
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
