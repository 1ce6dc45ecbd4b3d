import { statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { builtClient, builtServer } from '#tests/support/pages.ts'
import { withSite } from '#tests/support/with-site.ts'

/*
 * What a browser that comes for the first time is sent, compressed by the build. The limits are a little above what it is: who raises one
 * says why in the change. React and React Router alone are 97 KiB.
 */
const KIB = 1024
const site = withSite(['olivia', 'amihan'])
let listingId: string
beforeAll(async () => {
  for (let i = 0; i < 24; i++) listingId = await site.publish({ title: `Tent ${i}` })
})

const compressed = (file: string) => statSync(path.join(builtClient, `${file}.br`)).size
const sum = (files: readonly string[]) => files.reduce((all, file) => all + compressed(file), 0)
const filesIn = (html: string, pattern: RegExp) => [
  ...new Set([...html.matchAll(pattern)].map(([, at]) => at!)),
]

test.each([
  { page: '/', files: 24, scripts: 135, html: 63 },
  { page: '/products', files: 24, scripts: 132, html: 79 },
  { page: 'a listing', files: 29, scripts: 139, html: 51 },
])('the first visit of $page stays within its budget', async ({ page, files, scripts, html }) => {
  const answer = await site.visitor().get(page === 'a listing' ? `/listing/${listingId}` : page)
  const text = await answer.text()
  const asked = filesIn(text, /<link rel="modulepreload"[^>]* href="(\/assets\/[\w.-]+\.js)"/g)
  const styles = filesIn(text, /<link rel="stylesheet"[^>]* href="(\/assets\/[\w.-]+\.css)"/g)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length, 'scripts').toBeLessThanOrEqual(files)
  expect(sum(asked) / KIB, 'KiB of scripts').toBeLessThan(scripts)
  expect(sum(styles) / KIB, 'KiB of styles').toBeLessThan(14)
  expect(text.length / KIB, 'KiB of HTML').toBeLessThan(html)
})

test('guests are sent no page of the areas for people who are logged in', async () => {
  const { assets } = (await import(builtServer)) as { assets: { routes: Record<string, { module: string }> } }
  const theirs = Object.entries(assets.routes)
    .filter(([id]) => /^routes\/(profile|admin|settings|checkout|cart)\//.test(id))
    .map(([, { module }]) => module)
  expect(theirs.length).toBeGreaterThan(20)
  for (const page of ['/', '/products', `/listing/${listingId}`]) {
    const html = await (await site.visitor().get(page)).text()
    expect(theirs.filter((file) => html.includes(file))).toEqual([])
  }
})
