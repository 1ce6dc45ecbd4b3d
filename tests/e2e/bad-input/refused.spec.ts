import type { Page } from '@playwright/test'
import type { Portal } from '#domain/account/account.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import { linksOf } from '#tests/support/html.ts'
import {
  choices,
  demo,
  demoPassword,
  enter,
  fillSignUp,
  htmlOf,
  openPortal,
  textAt,
  textIn,
} from '../support/people.ts'
import { card, expectBeside, ready, toast } from '../support/page-parts.ts'
import { firstFound, rentalsOf } from '../support/paying.ts'
import { plain } from '../support/plain.ts'
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

// Spec: S2.17, S5.1, S5.2, S5.3
test('A sign-up names every empty field, passwords that differ, an email and a username that are taken, and keeps the rest', async ({
  page,
}) => {
  await page.goto('/about')
  const dialog = await openPortal(page, 'owner')
  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  await dialog.getByRole('button', { name: 'Sign Up as Owner' }).click()
  await expectBeside(dialog.getByLabel(/^Username/), 'Username is required')
  await expectBeside(dialog.getByLabel(/^First name/), 'First name is required.')
  await expectBeside(dialog.getByLabel(/^Last name/), 'Last name is required.')
  await expectBeside(dialog.getByLabel(/^Email/), 'Email is required.')
  await expectBeside(dialog.getByLabel(/^Password/), 'Password is required.')
  await expect(dialog.getByLabel(/^First name/)).toBeFocused()

  await dialog.getByRole('link', { name: 'Choose another portal' }).click()
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  const signUp = dialog.getByRole('button', { name: 'Sign Up as Renter' })
  await fillSignUp(dialog, newcomer)
  await dialog.getByLabel(/^Confirm password/).fill('jeepney ride at dawn')
  await signUp.click()
  await expectBeside(dialog.getByLabel(/^Confirm password/), 'Passwords do not match')
  await expect(dialog.getByLabel(/^Confirm password/)).toBeFocused()
  await expect(dialog.getByLabel(/^First name/)).toHaveValue(newcomer.firstName)
  await expect(dialog.getByLabel(/^Last name/)).toHaveValue(newcomer.lastName)
  await expect(dialog.getByLabel(/^Email/)).toHaveValue(newcomer.email)
  await expect(dialog.getByLabel(/^Username/)).toHaveValue(newcomer.username)
  await expect(dialog.getByLabel(/^Password/)).toHaveValue(newcomer.password)

  await fillSignUp(dialog, { ...newcomer, email: demo.renter.toUpperCase() })
  await signUp.click()
  await expect(dialog.getByRole('alert')).toHaveText('Signup failed. This email might already be registered.')
  await expect(dialog.getByLabel(/^Username/)).toHaveValue(newcomer.username)
  await dialog.getByLabel(/^Email/).fill(newcomer.email)
  await dialog.getByLabel(/^Username/).fill('Ramon.DelaCruz')
  await signUp.click()
  await expectBeside(dialog.getByLabel(/^Username/), 'This username is taken. Please choose another.')
  await dialog.getByLabel(/^Username/).fill(newcomer.username)
  await signUp.click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('complementary').getByText('Maria Clara de los Santos')).toBeVisible()
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
  test('A wrong password, an unknown email and a wrong portal fail in the same words; what is right logs in', async ({
    page,
  }) => {
    await page.goto('/about')
    const dialog = await openPortal(page, 'renter')
    const choose = async (portal: Portal) => {
      await dialog.getByRole('link', { name: 'Choose another portal' }).click()
      await dialog.getByRole('link', { name: choices[portal] }).click()
    }
    const send = async (email: string, password: string) => {
      await dialog.getByLabel(/^Email/).fill(email)
      await dialog.getByLabel(/^Password/).fill(password)
      await dialog.getByRole('button', { name: /^Login as/ }).click()
    }
    for (const [what, portal, email, password] of attempts) {
      await choose(portal)
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await send(email, password)
      await expect(dialog.getByRole('alert'), what).toHaveText(failure)
      await expect(dialog.getByLabel(/^Email/)).toHaveValue(email)
      const profile = await page.request.get('/profile')
      expect(new URL(profile.url()).pathname, what).toBe('/')
    }
    await choose('renter')
    await send(demo.renter, demoPassword)
    await expect(page).toHaveURL('/profile')
    await expect(dialog).toBeHidden()
  })
})

test.describe('The listing form', () => {
  const missing = 'Please fill out all required fields marked with *.'

  // Spec: S2.50
  test('Missing fields, a missing photo and a file that is no image are named, and nothing typed is lost', async ({
    page,
  }) => {
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

  test('A form from before a newer edit warns at the first save, and replaces it at the second', async ({
    page,
  }) => {
    await enter(page, 'owner', 'liza@hiram.test')
    const newer = plain(page)
    await newer.open('/profile/listings')
    const { href } = linksOf(newer.html).find(({ name }) => name.startsWith('Edit '))!
    await page.goto(href)
    const older = page.getByRole('dialog', { name: 'Edit Listing' })
    const price = await older.getByLabel(/^Price per day/).inputValue()
    await newer.open(href)
    await newer.press('Save Changes', { pricePerDay: '777' })
    expect(newer.text).toContain('Item updated successfully!')

    await older.getByLabel(/^Title/).fill('From the older form')
    await older.getByRole('button', { name: 'Save Changes' }).click()
    await expect(older.getByRole('alert')).toContainText('This item was changed after you opened this form.')
    await expect(older.getByLabel(/^Title/)).toHaveValue('From the older form')
    expect(await htmlOf(page, '/profile/listings')).not.toContain('From the older form')

    await older.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Item updated successfully!')).toBeVisible()
    await expect(card(page, 'From the older form')).toContainText(`₱${price}`)
  })
})

test.describe('Renting', () => {
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
  test('An item is in the cart once, and more clicks make no second order', async ({ page }) => {
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
    const letPostsThrough = Promise.withResolvers<void>()
    await page.route(/\/checkout(\.data)?(\?|$)/, async (route) => {
      if (route.request().method() === 'POST') {
        posts++
        await letPostsThrough.promise
      }
      await route.continue()
    })
    await page.getByRole('button', { name: 'Confirm Rental' }).dblclick()
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    await expect(page.getByText('Processing your request...')).toBeVisible()
    await page.getByRole('button', { name: 'Processing...' }).click({ force: true })
    letPostsThrough.resolve()
    await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
    expect(posts).toBe(1)
    expect(textIn(await htmlOf(page, page.url()), 'h1', '')).toContain('Rental Confirmed!')
    expect((await rentalsOf(page, 'Pending')).match(/<article\b/g)).toHaveLength(1)
  })
})
