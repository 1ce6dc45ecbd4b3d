import type { Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { enter, htmlOf, textAt, textIn } from '../support/people.ts'
import { firstFound, rentalsOf } from '../support/paying.ts'
import { expectBeside, ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [401, 403, 409, 422] })

async function open(page: Page, words: string) {
  await page.goto((await firstFound(page, words)).href)
  await ready(page)
}
const today = dayInManila(new Date())

// Spec: S2.26, S5.6, D37
test('A start date is required and cannot have passed, and the choices stay', async ({ page }) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  await open(page, 'fujifilm')
  const date = page.getByLabel(/^Start date/)
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('radio', { name: 'Delivery' }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectBeside(date, 'Please select a rental start date.')
  await expect(date).toBeFocused()
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Delivery' })).toBeChecked()
  await date.fill(addDays(today, -1))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectBeside(date, 'The start date cannot be earlier than today.')
  await expect(date).toHaveValue(addDays(today, -1))
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})

// Spec: S5.7, S5.8
test('Guests are asked to log in, and owners cannot rent their own', async ({ page }) => {
  await open(page, 'fujifilm')
  await page.getByLabel(/^Start date/).fill(addDays(today, 50))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText('Please login to rent an item.')
  await expect(refusal.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByLabel(/^Start date/)).toHaveValue(addDays(today, 50))
  const address = page.url()
  await enter(page, 'owner')
  const own = await textAt(page, address)
  expect(own).toContain('You cannot rent your own item.')
  expect(own).not.toContain('Add to Cart')
})

// Spec: S4.16, S5.9
test('An item is in the cart once, and one order comes of two clicks', async ({ page }) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  await open(page, 'fujifilm')
  await page.getByLabel(/^Start date/).fill(addDays(today, 60))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toast(page, 'Item added to cart!')).toBeVisible()
  await page.getByLabel(/^Start date/).fill(addDays(today, 70))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('This item is already in your cart.')
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()

  await page.goto('/checkout')
  await ready(page)
  await page.getByLabel(/^I have read and agree to all terms\./).check()
  let posts = 0
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/checkout(\.data)?(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') {
      posts++
      await pressed.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Confirm Rental' }).dblclick()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByText('Processing your request...')).toBeVisible()
  await page.getByRole('button', { name: 'Processing...' }).click({ force: true })
  pressed.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  expect(posts).toBe(1)
  expect(textIn(await htmlOf(page, page.url()), 'h1', '')).toContain('Rental Confirmed!')
  expect((await rentalsOf(page, 'Pending')).match(/<article\b/g)).toHaveLength(1)
})
