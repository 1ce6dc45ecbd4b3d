import {
  type APIRequestContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test'
import { openSites, type Site } from '#tests/support/site.ts'
import type { Asker } from './people.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** The statuses (4xx, 503) that this test expects. Any other error on the console of a browser fails it. */
  refusals: readonly number[]
  /** What the browsers complained of. The test fails if this, or the log of the server, has an error. */
  complaints: string[]
  /** A browser of another person, with its own cookies. */
  visit: (options?: BrowserContextOptions) => Promise<Page>
  /** Another person who opens no page, with their own cookies. */
  another: () => Promise<Asker>
}

type Kind = Parameters<ReturnType<typeof openSites>['start']>

/** Starts a site for each spec file, and stops that of the file before; the process that serves them stays. */
type SiteOfFile = { for(file: string, ...kind: Kind): Promise<Site> }

const onSites = base.extend<object, { sites: SiteOfFile }>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const opened = openSites()
      let running: { file: string; site: Site } | undefined
      await use({
        async for(file, ...kind) {
          if (running?.file !== file) {
            await running?.site.stop()
            running = undefined
            running = { file, site: await opened.start(...kind) }
          }
          return running.site
        },
      })
      await running?.site.stop()
      opened.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Tests on a site of their own: every spec file calls this once and gets a server that nobody else uses. */
export function testsOn(kind: 'empty' | 'demo', env: Record<string, string> = {}) {
  return onSites.extend<Fixtures & { site: Site }>({
    site: [
      async ({ sites }, use, { file }) => use(await sites.for(file, kind, env)),
      // The first one waits until the demo data is built.
      { timeout: 300_000 },
    ],
    baseURL: ({ site }, use) => use(site.url),
    refusals: [[], { option: true }],
    complaints: [
      async ({ site }, use) => {
        const complaints: string[] = []
        const before = site.errors.length
        await use(complaints)
        const all = [...complaints, ...site.errors.slice(before)]
        expect(all, 'no browser and no server complained').toEqual([])
      },
      { auto: true },
    ],
    page: async ({ page, refusals, complaints }, use) => {
      listen(page, refusals, complaints)
      await use(page)
    },
    visit: async ({ browser, refusals, complaints }, use) => {
      const pages: Page[] = []
      await use(async (options) => {
        const page = await (await browser.newContext(options)).newPage()
        listen(page, refusals, complaints)
        pages.push(page)
        return page
      })
      for (const page of pages) await page.context().close()
    },
    another: async ({ playwright, baseURL }, use) => {
      const opened: APIRequestContext[] = []
      await use(async () => {
        const request = await playwright.request.newContext({ baseURL })
        opened.push(request)
        return { request }
      })
      for (const request of opened) await request.dispose()
    },
  })
}

/** Records console errors, uncaught errors and answers of 500 and more, except the expected refusals. */
function listen(page: Page, refusals: readonly number[], complaints: string[]) {
  page.on('pageerror', (error) =>
    complaints.push(`uncaught on ${page.url()}: ${error.stack ?? error.message}`),
  )
  page.on('response', (answer) => {
    if (answer.status() >= 500 && !refusals.includes(answer.status()))
      complaints.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const status = /^Failed to load resource: .*status of (\d+)/.exec(message.text())?.[1]
    if (status && refusals.includes(Number(status))) return
    complaints.push(`console on ${page.url()}: ${message.text()} (${message.location().url})`)
  })
}
