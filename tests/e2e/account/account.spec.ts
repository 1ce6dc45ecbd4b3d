import type { Page } from '@playwright/test'
import { linksOf, messageBeside } from '#tests/support/html.ts'
import { type Asker, demoPassword, enter, fillSignUp, htmlOf, openPortal, textAt } from '../support/people.ts'
import { followMail, mailedLink } from '../support/mail.ts'
import { plain, plainOf } from '../support/plain.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })
const NEW = 'mangoes in the rain'

/** A profile leads whoever is not logged in to the home page. */
async function expectLoggedOut({ request }: Asker) {
  const profile = await request.get('/profile')
  expect(new URL(profile.url()).pathname).toBe('/')
}

test('A forgotten password is replaced by a mailed link, without scripts, and ends what was open', async ({
  page,
  another,
}) => {
  const other = await another()
  await enter(other, 'renter', 'miguel@hiram.test')
  await page.goto('/about')
  await openPortal(page, 'renter')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The dialog has a field of this name too, until its page is left.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel(/^Email/).fill('miguel@hiram.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()

  const guest = plain(await another())
  await guest.open(await mailedLink(page, 'miguel@hiram.test', 'reset-password'))
  await guest.press('Update Password', { password: NEW, confirmPassword: 'another one' })
  expect(messageBeside(guest.html, 'confirmPassword')).toBe('Passwords do not match')
  await guest.press('Update Password', { password: NEW, confirmPassword: NEW })
  expect(guest.at).toBe('/login?portal=renter')
  expect(guest.text).toContain('Password updated successfully!')

  await expectLoggedOut(other)
  await enter(page, 'renter', 'miguel@hiram.test', NEW)
})

// Spec: S2.31
test('A guest’s cart asks to log in, and who does comes back to where they were', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible()
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome, neighbour' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByLabel(/^Email/).fill('katrina@hiram.test')
  await dialog.getByLabel(/^Password/).fill(demoPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(dialog).toBeHidden()
})

test('Other sessions are ended from the settings, and the password is changed', async ({ page, another }) => {
  const other = await another()
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

test('A person changes their email; the new address confirms it without scripts, and the old one is told', async ({
  page,
  another,
}) => {
  const [before, after] = ['benjie@hiram.test', 'benjie.new@hiram.test']
  await enter(page, 'renter', before)
  // From another device; the first log-in of all is not mailed.
  await enter(await another(), 'renter', before)
  const links = linksOf(await htmlOf(page, '/profile/settings'))
  await page.goto(links.find(({ name }) => name.startsWith('Email Use another'))!.href)
  await page.getByLabel(/^New email/).fill(after)
  await page.getByLabel(/^Your password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(
    toast(page, `We mailed a link to ${after}. Your email changes when you follow it.`),
  ).toBeVisible()

  const guest = plain(await another())
  await guest.open(await mailedLink(page, after, 'change-email'))
  await guest.press('Yes, use it')
  expect(guest.text).toContain(`Your email is ${after} now.`)
  expect(await textAt(page, '/profile/settings/email')).toContain(`Now it is ${after} .`)
  await expect(async () => {
    await guest.open(`/dev/mail?to=${before}`)
    for (const subject of ['Your email was changed', 'A log-in from a new device'])
      expect(guest.text).toContain(subject)
  }).toPass()
  await enter(await another(), 'renter', after)
})

test('who logs out leaves nothing they wrote in the browser, and the site keeps its colours', async ({
  page,
}) => {
  await enter(page, 'renter')
  await page.goto('/profile')
  await ready(page)
  await page.getByRole('button', { name: 'Dark theme' }).first().click()
  await page.evaluate(() => {
    sessionStorage.setItem('unsent:somebody', '[{"text":"for Olivia alone"}]')
    localStorage.setItem('draft', 'for Olivia alone')
  })
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Logged out.')).toBeVisible()
  const kept = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  expect(await kept()).not.toContain('Olivia')
  await page.reload()
  expect(await kept()).not.toContain('Olivia')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('Logged out meanwhile', () => {
  // A live connection that opens after the session has ended is refused.
  test.use({ refusals: [401] })

  const place = (page: Page) => page.getByLabel('Location')

  /** Types a place into the profile, which is sent after the session has ended. */
  async function sendTooLate(page: Page, text: string) {
    await place(page).fill(text)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Update Info' }).click()
    await expect(
      toast(page, 'You were logged out, so nothing was changed. Please log in again.'),
    ).toBeVisible()
    await expect(page).toHaveURL('/')
    // It is stored after the page has changed.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unsent-form'))).toContain(text)
  }

  test('What was typed when the session had ended is back after the next log-in, for the same account only', async ({
    page,
    another,
  }) => {
    await enter(page, 'renter')
    await page.goto('/profile/settings')
    await ready(page)
    await sendTooLate(page, 'Sagada')
    // A field that the person had not changed shows what they saved on another device.
    const other = await plainOf(another, 'renter')
    await other.open('/profile/settings')
    await other.press('Update Info', { fullName: 'Maria Clara Ibarra' })
    expect(other.text).toContain('Profile updated successfully!')
    await enter(page, 'renter')
    await page.goto('/profile/settings')
    await ready(page)
    await expect(place(page)).toHaveValue('Sagada')
    await expect(page.getByLabel(/^Full Name/)).toHaveValue('Maria Clara Ibarra')

    await sendTooLate(page, 'Banaue')
    await enter(page, 'owner')
    await page.goto('/profile/settings')
    await ready(page)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unsent-form'))).toBeNull()
    await expect(place(page)).not.toHaveValue('Banaue')
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
})
