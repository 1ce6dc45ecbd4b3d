import { type Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [429] })

const cards = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('article')

test('By keyboard: the last “Load more” gives the focus to the first thing that it loaded', async ({
  page,
}) => {
  await page.goto('/products?max=200')
  await ready(page)
  const more = page.getByRole('link', { name: 'Load more' })
  let before = 0
  for (let i = 0; i < 20 && (await more.count()) > 0; i++) {
    before = await cards(page).count()
    await more.press('Enter')
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
  }
  expect(before).toBeGreaterThan(0)
  await expect(cards(page).nth(before).getByRole('link')).toBeFocused()
})

test('By keyboard: closing a message gives the focus to the next one, then back', async ({ page }) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  await page.goto('/products?search=ukulele')
  await ready(page)
  for (const message of ['That was a lot.', 'Not now.']) {
    await page.route('/api/favorites', (route) =>
      route.fulfill({ status: 429, json: { ok: false, reason: 'limit', message } }),
    )
    await page
      .getByRole('main')
      .getByRole('button', { name: /to favorites$/ })
      .first()
      .press('Enter')
    await expect(toast(page, `Error updating favorites: ${message}`)).toBeVisible()
  }
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /to favorites$/ })
    .first()
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(heart).toBeFocused()
  await dismiss.first().press('Enter')
  await expect(dismiss).toHaveCount(1)
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(heart).toBeFocused()
})

test('By keyboard: the next page of an admin table begins at its heading', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/listings')
  await ready(page)
  await page.getByRole('link', { name: 'Next page' }).press('Enter')
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Listings' })).toBeFocused()
})

test('By keyboard: a decision that disables its button leaves the focus at the heading', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/users')
  await ready(page)
  const accept = page.locator('button:enabled', { hasText: 'Accept' }).first()
  const name = (await accept.getAttribute('aria-label'))!
  await accept.press('Enter')
  await expect(toast(page, 'User status updated to verified.')).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true }).first()).toBeDisabled()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
})
