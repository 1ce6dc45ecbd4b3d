import type { Page } from '@playwright/test'
import { proofFields } from '#domain/account/proof.ts'
import { withDevice } from '../support/authenticator.ts'
import { dismiss, ready, toast } from '../support/page-parts.ts'
import { demoPassword, enter, openPortal, post } from '../support/people.ts'
import { plain } from '../support/plain.ts'
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
