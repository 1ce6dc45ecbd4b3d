import type { Page } from '@playwright/test'
import { enter, htmlOf, textAt } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [429] })

const ukulele = 'ukulele'
const heartOf = (page: Page, title: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Add .*${String(title)}.* to favorites$`, 'i') })

async function openCatalogue(page: Page) {
  await page.goto(`/products?search=${ukulele}`)
  await ready(page)
  return heartOf(page, ukulele).first()
}

// Spec: S1.2, S2.52, S6.1
test('A heart fills at once, is kept, and takes its card from the favourites', async ({ page }) => {
  await enter(page, 'renter', 'rosalinda@hiram.test')
  const heart = await openCatalogue(page)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('/api/favorites', async (route) => {
    await held
    await route.continue()
  })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  const box = (await heart.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const answered = page.waitForResponse('/api/favorites')
  letGo()
  expect((await answered).status()).toBe(200)
  const name = await heart.getAttribute('aria-label')
  const buttons = (await htmlOf(page, `/products?search=${ukulele}`)).match(/<button\b[^>]*>/g)!
  expect(buttons.find((tag) => tag.includes(`"${name}"`))).toContain('aria-pressed="true"')

  await page.goto('/profile/favorites')
  await ready(page)
  const first = page.getByRole('list', { name: 'Favorites' }).getByRole('article').first()
  await expect(first).toContainText(new RegExp(ukulele, 'i'))
  const count = await page.getByRole('list', { name: 'Favorites' }).getByRole('article').count()
  const removed = page.waitForResponse('/api/favorites')
  await first.getByRole('button').press('Enter')
  await expect(page.getByRole('list', { name: 'Favorites' }).getByRole('article')).toHaveCount(count - 1)
  await expect(page.getByText(/^Removed .* from favorites\.$/)).toBeAttached()
  expect((await removed).status()).toBe(200)
  expect(await textAt(page, '/profile/favorites')).not.toMatch(new RegExp(ukulele, 'i'))
})

// Spec: S7.17, S8.15
test('A heart goes back when the server refuses, and when it is out of reach', async ({
  page,
  complaints,
}) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  const heart = await openCatalogue(page)
  await page.route('/api/favorites', (route) =>
    route.fulfill({ status: 429, json: { ok: false, reason: 'limit', message: 'That was a lot.' } }),
  )
  await heart.click()
  await expect(toast(page, 'Error updating favorites: That was a lot.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  await page.unroute('/api/favorites')
  expect(complaints).toEqual([])
  await page.context().setOffline(true)
  await heart.click()
  await expect(
    toast(page, 'Error updating favorites: The site is out of reach. Please check your connection.'),
  ).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  expect(complaints.splice(0).join()).toContain('ERR_INTERNET_DISCONNECTED')
  await page.context().setOffline(false)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('A guest who presses a heart is asked to log in, and comes back', async ({ page }) => {
  const heart = await openCatalogue(page)
  await heart.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please log in to favorite items.')).toBeVisible()
  await expect(toast(page, 'Please log in to favorite items.')).toBeAttached()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByLabel(/^Email/).fill('grace@hiram.test')
  await dialog.getByLabel(/^Password/).fill('hiram-demo-2026')
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page).toHaveURL(`/products?search=${ukulele}`)
  // What a guest was told is over.
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Please log in to favorite items.')).toHaveCount(0)
})
