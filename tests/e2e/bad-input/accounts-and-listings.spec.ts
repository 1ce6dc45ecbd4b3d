import type { Page } from '@playwright/test'
import { demo, demoPassword, enter, fillSignUp, htmlOf, openPortal, textAt } from '../support/people.ts'
import { card, expectBeside, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [401, 403, 409, 422] })

const newcomer = {
  firstName: 'Maria Clara',
  lastName: 'de los Santos',
  email: 'maria@hiram.test',
  username: 'maria.clara',
  password: 'jeepney ride at dusk',
}

async function openSignUp(page: Page, portal: 'renter' | 'owner' = 'renter') {
  await page.goto('/about')
  const dialog = await openPortal(page, portal)
  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  return dialog
}

test.describe('Sign-up', () => {
  // Spec: S5.1
  test('Passwords that differ are refused beside the second, and what was typed is kept', async ({
    page,
  }) => {
    const dialog = await openSignUp(page)
    await fillSignUp(dialog, newcomer)
    await dialog.getByLabel(/^Confirm password/).fill('jeepney ride at dawn')
    await dialog.getByRole('button', { name: 'Sign Up as Renter' }).click()
    await expectBeside(dialog.getByLabel(/^Confirm password/), 'Passwords do not match')
    await expect(dialog.getByLabel(/^Confirm password/)).toBeFocused()
    await expect(dialog.getByLabel(/^First name/)).toHaveValue(newcomer.firstName)
    await expect(dialog.getByLabel(/^Last name/)).toHaveValue(newcomer.lastName)
    await expect(dialog.getByLabel(/^Email/)).toHaveValue(newcomer.email)
    await expect(dialog.getByLabel(/^Username/)).toHaveValue(newcomer.username)
    await expect(dialog.getByLabel(/^Password/)).toHaveValue(newcomer.password)
  })

  // Spec: S2.17, S5.2, S5.3
  test('Every empty field is named, the username in the words of the product', async ({ page }) => {
    const dialog = await openSignUp(page, 'owner')
    await dialog.getByRole('button', { name: 'Sign Up as Owner' }).click()
    await expectBeside(dialog.getByLabel(/^Username/), 'Username is required')
    await expectBeside(dialog.getByLabel(/^First name/), 'First name is required.')
    await expectBeside(dialog.getByLabel(/^Last name/), 'Last name is required.')
    await expectBeside(dialog.getByLabel(/^Email/), 'Email is required.')
    await expectBeside(dialog.getByLabel(/^Password/), 'Password is required.')
    await expect(dialog.getByLabel(/^First name/)).toBeFocused()
  })

  test('An email that has an account is refused, and the sign-up goes on with another', async ({ page }) => {
    const dialog = await openSignUp(page)
    await fillSignUp(dialog, { ...newcomer, email: demo.renter.toUpperCase() })
    await dialog.getByRole('button', { name: 'Sign Up as Renter' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Signup failed. This email might already be registered.',
    )
    await expect(dialog.getByLabel(/^Username/)).toHaveValue(newcomer.username)
    await dialog.getByLabel(/^Email/).fill(newcomer.email)
    await dialog.getByRole('button', { name: 'Sign Up as Renter' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('complementary').getByText('Maria Clara de los Santos')).toBeVisible()
  })

  test('A username that is taken, whatever its case, is refused beside it', async ({ page }) => {
    const dialog = await openSignUp(page)
    await fillSignUp(dialog, { ...newcomer, email: 'another@hiram.test', username: 'Ramon.DelaCruz' })
    await dialog.getByRole('button', { name: 'Sign Up as Renter' }).click()
    await expectBeside(dialog.getByLabel(/^Username/), 'This username is taken. Please choose another.')
  })
})

test.describe('Log-in', () => {
  const failure = 'Login failed. Please check your credentials and selected portal.'
  const attempts = [
    ['a wrong password', 'owner', demo.owner, 'not the password'],
    ['an email without an account', 'renter', 'nobody@hiram.test', demoPassword],
    ['the portal of another role', 'owner', demo.renter, demoPassword],
    ['the portal of admins', 'admin', demo.owner, demoPassword],
  ] as const

  // Spec: S6.11, S8.26, S8.27, D2
  test('A wrong password, an unknown email and a wrong portal fail in the same words', async ({ page }) => {
    for (const [what, portal, email, password] of attempts) {
      await page.goto('/about')
      const dialog = await openPortal(page, portal)
      await dialog.getByLabel(/^Email/).fill(email)
      await dialog.getByLabel(/^Password/).fill(password)
      await dialog.getByRole('button', { name: /^Login as/ }).click()
      await expect(dialog.getByRole('alert'), what).toHaveText(failure)
      await expect(dialog.getByLabel(/^Email/)).toHaveValue(email)
      const profile = await page.request.get('/profile')
      expect(new URL(profile.url()).pathname, what).toBe('/')
    }
  })
})

test.describe('The listing form', () => {
  const missing = 'Please fill out all required fields marked with *.'

  // Spec: S2.50
  test('Missing fields and a missing photo are named, and nothing typed is lost', async ({ page }) => {
    await enter(page, 'owner', 'liza@hiram.test')
    await page.goto('/profile/listings?add=1')
    const dialog = page.getByRole('dialog', { name: 'Add New Listing' })
    await dialog.getByLabel('Tags').fill('baby, family')
    await dialog.getByLabel('Owner terms').fill('No pets.')
    await dialog.getByRole('button', { name: 'Add Listing' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(missing)
    await expect(dialog.getByText('Please select an image to upload.')).toBeVisible()
    await expectBeside(dialog.getByLabel(/^Title/), 'Title is required.')
    await expectBeside(dialog.getByLabel(/^Category/), 'Category is required.')
    await expectBeside(dialog.getByLabel(/^Price per day/), 'Price is required.')
    await expectBeside(dialog.getByLabel(/^Description/), 'Description is required.')
    await expect(dialog.getByLabel('Tags')).toHaveValue('baby, family')
    await expect(dialog.getByLabel('Owner terms')).toHaveValue('No pets.')

    await dialog.getByLabel(/^Title/).fill('Baby monitor')
    await dialog.getByLabel(/^Category/).selectOption('Baby & Kids')
    await dialog.getByLabel(/^Description/).fill('Two units, long reach.')
    await dialog.getByLabel(/^Price per day/).fill('0')
    await dialog.getByRole('button', { name: 'Add Listing' }).click()
    await expectBeside(
      dialog.getByLabel(/^Price per day/),
      'Please enter a valid positive number for the price.',
    )
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByText('Please select an image to upload.')).toBeVisible()
    await expect(dialog.getByLabel(/^Title/)).toHaveValue('Baby monitor')
    await expect(dialog.getByLabel(/^Category/).locator('option:checked')).toHaveText('Baby & Kids')
    await expect(dialog.getByLabel(/^Description/)).toHaveValue('Two units, long reach.')
    expect(await textAt(page, '/profile/listings')).not.toContain('Baby monitor')
  })

  test('A file that is no image is refused by name, and another can be chosen', async ({ page }) => {
    await enter(page, 'owner', 'liza@hiram.test')
    await page.goto('/profile/listings?add=1')
    const dialog = page.getByRole('dialog', { name: 'Add New Listing' })
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose photos' }).click()
    const file = { name: 'monitor.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is no photo.') }
    await (await chooser).setFiles(file)
    await expect(dialog.getByRole('status')).toHaveText('monitor.jpg: That file is not an image we can read.')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'monitor.jpg' })).toContainText(
      'That file is not an image we can read.',
    )
    await dialog.getByRole('button', { name: 'Remove: photo 1' }).click()
    await expect(dialog.getByRole('button', { name: 'Choose photos' })).toBeFocused()
    await expect(dialog.getByText('That file is not an image we can read.')).toHaveCount(0)
  })

  test('An older edit form asks before it replaces a newer edit, and then replaces it', async ({ page }) => {
    await enter(page, 'owner', 'liza@hiram.test')
    await page.goto('/profile/listings')
    const link = page.getByRole('link', { name: /^Edit / }).first()
    const address = new URL((await link.getAttribute('href'))!, page.url()).href
    const newer = await page.context().newPage()
    for (const each of [page, newer]) await each.goto(address)
    const [older, saved] = [page, newer].map((each) => each.getByRole('dialog', { name: 'Edit Listing' }))
    const price = await older!.getByLabel(/^Price per day/).inputValue()
    await saved!.getByLabel(/^Price per day/).fill('777')
    await saved!.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(newer, 'Item updated successfully!')).toBeVisible()

    await older!.getByLabel(/^Title/).fill('From the older form')
    await older!.getByRole('button', { name: 'Save Changes' }).click()
    await expect(older!.getByRole('alert')).toContainText('This item was changed after you opened this form.')
    await expect(older!.getByLabel(/^Title/)).toHaveValue('From the older form')
    expect(await htmlOf(page, '/profile/listings')).not.toContain('From the older form')

    await older!.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Item updated successfully!')).toBeVisible()
    await expect(card(page, 'From the older form')).toContainText(`₱${price}`)
  })
})
