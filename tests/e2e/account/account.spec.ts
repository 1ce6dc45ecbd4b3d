import type { Page } from '@playwright/test'
import { demoPassword, enter, fillSignUp, openPortal } from '../support/people.ts'
import { followMail } from '../support/mail.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })
const NEW = 'mangoes in the rain'

test('A forgotten password is replaced by a mailed link, without scripts, and ends what was open', async ({
  page,
  visit,
}) => {
  const other = await visit()
  await enter(other, 'renter', 'miguel@hiram.test')
  await logInPage(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The dialog has a field of this name too, until its page is left.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel(/^Email/).fill('miguel@hiram.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()

  const plain = await visit({ javaScriptEnabled: false })
  await followMail(plain, 'miguel@hiram.test', 'reset-password')
  await plain.getByLabel(/^New password/).fill(NEW)
  await plain.getByLabel(/^Confirm new password/).fill('another one')
  await plain.getByRole('button', { name: 'Update Password' }).click()
  await expect(plain.getByLabel(/^Confirm new password/)).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await plain.getByLabel(/^New password/).fill(NEW)
  await plain.getByLabel(/^Confirm new password/).fill(NEW)
  await plain.getByRole('button', { name: 'Update Password' }).click()
  await expect(plain).toHaveURL('/login?portal=renter')
  await expect(toast(plain, 'Password updated successfully!')).toBeVisible()

  await expectLoggedOut(other)
  await enter(page, 'renter', 'miguel@hiram.test', NEW)
})

/** A profile leads whoever is not logged in to the home page. */
async function expectLoggedOut(other: Page) {
  const profile = await other.request.get('/profile')
  expect(new URL(profile.url()).pathname).toBe('/')
}

async function logInPage(page: Page) {
  await page.goto('/about')
  const dialog = await openPortal(page, 'renter')
  await expect(dialog.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
}

test('Someone who had to log in comes back to where they were', async ({ page }) => {
  await page.goto('/cart')
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByLabel(/^Email/).fill('katrina@hiram.test')
  await dialog.getByLabel(/^Password/).fill(demoPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(dialog).toBeHidden()
})

test('Other sessions are ended from the settings, and the password is changed', async ({ page, visit }) => {
  const other = await visit()
  await enter(other, 'renter', 'fatima@hiram.test')
  await enter(page, 'renter', 'fatima@hiram.test')
  await page.goto('/profile/settings/sessions')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').first()).toContainText('This device')
  await page.getByRole('button', { name: /^Log out of/ }).click()
  await expect(toast(page, 'That session has ended.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectLoggedOut(other)

  await page.goto('/profile/settings/password')
  await ready(page)
  await page.getByLabel(/^Current password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Show: New password', exact: true }).click()
  await page.getByLabel(/^New password/).fill(NEW)
  await page.getByLabel(/^Confirm new password/).fill(NEW)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(toast(page, 'Password updated successfully!')).toBeVisible()
})

test('A newcomer confirms their email, and a renter starts lending', async ({ page }) => {
  const email = 'lourdes@hiram.test'
  await page.goto('/login?portal=renter&tab=signup')
  await fillSignUp(page, {
    firstName: 'Lourdes',
    lastName: 'Aquino',
    email,
    username: 'lourdes.a',
    password: NEW,
  })
  await page.getByRole('button', { name: 'Sign Up as Renter' }).click()
  const banner = page.getByRole('region', { name: 'Email confirmation' })
  await expect(banner).toContainText('Please confirm your email')
  await followMail(page, email, 'verify-email')
  await page.getByRole('button', { name: 'Yes, confirm it' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(toast(page, `Thank you, ${email} is confirmed.`)).toBeVisible()
  await expect(banner).toHaveCount(0)

  await page.getByRole('link', { name: 'Start lending' }).click()
  await page.getByRole('button', { name: 'Become an owner' }).click()
  await expect(page).toHaveURL('/profile/listings')
  await expect(toast(page, 'You’re an owner now. List your first item!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add New Listing' })).toBeVisible()
})
