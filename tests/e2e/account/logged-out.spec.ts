import type { Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
// A live connection that opens after the session has ended is refused.
test.use({ refusals: [401] })

const place = (page: Page) => page.getByLabel('Location')

/** Types a place into the profile, which is sent after the session has ended. */
async function sendTooLate(page: Page, text: string) {
  await place(page).fill(text)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(page, 'You were logged out, so nothing was changed. Please log in again.')).toBeVisible()
  await expect(page).toHaveURL('/')
  // It is stored after the page has changed.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unsent-form'))).toContain(text)
}

test('What was typed when the session had ended is back after the next log-in, for the same account only', async ({
  page,
}) => {
  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await sendTooLate(page, 'Sagada')
  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await expect(place(page)).toHaveValue('Sagada')

  await sendTooLate(page, 'Banaue')
  await enter(page, 'owner')
  await page.goto('/profile/settings')
  await ready(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unsent-form'))).toBeNull()
  await expect(place(page)).not.toHaveValue('Banaue')
})

test('A field that the person had not changed shows what they saved on another device', async ({
  page,
  visit,
}) => {
  const name = (page: Page) => page.getByLabel(/^Full Name/)
  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await sendTooLate(page, 'Sagada')

  const other = await visit()
  await enter(other, 'renter')
  await other.goto('/profile/settings')
  await ready(other)
  await name(other).fill('Maria Clara Ibarra')
  await other.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(other, 'Profile updated successfully!')).toBeVisible()

  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await expect(place(page)).toHaveValue('Sagada')
  await expect(name(page)).toHaveValue('Maria Clara Ibarra')
})

test('Nothing of a form with a password is kept, also where the password is shown', async ({ page }) => {
  await enter(page, 'renter')
  await page.goto('/profile/settings/password')
  await ready(page)
  await page.getByRole('button', { name: 'Show: New password', exact: true }).click()
  await page.getByLabel(/^Current password/).fill('one two three four')
  await page.getByLabel(/^New password/).fill('mangoes in the rain')
  await page.getByLabel(/^Confirm new password/).fill('mangoes in the rain')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await ready(page)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('mangoes')
})
