import type { Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

test.describe('The theme', () => {
  test.use({ colorScheme: 'light' })

  // Spec: S3.22
  test('A chosen theme stays, and is there before anything is drawn', async ({ page }) => {
    // Records the page's theme when its body begins, before it can be painted.
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.body) return
        watcher.disconnect()
        document.documentElement.dataset.themeAtFirst = document.documentElement.dataset.theme ?? 'none'
      })
      watcher.observe(document, { childList: true, subtree: true })
    })
    const html = page.locator('html')
    const toggle = page.getByRole('button', { name: 'Dark theme' })
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    // The colour of the browser’s bar, which is the page’s paper.
    const bar = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ content }) => content),
      )
    await page.goto('/')
    await expect(html).toHaveAttribute('data-theme-at-first', 'none')
    expect(await bar()).toEqual(['#faf5ea'])
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    const light = await background()
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    const dark = await background()
    expect(dark).not.toBe(light)
    expect(await bar()).toEqual(['#1c1714'])
    for (const address of ['/', '/products']) {
      await page.goto(address)
      await expect(html).toHaveAttribute('data-theme-at-first', 'dark')
      await ready(page)
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      expect(await background()).toBe(dark)
      expect(await bar()).toEqual(['#1c1714'])
    }
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await toggle.click()
    await page.reload()
    await expect(html).toHaveAttribute('data-theme-at-first', 'light')
    expect(await background()).toBe(light)
    expect(await bar()).toEqual(['#faf5ea'])
  })

  test('Until one is chosen the theme is the system’s', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await ready(page)
    await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true')
  })
})

/** Logs out while the page's clock stands still; returns the toast. */
async function logOutUnclocked(page: Page) {
  await enter(page, 'renter')
  await page.clock.install()
  await page.goto('/profile')
  await ready(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  const message = toast(page, 'Logged out.')
  // A log-out by script needs one turn of the clock; the toast is shown for three seconds.
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(message).toBeVisible({ timeout: 250 })
  }).toPass()
  return message
}

// Spec: S2.11, S8.3, S9.14
test('A message of success goes by itself after three seconds', async ({ page }) => {
  const message = await logOutUnclocked(page)
  await page.clock.runFor(2900)
  await expect(message).toBeVisible()
  await page.clock.runFor(200)
  await expect(message).toBeHidden()
  await page.clock.resume()
  await page.reload()
  await ready(page)
  await expect(message).toHaveCount(0)
})

test('A message of success stays while someone points at it', async ({ page }) => {
  const message = await logOutUnclocked(page)
  await message.hover()
  await page.clock.runFor(30_000)
  await expect(message).toBeVisible()
  await page.mouse.move(600, 100)
  await page.clock.runFor(3000)
  await expect(message).toBeHidden()
})

test('Going to another page tells its title and moves focus to its heading', async ({ page }) => {
  await page.goto('/')
  await ready(page)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'About' })
    .click()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle(/About/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

/** Holds back the requests of a page to an address; returns the function that lets them go. */
async function holdBack(page: Page, address: RegExp) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

// Spec: S2.23, S2.46, S2.52, S2.64, S8.40, D36
test('A page on its way says so: the catalogue by dots, the profile and the admin area in words', async ({
  page,
}) => {
  await page.goto('/products')
  await ready(page)
  const showItems = await holdBack(page, /\/products\.data/)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sports' }).click()
  const dots = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading items' })
  await expect(dots.locator('.loading-dot')).toHaveCount(3)
  showItems()
  await expect(page).toHaveURL('/products?category=Sports')
  await expect(dots).toHaveCount(0)

  await page.goto('/')
  await ready(page)
  const showProducts = await holdBack(page, /\/products\.data/)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Products' })
    .click()
  const pill = page.getByRole('status').filter({ hasText: 'Loading items' })
  await expect(pill.locator('.loading-dot')).toHaveCount(3)
  showProducts()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(pill).toHaveCount(0)

  for (const [who, at, link, words] of [
    ['renter', '/profile', 'Favorites', 'Loading Profile...'],
    ['admin', '/admin', 'Users', 'Authorizing...'],
  ] as const) {
    await page.context().clearCookies()
    await enter(page, who)
    await page.goto(at)
    await ready(page)
    const show = await holdBack(page, new RegExp(`${at}/${link.toLowerCase()}\\.data`))
    await page.getByRole('complementary').getByRole('link', { name: link }).click()
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    show()
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
  }
})
