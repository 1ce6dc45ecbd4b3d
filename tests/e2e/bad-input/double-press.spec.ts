import type { Locator, Page, Request } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { demoPassword, enter, fillSignUp } from '../support/people.ts'
import { drawLate, prepareDrawingLate, ready, section, toast } from '../support/page-parts.ts'
import { firstFound } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

/** Presses a button again while its form is being sent and the page does not show that yet. Expects one post. */
async function pressTwice(page: Page, button: Locator) {
  let posts = 0
  const pressedTwice = Promise.withResolvers<void>()
  const isPost = (request: Request) => request.method() === 'POST'
  await page.route('**/*', async (route) => {
    if (!isPost(route.request())) return route.fallback()
    posts++
    await pressedTwice.promise
    return route.fallback()
  })
  await drawLate(page, 3000)
  const sent = page.waitForRequest(isPost)
  await button.click()
  await sent
  await button.click()
  pressedTwice.resolve()
  await page.waitForFunction(() => {
    const { navigation, fetchers } = window.__reactRouterDataRouter!.state
    return [navigation, ...fetchers.values()].every(({ state }) => state === 'idle')
  })
  await drawLate(page, 0)
  await page.unrouteAll({ behavior: 'wait' })
  expect(posts).toBe(1)
}

const complaint = (page: Page) => page.locator('main, dialog').getByRole('alert')

test.beforeEach(({ page }) => prepareDrawingLate(page))

test('A double press signs up once, and the newcomer is logged in', async ({ page }) => {
  await page.goto('/login?portal=renter&tab=signup')
  await ready(page)
  const names = { firstName: 'Dina', lastName: 'Doble', username: 'dinadoble' }
  await fillSignUp(page, { ...names, email: 'dina.doble@hiram.test', password: 'palengke sa umaga 7' })
  await pressTwice(page, page.getByRole('button', { name: /^Sign Up as/ }))
  await expect(page).toHaveURL('/profile')
})

test('A double press puts an item into the cart, and approves a request, once and without a complaint', async ({
  page,
}) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  await page.goto((await firstFound(page, 'fujifilm')).href)
  await ready(page)
  await page.getByLabel(/^Start date/).fill(addDays(dayInManila(new Date()), 60))
  await pressTwice(page, page.getByRole('button', { name: 'Add to Cart' }))
  await expect(toast(page, 'Item added to cart!')).toBeVisible()
  await expect(complaint(page)).toHaveCount(0)

  await enter(page, 'owner')
  await page.goto('/profile/rental-tracker')
  await ready(page)
  const approve = section(page, 'Pending').getByRole('button', { name: /^Approve: / })
  await pressTwice(page, approve.first())
  await expect(toast(page, 'Rental approved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).not.toContainText('Nothing was changed')
  await expect(complaint(page)).toHaveCount(0)
})

test('A double press accepts a person once, and saves a password once', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/users?status=unverified')
  await ready(page)
  await pressTwice(page, page.getByRole('button', { name: /^Accept / }).first())
  await expect(toast(page, 'User status updated to verified.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).not.toContainText('Error')

  await enter(page, 'renter', 'rosalinda@hiram.test')
  await page.goto('/profile/settings/password')
  await ready(page)
  await page.getByLabel(/^Current password/).fill(demoPassword)
  await page.getByLabel(/^New password/).fill('palengke sa umaga 7')
  await page.getByLabel(/^Confirm new password/).fill('palengke sa umaga 7')
  await pressTwice(page, page.getByRole('button', { name: 'Update Password' }))
  await expect(toast(page, 'Password updated successfully!')).toBeVisible()
  await expect(complaint(page)).toHaveCount(0)
})
