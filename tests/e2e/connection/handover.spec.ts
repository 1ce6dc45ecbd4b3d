import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { textOf } from '#tests/support/html.ts'
import { layLine } from '../support/broken-line.ts'
import { drawLate, prepareDrawingLate, ready, section, toast, tracker } from '../support/page-parts.ts'
import { rentalIn } from '../support/paying.ts'
import { enter, htmlOf } from '../support/people.ts'
import { approvedRental, digitsOn, enterCode, fits, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

/** Longer than a page waits before it repeats a request for the second time. */
const RETRY_MS = 5000

const photo = async (name: string, background: string) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** What a browser says about a line that is cut on purpose; anything else is a complaint. */
function onlyLost(complaints: string[]) {
  expect(complaints.splice(0).filter((text) => text.startsWith('uncaught'))).toEqual([])
}

async function choose(page: Page, ...files: Awaited<ReturnType<typeof photo>>[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  await (await chooser).setFiles(files)
}

test('Photos of a checklist are sent at once, again when the connection is back, and are kept by a reload and a refusal', async ({
  visit,
  complaints,
}) => {
  const line = await layLine()
  const renter = await visit({ ...phone, proxy: { server: line.url } })
  const owner = await visit(phone)
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(renter, owner, 'umbrella')
  await renter.clock.install()
  await renter.goto(page.replace(tracker, '/handover'))
  const check = section(renter, 'How is it?')
  await check.getByLabel('Condition').fill('Dry.')
  // The site gets it, and its answer is lost.
  line.breakFor('after', 'POST')
  await choose(renter, await photo('front', '#c66b3d'))
  await expect(check.getByText('Waiting for a connection…', { exact: true })).toHaveCount(1)
  line.mend()
  await renter.clock.fastForward(RETRY_MS)
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(1)

  await renter.context().setOffline(true)
  await choose(renter, await photo('back', '#3d7a5b'), await photo('serial', '#33476b'))
  await expect(check.getByText('Waiting for a connection…', { exact: true })).toHaveCount(2)
  await expect(check.getByRole('button', { name: 'Uploading photos...' })).toBeVisible()
  await fits(renter)
  await renter.context().setOffline(false)
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(3)

  // One more is cut off half-way: after a reload it is still there, and is sent.
  line.breakFor('during', 'POST')
  await choose(renter, await photo('pole', '#888888'))
  await expect(check.getByText('Waiting for a connection…', { exact: true })).toHaveCount(1)
  line.mend()
  await renter.reload()
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(4)
  for (const name of ['front', 'back', 'serial', 'pole'])
    await expect(check.getByRole('img', { name: `${name}.jpg` })).toBeVisible()

  await check.getByRole('button', { name: 'Remove: photo 4' }).click()
  await check.getByLabel('Serial number').fill('x'.repeat(90))
  await check.getByLabel('Serial number').evaluate((field: HTMLInputElement) => {
    field.removeAttribute('maxlength')
    field.value = 'x'.repeat(200)
  })
  await check.getByRole('button', { name: 'Save' }).click()
  await expect(check.getByLabel('Serial number')).toHaveAttribute('aria-invalid', 'true')
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(3)
  await check.getByLabel('Serial number').fill('SN 12')
  await check.getByRole('button', { name: 'Save' }).click()
  await expect(toast(renter, 'Written down, for both of you.')).toBeVisible()
  const shown = await htmlOf(owner, page)
  expect(textOf(shown)).toContain('Serial number: SN 12')
  expect(shown.match(/<img[^>]* src="\/rental-photos\//g)).toHaveLength(3)

  await renter.goto(page.replace(tracker, '/handover'))
  await expect(check.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  // Kept photos appear after the page does: only once they are forgotten, it is known that they do not.
  await expect.poll(async () => (await keptCopies(renter)).filter((path) => /kept/.test(path))).toEqual([])
  await expect(check.getByRole('img')).toHaveCount(0)
  await renter.context().close()
  await line.stop()
  onlyLost(complaints)
})

test('The code is shown offline, and a code that was typed offline is sent once the connection is back', async ({
  visit,
  complaints,
}) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page, title } = await approvedRental(renter, owner, 'samgyupsal')
  const handover = page.replace(tracker, '/handover')
  await renter.goto(page)
  await renter.getByRole('link', { name: 'Show the code' }).click()
  const code = await digitsOn(renter)
  await expect.poll(() => keptCopies(renter)).toContain(handover)
  // The service worker, which shows the copy, is loaded after that.
  const worker = () =>
    navigator.serviceWorker.getRegistration('/handover/').then((found) => found?.active?.state)
  await expect.poll(() => renter.evaluate(worker)).toBe('activated')

  await renter.context().setOffline(true)
  await expect(renter.getByText('You are offline.')).toBeVisible()
  await renter.reload()
  await expect(renter.getByText('You are offline.')).toBeVisible()
  expect(await digitsOn(renter)).toBe(code)
  await expect(renter.getByRole('img', { name: 'QR code to scan' })).toBeVisible()
  await expect(renter.getByRole('button')).toHaveCount(0)
  await expect(renter.getByRole('link')).toHaveCount(0)
  await fits(renter)

  await renter.context().setOffline(false)
  await renter.goto(page)
  await expect(renter.getByRole('link', { name: 'Show the code' })).toBeVisible()
  await renter.context().setOffline(true)
  await renter.getByRole('link', { name: 'Show the code' }).click()
  await expect(renter.getByText('You are offline.')).toBeVisible()
  expect(await digitsOn(renter)).toBe(code)
  await renter.context().setOffline(false)

  await owner.goto(handover)
  await owner.context().setOffline(true)
  await owner.getByRole('textbox', { name: /^Code/ }).fill(code)
  await owner.getByRole('button', { name: 'Confirm the handover' }).click()
  await expect(owner.getByText(/^Kept\. It is sent as soon as you are online again/)).toBeVisible()
  await expect(owner.getByText(/mark it as Active then\.$/)).toBeVisible()
  await expect(
    owner.getByText(/^Its last day is .+: after that, the rental can’t start any more\.$/),
  ).toBeVisible()
  await fits(owner)
  await owner.context().setOffline(false)
  await expect(toast(owner, 'The handover is confirmed by both.')).toBeVisible()
  expect(await rentalIn(owner, 'Active', title)).toContain('Active')
  onlyLost(complaints)
})

test('Whoever logs out leaves no code and no photos in the browser', async ({ visit, complaints }) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(renter, owner, 'telephoto', { startsIn: 1 })
  const handover = page.replace(tracker, '/handover')
  await renter.goto('/about')
  await renter.evaluate(async () => {
    const date = new Date(Date.now() - 4 * 24 * 3_600_000).toUTCString()
    await (await caches.open('handover-copies')).put('/handover/old', new Response('', { headers: { date } }))
  })
  await renter.goto(handover)
  await choose(renter, await photo('front', '#c66b3d'))
  await expect(section(renter, 'How is it?').getByText('Sent', { exact: true })).toHaveCount(1)
  await expect.poll(() => keptCopies(renter)).toContain(handover)
  // What is kept is the code's page alone: of everything else of a person, nothing.
  const kept = (await keptCopies(renter)).filter((path) => !/^\/(assets|kept-photos)\//.test(path))
  expect(kept).toEqual([handover])

  // A session that ended elsewhere: nobody is logged in.
  await renter.context().clearCookies()
  await renter.goto('/about')
  await ready(renter)
  await expect.poll(async () => (await keptCopies(renter)).filter((path) => path === handover)).toEqual([])
  await enter(renter, 'renter')
  await renter.goto('/profile')
  await renter.goto(handover)
  await expect(section(renter, 'How is it?').getByText('Sent', { exact: true })).toHaveCount(1)
  await expect.poll(() => keptCopies(renter)).toContain(handover)

  await renter.goto('/profile')
  await renter.getByRole('button', { name: 'Logout' }).first().click()
  await expect(toast(renter, 'Logged out.')).toBeVisible()
  await expect.poll(() => keptCopies(renter)).toEqual([])
  await renter.context().setOffline(true)
  await expect(renter.goto(handover)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  onlyLost(complaints)
})

test('A rental’s page shows no photo and no code of another rental, and is kept for itself', async ({
  visit,
  complaints,
}) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const handovers = []
  for (const words of ['winter', 'hammock'])
    handovers.push((await approvedRental(renter, owner, words)).page.replace(tracker, '/handover'))
  const [first, second] = handovers as [string, string]
  const goWithin = (page: Page, to: string) =>
    page.evaluate((path) => window.__reactRouterDataRouter!.navigate(path), to)

  await renter.goto(first)
  await ready(renter)
  await choose(renter, await photo('front', '#c66b3d'))
  const check = section(renter, 'How is it?')
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(1)
  await goWithin(renter, second)
  await expect(renter).toHaveURL(second)
  await expect(check.getByRole('img')).toHaveCount(0)
  await renter.goBack()
  await expect(renter).toHaveURL(first)
  await expect(check.getByText('Sent', { exact: true })).toHaveCount(1)

  // A copy without its styles still shows the code.
  await owner.addInitScript(() => {
    Cache.prototype.add = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await owner.goto(first)
  await expect.poll(() => keptCopies(owner)).toContain(first)
  await owner.getByRole('textbox', { name: /^Code/ }).fill('123456')
  await goWithin(owner, second)
  await expect(owner).toHaveURL(second)
  await expect(owner.getByRole('textbox', { name: /^Code/ })).toHaveValue('')
  await expect.poll(() => keptCopies(owner)).toContain(second)
  onlyLost(complaints)
})

test('A kept code is sent again when its first request is lost, and is still there after a log-in', async ({
  visit,
  complaints,
}) => {
  const line = await layLine()
  const renter = await visit(phone)
  const owner = await visit({ ...phone, proxy: { server: line.url } })
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(renter, owner, 'car seat')
  const handover = page.replace(tracker, '/handover')
  const code = await codeOn(renter, handover)
  const kept = owner.getByText(/^Kept\. It is sent as soon as you are online again/)
  const field = owner.getByRole('textbox', { name: /^Code/ })

  await owner.clock.install()
  await owner.goto(handover)
  await owner.context().setOffline(true)
  await owner.getByRole('button', { name: 'Confirm the handover' }).click()
  await expect(toast(owner, /^The code was not sent/)).toBeVisible()
  await expect(kept).toBeHidden()
  await enterCode(owner, code, 'Confirm the handover')
  await expect(kept).toBeVisible()
  await owner.context().clearCookies()
  await owner.context().setOffline(false)
  await expect(owner).toHaveURL(/\/login/)
  await enter(owner, 'owner')
  await owner.goto('/profile')
  await owner.goto(handover)
  await expect(field).toHaveValue(code)

  await owner.context().setOffline(true)
  await owner.getByRole('button', { name: 'Confirm the handover' }).click()
  await expect(kept).toBeVisible()
  line.breakFor('before', 'POST')
  await owner.context().setOffline(false)
  await expect(toast(owner, /^The code was not sent/)).toBeVisible()
  line.mend()
  await owner.clock.fastForward(RETRY_MS)
  await expect(toast(owner, 'The handover is confirmed by both.')).toBeVisible()
  await owner.context().close()
  await line.stop()
  onlyLost(complaints)
})

test('A kept code is sent again also when its request fails at once', async ({ visit, complaints }) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(renter, owner, 'snorkel')
  const handover = page.replace(tracker, '/handover')
  const code = await codeOn(renter, handover)
  await prepareDrawingLate(owner)
  await owner.goto(handover)
  await ready(owner)
  await owner.context().setOffline(true)
  await enterCode(owner, code, 'Confirm the handover')
  await expect(owner.getByText(/^Kept\. It is sent as soon as you are online again/)).toBeVisible()
  await drawLate(owner, 1000)
  await owner.evaluate(() => {
    const { fetch } = window
    window.fetch = (asked, init) => {
      const method = asked instanceof Request ? asked.method : init?.method
      if (method !== 'POST') return fetch(asked, init)
      window.fetch = fetch
      return Promise.reject(new TypeError('Failed to fetch'))
    }
  })
  await owner.context().setOffline(false)
  await expect(toast(owner, /^The code was not sent/)).toBeVisible()
  await drawLate(owner, 0)
  // Instead of waiting for the next try.
  await owner.context().setOffline(true)
  await owner.context().setOffline(false)
  await expect(toast(owner, 'The handover is confirmed by both.')).toBeVisible()
  onlyLost(complaints)
})

/** The code on a page, without opening it. */
const codeOn = async (page: Page, address: string) =>
  /aria-label="Code((?: \d){6})"/.exec(await htmlOf(page, address))![1]!.replaceAll(' ', '')

/** The paths of everything that pages keep in the browser. */
const keptCopies = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })
