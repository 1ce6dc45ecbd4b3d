import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { pageAt, pagePaths } from '#domain/pages.ts'
import { builtClient, builtServer } from '#tests/support/pages.ts'
import { withSite } from '#tests/support/with-site.ts'

/* The compressed size of a browser's first visit. The limits are a little above the current sizes: a change that
   raises one explains why. React and React Router alone are 92 KiB. Names of files, which are hashes, compress by up
   to 0.1 KiB better or worse. */
const KIB = 1024
type BuiltRoute = { parentId?: string; path?: string; module: string }
const site = withSite(['olivia', 'amihan'])
let listingId: string
beforeAll(async () => {
  for (let i = 0; i < 24; i++) listingId = await site.publish({ title: `Tent ${i}` })
})

const compressed = (file: string) => statSync(path.join(builtClient, `${file}.br`)).size
const sum = (files: readonly string[]) => files.reduce((all, file) => all + compressed(file), 0)
const filesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, at]) => at!)),
]

/** The scripts that a page starts with: those in its HTML, and their static imports. */
function scriptsOf(html: string): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const code = readFileSync(path.join(builtClient, file), 'utf8')
    for (const name of filesIn(code, /(?:from|import)"\.\/([\w.-]+\.js)"/g)) add(`/assets/${name}`)
  }
  const [start] = /<script type="text\/plain"[^>]*>[\s\S]*?<\/script>/.exec(html)!
  for (const file of filesIn(start, /(?:from |import\()"(\/assets\/[\w.-]+\.js)"/g)) add(file)
  return [...found]
}

test.each([
  { page: '/', scripts: 118.2, html: 50 },
  { page: '/products', scripts: 115, html: 54 },
  { page: 'a listing', scripts: 134.4, html: 42 },
])('the first visit of $page stays within its budget', async ({ page, scripts, html }) => {
  const answer = await site.visitor().get(page === 'a listing' ? `/listing/${listingId}` : page)
  const text = await answer.text()
  const asked = scriptsOf(text)
  const styles = filesIn(text, /<link rel="stylesheet"[^>]* href="(\/assets\/[\w.-]+\.css)"/g)
  expect(asked.length).toBeGreaterThan(5)
  expect(styles).toHaveLength(1)
  expect(asked.length, 'files of scripts').toBeLessThanOrEqual(12)
  expect(sum(asked) / KIB, 'KiB of scripts').toBeLessThan(scripts)
  expect(sum(styles) / KIB, 'KiB of styles').toBeLessThan(15)
  expect(text.length / KIB, 'KiB of HTML').toBeLessThan(html)
})

test('the first paint waits for no script, and for few fonts', async () => {
  const html = await (await site.visitor().get('/products')).text()
  expect(html).not.toMatch(/<script[^>]* (?:src=|type="module")|modulepreload/)
  const fonts = filesIn(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g)
  expect(fonts).toHaveLength(2)
  const styles = filesIn(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g)
  const [peso] = filesIn(
    readFileSync(path.join(builtClient, styles[0]!), 'utf8'),
    /(\/assets\/[\w-]+-peso-[\w-]+\.woff2)/g,
  )
  const bytes = [...fonts, peso!].map((file) => statSync(path.join(builtClient, file)).size)
  expect(bytes.reduce((all, each) => all + each) / KIB, 'KiB of fonts').toBeLessThan(60)
})

test('of the cards of a page only the first three look for the route of their link', async () => {
  const html = await (await site.visitor().get('/products')).text()
  const cards = html.match(/<a [^>]*href="\/listing\/[^>]*>/g) ?? []
  expect(cards).toHaveLength(24)
  expect(cards.filter((card) => card.includes('data-discover'))).toEqual(cards.slice(0, 3))
})

test('guests are sent the script of no page that only people who are logged in may open', async () => {
  const { assets } = (await import(builtServer)) as { assets: { routes: Record<string, BuiltRoute> } }
  const addressOf = ({ parentId, path }: BuiltRoute): string => {
    const base = parentId ? addressOf(assets.routes[parentId]!) : ''
    return path ? `${base}/${path}` : base
  }
  const closed = new Set<string>(
    pagePaths.filter((address) => typeof pageAt(address).answers.guest === 'string'),
  )
  const theirs = Object.values(assets.routes).filter((route) => closed.has(addressOf(route)))
  expect(theirs.length).toBeGreaterThan(40)
  for (const page of ['/', '/products', `/listing/${listingId}`]) {
    const html = await (await site.visitor().get(page)).text()
    expect(theirs.map(({ module }) => module).filter((file) => html.includes(file))).toEqual([])
  }
})
