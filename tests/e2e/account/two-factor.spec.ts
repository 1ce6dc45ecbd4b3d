import type { Page } from '@playwright/test'
import { proofFields } from '#domain/account/proof.ts'
import { withDevice } from '../support/authenticator.ts'
import { dismiss, ready, toast } from '../support/page-parts.ts'
import { demoPassword, enter, openPortal, post, textIn } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { nextCode, switchOn } from '../support/second-factor.ts'
import { expect, testsOn } from '../support/test.ts'
import { inspect } from '../support/views.ts'

const test = testsOn('demo', { TEST_SITE_NAME: 'localhost' })
test.use({ refusals: [401, 403, 422] })

const settings = '/profile/settings/two-factor'
const email = 'rosalinda@hiram.test'
const mine = (page: Page) => page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')

async function addPasskey(page: Page) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(toast(page, 'The passkey is added.')).toBeVisible()
}

// It comes first, as another test moves the clock of the site, by which it checks codes.
test('A person switches two-factor log-in on, logs in with a code, without scripts by a recovery code, and off again', async ({
  page,
  another,
}) => {
  await enter(page, 'renter', 'fatima@hiram.test')
  await page.goto('/profile/settings')
  await ready(page)
  await page.getByRole('link', { name: /^Two-factor log-in/ }).click()
  const secret = await switchOn(page)
  await expect(page.getByText('Two-factor log-in is on', { exact: true })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download them' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out.')).toBeVisible()

  const dialog = await openPortal(page, 'renter')
  await dialog.getByLabel(/^Email/).fill('fatima@hiram.test')
  await dialog.getByLabel(/^Password/).fill(demoPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Type your code' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByLabel(/^Code/).fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel(/^Code/)).toHaveAccessibleDescription(/That code is not right/)
  await page.getByLabel(/^Code/).fill(nextCode(secret))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/profile')

  const withoutScripts = plain(await another())
  await withoutScripts.open('/login?portal=renter')
  await withoutScripts.press(/^Login as/, { email: 'fatima@hiram.test', password: demoPassword })
  expect(withoutScripts.at).toBe('/login/code')
  await withoutScripts.press('Log in', { code: codes[0] })
  expect(withoutScripts.at).toBe('/profile')

  await withoutScripts.open('/profile/settings/two-factor')
  expect(withoutScripts.text).toContain('You have 9 recovery codes left.')
  await withoutScripts.press('Switch it off', { password: demoPassword, code: codes[1] })
  expect(withoutScripts.text).toContain('Two-factor log-in is off.')
  expect(textIn(withoutScripts.html, 'h2', 'Set it up')).not.toBe('')
})

test('A person adds a passkey, renames it, logs in by it in the modal and on the page, and removes it', async ({
  page,
}) => {
  const device = await withDevice(page)
  await enter(page, 'renter', email)
  await page.goto(settings)
  await ready(page)
  await addPasskey(page)
  await expect(mine(page)).toHaveCount(1)
  await expect(mine(page)).toContainText('Not used yet')
  expect(await device.count()).toBe(1)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('alert')).toHaveText(
    'This device has a passkey for your account already.',
  )

  await mine(page).getByText('Rename').click()
  await page.getByLabel(/^Name/).fill('My blue phone')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(toast(page, 'The passkey is renamed.')).toBeVisible()
  await expect(mine(page).getByRole('heading')).toHaveText('My blue phone')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()

  const dialog = await openPortal(page, 'renter')
  await device.verifies(false)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No passkey was used. Please try again.')
  await device.verifies(true)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(dialog).toBeHidden()

  await post(page, '/logout', {})
  await page.goto('/login?portal=owner')
  await ready(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Login failed.')
  await page.goto(`/login?portal=renter&next=${encodeURIComponent(settings)}`)
  await ready(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(settings)

  await expect(mine(page)).toContainText('Last used')
  await mine(page).getByRole('button', { name: 'Remove the passkey My blue phone' }).click()
  await expect(toast(page, 'The passkey is removed.')).toBeVisible()
  await expect(mine(page)).toHaveCount(0)
  await post(page, '/logout', {})
  await page.goto('/login?portal=renter')
  await ready(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('That passkey was not accepted.')
})

test('A passkey confirms who someone is, and without scripts only the password is offered', async ({
  page,
  site,
}) => {
  const device = await withDevice(page)
  await enter(page, 'renter', 'grace@hiram.test')
  await page.goto(settings)
  await ready(page)
  await addPasskey(page)
  await site.later(16)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page).toHaveURL(`/confirm?to=${encodeURIComponent(settings)}`)
  expect(await device.count()).toBe(1)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(settings)
  await site.later(16)
  await mine(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Please confirm that it is you' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toast(page, 'The passkey is removed.')).toBeVisible()

  await site.later(16)
  const withoutScripts = plain(page)
  await withoutScripts.open('/confirm?to=%2Fhelp')
  expect(withoutScripts.text).not.toContain('Use a passkey')
  await withoutScripts.press('Continue', { [proofFields.password]: demoPassword })
  expect(withoutScripts.at).toBe('/help')
  await withoutScripts.open(settings)
  expect(withoutScripts.text).toContain('To add a passkey you need a browser that knows them')
  await post(page, '/logout', {})
  await withoutScripts.open('/login?portal=renter')
  expect(withoutScripts.text).toContain('Login as Renter')
  expect(withoutScripts.text).not.toContain('Use a passkey')
})

test('The screens with passkeys are accessible', async ({ page }) => {
  await withDevice(page)
  await inspect(page, {
    name: 'log-in, without a passkey',
    at: '/login?portal=renter',
    async after() {
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  })
  await enter(page, 'renter', email)
  await inspect(page, {
    name: 'two-factor log-in, with a passkey',
    at: settings,
    async after() {
      await addPasskey(page)
      await dismiss(page)
      await mine(page).getByText('Rename').click()
    },
  })
  await inspect(page, { name: 'confirmation, by passkey', at: '/confirm?to=%2Fhelp' })
})
