import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { card, ready, toast, tracker } from '../support/page-parts.ts'
import { firstFound, rentalIn } from '../support/paying.ts'
import { enter, htmlOf, linkOn, post } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

/** Holds the requests of an address until `letGo`; `held` says how many there are. */
async function hold(page: Page, address: string | RegExp, which: (route: Route) => boolean = () => true) {
  const gate = Promise.withResolvers<void>()
  const requests: Route[] = []
  await page.route(address, async (route) => {
    if (!which(route)) return route.continue()
    requests.push(route)
    await gate.promise
    await route.continue()
  })
  return { letGo: () => gate.resolve(), held: () => requests.length }
}

const isPost = (route: Route) => route.request().method() === 'POST'
const items = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('article')
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load more' })

test('A first message that arrives late leaves the page alone to which one went meanwhile', async ({
  page,
}) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await page.goto(await linkOn(page, (await firstFound(page, 'ukulele')).href, 'Chat with Owner'))
  await ready(page)
  const sending = await hold(page, '**/api/messages*', isPost)
  await page.getByLabel('Message', { exact: true }).fill('Is it in tune?')
  await page.keyboard.press('Enter')
  await expect.poll(sending.held).toBe(1)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'About' })
    .click()
  await expect(page).toHaveURL('/about')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  sending.letGo()
  await answered
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
  await expect(page).toHaveURL('/about')
})

test('A second press of “yes” is not sent', async ({ page }) => {
  await enter(page, 'owner')
  await page.goto('/profile/listings')
  await ready(page)
  await page
    .getByRole('link', { name: /^Delete/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const sending = await hold(page, '**/profile/listings*', isPost)
  const yes = dialog.getByRole('button', { name: 'Delete' })
  await yes.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(yes).toHaveAttribute('aria-busy', 'true')
  await yes.click({ force: true })
  await expect.poll(sending.held).toBe(1)
  sending.letGo()
  await expect(toast(page, 'Listing deleted successfully.')).toBeVisible()
})

test('A form with a picture is waited for longer than 45 seconds', async ({ page }) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await page.goto('/profile/settings')
  await ready(page)
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#3d7a5b' } })
  const buffer = await picture.jpeg().toBuffer()
  await page.getByLabel('Profile Picture').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const sending = await hold(page, '**/profile/settings.data*', isPost)
  await page.clock.install()
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect.poll(sending.held).toBe(1)
  await page.clock.fastForward(60_000)
  sending.letGo()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
})

test('The log-in that is opened while another page is read stays when that page comes', async ({ page }) => {
  await page.goto('/about')
  await ready(page)
  const reading = await hold(page, '**/faq.data*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect.poll(reading.held).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  reading.letGo()
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('What was loaded of a list is there after Back, and after a heart', async ({ page }) => {
  await enter(page, 'renter')
  await page.goto('/products')
  await ready(page)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(48)
  const last = items(page).nth(47).getByRole('link').first()
  const title = (await items(page).nth(47).getByRole('heading').textContent())!
  await items(page)
    .nth(46)
    .getByRole('button', { name: /favorite/i })
    .click()
  await last.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(card(page, title)).toBeInViewport()
  await expect(items(page)).toHaveCount(48)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(72)
})

test('What was loaded of the favourites is there after Back', async ({ page }) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  for (const at of ['/products', await linkOn(page, '/products', 'Load more')])
    for (const [, listingId] of (await htmlOf(page, at)).matchAll(/name="listingId" value="([^"]+)"/g))
      await post(page, '/api/favorites', { listingId: listingId!, intent: 'add' })
  await page.goto('/profile/favorites')
  await ready(page)
  const favorites = page.getByRole('list', { name: 'Favorites' }).getByRole('article')
  await expect(favorites).toHaveCount(24)
  await loadMore(page).click()
  await expect(favorites).not.toHaveCount(24)
  const last = favorites.last()
  const title = (await last.getByRole('heading').textContent())!
  await last.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(card(page, title)).toBeInViewport()
})

test('What was loaded of a list is there after Back from other filters of it, and after Forward', async ({
  page,
}) => {
  const titles = items(page).getByRole('heading')
  const loadTwo = async () => {
    await expect(items(page)).toHaveCount(24)
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(48)
    return titles.allTextContents()
  }
  await page.goto('/products')
  await ready(page)
  const newest = await loadTwo()
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL(/sort=/)
  const cheapest = await loadTwo()
  expect(cheapest).not.toEqual(newest)
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(titles).toHaveText(newest)
  await page.goForward()
  await expect(page).toHaveURL(/sort=/)
  await expect(titles).toHaveText(cheapest)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(72)
  expect(new Set(await titles.allTextContents()).size).toBe(72)
})

test('“Load more” that is pressed while a list is read again loads more', async ({ page }) => {
  await page.goto('/products')
  await ready(page)
  await loadMore(page).click()
  await expect(items(page)).toHaveCount(48)
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(items(page)).toHaveCount(24)
  const reading = await hold(page, /products\.data.*after=/)
  await page.goBack()
  await expect(items(page)).toHaveCount(48)
  await expect.poll(reading.held).toBe(1)
  await page.getByRole('link', { name: 'Loading...' }).click()
  reading.letGo()
  await expect(items(page)).toHaveCount(72)
})

test('“Load more” opens the next page in a new tab for who asks for one', async ({ page }) => {
  await page.goto('/products')
  await ready(page)
  // A tab that Chromium opens itself hangs once in fifty times, so it is stopped here, after all of the page's code.
  const left = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const stop = (click: MouseEvent) => (resolve(!click.defaultPrevented), click.preventDefault())
        window.addEventListener('click', stop, { once: true })
      }),
  )
  await loadMore(page).click({ modifiers: ['ControlOrMeta'] })
  expect(await left, 'the click is left to the browser').toBe(true)
  await expect(loadMore(page)).toHaveAttribute('href', /^\/products\?after=/)
  await expect(items(page)).toHaveCount(24)
})

test('What was loaded of a list stays below a first page that changes, each entry once', async ({
  page,
  visit,
}) => {
  await enter(page, 'owner')
  await page.goto('/profile/notices')
  await ready(page)
  const notices = page.getByRole('main').getByRole('region').getByRole('listitem')
  const before = await notices.allTextContents()
  await loadMore(page).click()
  await expect.poll(() => notices.count()).toBeGreaterThan(before.length)
  const loaded = await notices.allTextContents()
  // How many entries are there, and were there at least at any moment.
  const counted = await page.evaluateHandle(() => {
    const entries = document.querySelector('main')!.getElementsByTagName('li')
    const seen = { first: entries.length, least: entries.length }
    new MutationObserver(() => (seen.least = Math.min(seen.least, entries.length))).observe(document.body, {
      childList: true,
      subtree: true,
    })
    return seen
  })
  const renter = await visit()
  await enter(renter, 'renter')
  const title = 'Electric samgyupsal grill with dipping pans'
  const cancel = await linkOn(renter, tracker, `Cancel rental: ${title}`)
  const readAgain = page.waitForResponse((answer) => /notices\.data\?.*after=/.test(answer.url()))
  await post(renter, tracker, { rentalId: /[0-9a-f-]{36}/.exec(cancel)![0], action: 'cancel' })
  expect(await rentalIn(renter, 'Rejected', title)).not.toBe('')
  await readAgain
  // Reminders of the day may also arrive meanwhile.
  await expect(notices.filter({ hasText: `cancelled the rental of ${title}` })).toBeVisible()
  await expect(loadMore(page)).toHaveCount(0)
  const texts = await notices.allTextContents()
  expect(texts.slice(-loaded.length)).toEqual(loaded)
  expect(texts.slice(0, -loaded.length).filter((text) => loaded.includes(text))).toEqual([])
  const { first, least } = await counted.jsonValue()
  expect(least).toBe(first)
})

test('A review that is typed before the scripts of its page run is kept', async ({ page }) => {
  await enter(page, 'renter')
  const { href } = await firstFound(page, 'ukulele')
  const scripts = await hold(page, /\/assets\/.*\.js/)
  await page.goto(`${href}?review=1`, { waitUntil: 'commit' })
  const text = page.getByRole('textbox', { name: /^Review/ })
  await text.fill('It was in tune.')
  scripts.letGo()
  await ready(page)
  await expect(text).toHaveValue('It was in tune.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(text).toBeHidden()
})

test('The header suggests for the words of the page, and not for those of an earlier one', async ({
  page,
}) => {
  await page.goto('/products?search=tent')
  await ready(page)
  const box = page.getByRole('banner').getByLabel('Search items')
  await box.fill('drill')
  await box.press('Enter')
  await expect(page).toHaveURL('/products?search=drill')
  await page.goBack()
  await expect(box).toHaveValue('tent')
  await box.press('ArrowDown')
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(suggestions.getByRole('option').last()).toHaveText('See all results for “tent”')
})
