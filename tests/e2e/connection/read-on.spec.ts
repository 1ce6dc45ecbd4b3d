import type { Page, Request } from '@playwright/test'
import { cuts, layLine, type Line } from '../support/broken-line.ts'
import { dismiss, ready, toast } from '../support/page-parts.ts'
import { firstFound, intoCart } from '../support/paying.ts'
import { enter } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [403, 502] })

const lost = 'The site is out of reach. Please check your connection.'

let line: Line
test.beforeEach(async () => void (line = await layLine()))
test.afterEach(() => line.stop())
test.afterEach(({ complaints }) => {
  // The console reports every lost request; other errors are not allowed.
  expect(complaints.splice(0).filter((text) => text.startsWith('uncaught'))).toEqual([])
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name, exact: true })

/** A navigation asks for the routes of its own address; those of links are read ahead together. */
const isForNavigation = (request: Request, path: string) =>
  new URL(request.url()).searchParams.get('paths') === path

test('A page that is open can be read on when the next one can’t be reached, wherever one goes', async ({
  visit,
}) => {
  const page = await visit({ proxy: { server: line.url } })
  await page.goto('/faq')
  await ready(page)
  for (const cut of cuts) {
    line.breakFor(cut)
    await link(page, 'Products').click()
    await expect(toast(page, 'Failed to load store data.')).toBeVisible()
    await dismiss(page)
    await link(page, 'About').click()
    await expect(toast(page, lost)).toBeVisible()
    await dismiss(page)
    await expect(page).toHaveURL('/faq')
  }
  line.mend()
  await link(page, 'Products').click()
  await expect(heading(page, 'Products')).toBeVisible()
  await link(page, 'About').click()
  await expect(page).toHaveURL('/about')
  // Pictures may still be loading when the line works again.
  await page.close()
})

test('Back and Forward keep the page, and its place among the pages, when nothing can be reached', async ({
  visit,
}) => {
  const page = await visit({ proxy: { server: line.url } })
  await page.goto('/about')
  await ready(page)
  await link(page, 'Products').click()
  await expect(heading(page, 'Products')).toBeVisible()
  await page.context().setOffline(true)
  // `goBack` would wait for a page that does not come, perhaps longer than the message stays.
  await page.evaluate(() => history.back())
  await expect(toast(page, lost)).toBeVisible()
  await expect(heading(page, 'Products')).toBeVisible()
  await expect(page).toHaveURL('/products')
  await page.context().setOffline(false)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expect(heading(page, 'Products')).toBeVisible()
  await page.close()
})

test('A navigation goes on when only the routes of links can’t be read ahead', async ({
  page,
  complaints,
}) => {
  // Before the first page, so that the routes of every link, `/about` among them, are still being read.
  const asked = Promise.withResolvers<void>()
  await page.route('**/__manifest*', async (route) => {
    if (isForNavigation(route.request(), '/products')) return route.continue()
    await asked.promise
    await route.abort()
  })
  await page.route('**/about.data*', async (route) => {
    const linksLost = page.waitForEvent('requestfailed', (request) => request.url().includes('__manifest'))
    asked.resolve()
    await linksLost
    await route.continue()
  })
  await page.goto('/about')
  await ready(page)
  await link(page, 'Products').click()
  await expect(heading(page, 'Products')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(heading(page, 'Products')).toBeHidden()
  await expect(page).toHaveURL('/about')
  await page.close()
  complaints.splice(0)
})

test('The page stays when Back fails, and the routes of its links fail while it returns', async ({
  page,
  complaints,
}) => {
  const [linksAsked, returning] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.exposeFunction('startsReturning', () => returning.resolve())
  // A slow return, so that the second failure comes in the middle of it.
  await page.addInitScript(() => {
    const go = history.go.bind(history)
    history.go = (delta) => {
      Reflect.get(window, 'startsReturning')()
      setTimeout(() => go(delta), 500)
    }
  })
  await page.goto('/about')
  await ready(page)
  await link(page, 'Products').click()
  await expect(heading(page, 'Products')).toBeVisible()
  await page.route('**/about.data*', (route) => route.abort())
  await page.route('**/__manifest*', async (route) => {
    if (isForNavigation(route.request(), '/about')) return route.continue()
    linksAsked.resolve()
    await returning.promise
    await route.abort()
  })
  await page.reload()
  await ready(page)
  await linksAsked.promise
  await page.evaluate(() => history.back())
  await expect(toast(page, lost)).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(heading(page, 'Products')).toBeVisible()
  await page.close()
  complaints.splice(0)
})

test('More of a list that can’t be reached is asked for again', async ({ visit }) => {
  const page = await visit({ proxy: { server: line.url } })
  await page.goto('/products')
  await ready(page)
  const items = page.getByRole('list', { name: 'Items' }).getByRole('article')
  const shown = await items.count()
  for (const cut of cuts) {
    line.breakFor(cut)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(toast(page, 'Failed to load store data.')).toBeVisible()
    await dismiss(page)
    await expect(items).toHaveCount(shown)
  }
  line.mend()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => items.count()).toBeGreaterThan(shown)
  await page.close()
})

test('A part that can’t be loaded is said each time, and its link or the log-in page takes its place', async ({
  page,
}) => {
  await page.route(/\/assets\/(calendar|login-panel|photo-dialog|support-panel)-/, (route) => route.abort())
  const { href: listing } = await firstFound(page, 'fujifilm')
  await page.goto(listing)
  await ready(page)
  const isSaid = async () => {
    await expect(page.getByText(lost)).toBeVisible()
    await dismiss(page)
  }
  for (let i = 0; i < 2; i++) {
    await page.getByRole('button', { name: 'Show calendar', exact: true }).click()
    await isSaid()
    await page.getByRole('button', { name: 'Hide calendar', exact: true }).click()
  }
  const enlarge = page.getByRole('link', { name: /^Enlarge/ }).first()
  await enlarge.click()
  await isSaid()
  await enlarge.click()
  await expect(page).toHaveURL(/\/images\//)

  await page.goto(listing)
  await ready(page)
  const heart = page.getByRole('button', { name: /^Add .* to favorites$/ }).first()
  await heart.click()
  await expect(page.getByText(lost)).toBeVisible()
  await page.keyboard.press('Escape')
  await dismiss(page)
  await heart.click()
  await expect(page).toHaveURL(/\/login\?next=/)

  await page.goto(listing)
  await ready(page)
  const ask = page.getByRole('button', { name: 'Ask Hiram', exact: true })
  await ask.click()
  await isSaid()
  await ask.click()
  await expect(page).toHaveURL('/support')
})

test('A search whose suggestions can’t be loaded announces none, and chooses none', async ({ page }) => {
  const asked = page.waitForEvent('requestfailed', (request) => /\/suggestion-panel-/.test(request.url()))
  await page.route(/\/assets\/suggestion-panel-/, (route) => route.abort())
  await page.goto('/about')
  await ready(page)
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search items' })
  const answered = page.waitForResponse(/\/api\/suggestions/)
  await box.pressSequentially('tent')
  await Promise.all([asked, answered])
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(box).not.toHaveAttribute('aria-activedescendant')
  await box.press('Enter')
  await expect(page).toHaveURL('/products?search=tent')
  await page.close()
})

test('A checkout whose answer is lost, sent again, is one order', async ({ visit }) => {
  const page = await visit({ proxy: { server: line.url } })
  await enter(page, 'renter')
  const title = await intoCart(page, 'drone')
  await page.goto('/checkout')
  await ready(page)
  await page.getByLabel(/^I have read/).check()
  for (const cut of ['during', 'after'] as const) {
    line.breakFor(cut, 'POST')
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expect(toast(page, `Error processing rental: ${lost}`)).toBeVisible()
    await dismiss(page)
  }
  line.mend()
  await page.getByRole('button', { name: 'Confirm Rental' }).click()
  await expect(heading(page, 'Rental Confirmed!')).toBeVisible()
  await page.goto('/profile/rental-tracker?view=rented')
  await expect(
    page.getByRole('region', { name: 'Pending', exact: true }).getByRole('heading', { name: title }),
  ).toHaveCount(1)
  await page.close()
})

test('An error of the server in an action leaves what was typed, and says the sentence', async ({
  page,
  complaints,
}) => {
  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await page.route('**/profile/settings.data*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 500,
          json: { error: { code: 'unexpected', message: 'An unexpected error occurred. Please try again.' } },
        })
      : route.continue(),
  )
  await page.getByLabel('Location').fill('Vigan')
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(page, 'Error updating profile. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Vigan')
  complaints.splice(0)
})

test('A form that asks for a proof does so also when no more code can be loaded', async ({
  page,
  complaints,
  site,
}) => {
  await enter(page, 'admin')
  await site.later(30)
  await page.goto('/admin/content')
  await ready(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  const template = page.getByLabel(/^Rental agreement template/)
  await template.fill(`${await template.inputValue()} A new sentence.`)
  await page.getByRole('button', { name: 'Save Templates' }).click()
  await expect(heading(page, 'Please confirm that it is you')).toBeVisible()
  complaints.splice(0)
})
