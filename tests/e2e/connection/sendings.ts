import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { card, ready, toast } from '../support/page-parts.ts'
import { firstFound, intoCart } from '../support/paying.ts'
import { demo, fillSignUp, openPortal, demoPassword } from '../support/people.ts'
import { expect } from '../support/test.ts'

const lost = 'The site is out of reach. Please check your connection.'
const unexpected = 'An unexpected error occurred. Please try again.'

/** A form that is sent while the connection is broken. */
export type Sending = {
  name: string
  as: keyof typeof demo | 'guest'
  /** Opens the page and types the text that must stay. */
  open(page: Page): Promise<unknown>
  press(page: Page): Locator
  says: string
  /** The typed text that must stay. */
  kept?(page: Page): [field: Locator, value: string]
  /** The result once the connection works again, where the site handled the request although its answer was lost. */
  then(page: Page): Promise<unknown>
}

const main = (page: Page) => page.getByRole('main')
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first()
const says = (text: string) => (page: Page) => expect(toast(page, text)).toBeVisible()
const dialog = (page: Page) => page.getByRole('dialog')

/** Each kind of form, with its sentence in the product specification. */
export const sendings: Sending[] = [
  {
    name: 'logging in',
    as: 'guest',
    async open(page) {
      await page.goto('/about')
      await ready(page)
      const panel = await openPortal(page, 'renter')
      await panel.getByLabel(/^Email/).fill(demo.renter)
      await panel.getByLabel(/^Password/).fill(demoPassword)
    },
    press: (page) => dialog(page).getByRole('button', { name: /^Login as/ }),
    says: unexpected,
    kept: (page) => [dialog(page).getByLabel(/^Password/), demoPassword],
    then: (page) => expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible(),
  },
  {
    name: 'signing up',
    as: 'guest',
    async open(page) {
      await page.goto('/login?portal=renter&tab=signup')
      await ready(page)
      const newcomer = { firstName: 'Lea', lastName: 'Cruz', email: 'lea@hiram.test', username: 'lea.cruz' }
      await fillSignUp(main(page), { ...newcomer, password: 'jeepney ride at dusk' })
    },
    press: button(/^Sign Up as/),
    says: unexpected,
    kept: (page) => [main(page).getByLabel(/^Password/), 'jeepney ride at dusk'],
    // The first one made the account, and its answer was lost.
    then: (page) => expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible(),
  },
  {
    name: 'adding a listing',
    as: 'owner',
    async open(page) {
      await page.goto('/profile/listings?add=1')
      await ready(page)
      await dialog(page)
        .getByLabel(/^Title/)
        .fill('Tent for two by the sea')
      await dialog(page)
        .getByLabel(/^Category/)
        .selectOption('Camping')
      await dialog(page)
        .getByLabel(/^Price per day/)
        .fill('150')
      await dialog(page)
        .getByLabel(/^Description/)
        .fill('Dry in any rain.')
      const chooser = page.waitForEvent('filechooser')
      await dialog(page).getByRole('button', { name: 'Choose photos' }).click()
      const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#3d7a5b' } })
      const buffer = await picture.jpeg().toBuffer()
      await (await chooser).setFiles({ name: 'tent.jpg', mimeType: 'image/jpeg', buffer })
      await expect(dialog(page).getByText('tent.jpg is uploaded.')).toBeVisible()
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Add Listing' }),
    says: `Error adding item: ${lost}`,
    kept: (page) => [dialog(page).getByLabel(/^Description/), 'Dry in any rain.'],
    then: (page) => expect(card(page, 'Tent for two by the sea').first()).toBeVisible(),
  },
  {
    name: 'editing a listing',
    as: 'owner',
    async open(page) {
      await page.goto('/profile/listings')
      await ready(page)
      await main(page).getByRole('link', { name: /^Edit/ }).first().click()
      await dialog(page)
        .getByLabel(/^Description/)
        .fill('Cleaned, and with a new strap.')
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Save Changes' }),
    says: `Error updating item: ${lost}`,
    kept: (page) => [dialog(page).getByLabel(/^Description/), 'Cleaned, and with a new strap.'],
    then: says('Item updated successfully!'),
  },
  {
    name: 'deleting a listing',
    as: 'owner',
    async open(page) {
      await page.goto('/profile/listings')
      await ready(page)
      await main(page)
        .getByRole('link', { name: /^Delete/ })
        .last()
        .click()
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Delete' }),
    says: `Error deleting listing: ${lost}`,
    then: says('Error deleting listing: Sorry, that could not be found.'),
  },
  {
    name: 'saving the profile',
    as: 'renter',
    async open(page) {
      await page.goto('/profile/settings')
      await ready(page)
      await page.getByLabel('Location').fill('Vigan')
    },
    press: button('Update Info'),
    says: 'Error updating profile. Please try again.',
    kept: (page) => [page.getByLabel('Location'), 'Vigan'],
    then: says('Profile updated successfully!'),
  },
  {
    name: 'changing the password',
    as: 'renter',
    async open(page) {
      await page.goto('/profile/settings/password')
      await ready(page)
      await page.getByLabel(/^Current password/).fill('not the password')
      await page.getByLabel(/^New password/).fill('a boat to Siargao')
      await page.getByLabel(/^Confirm new/).fill('a boat to Siargao')
    },
    press: button('Update Password'),
    says:
      'Password update failed: The site is out of reach. Please check your connection. ' +
      'You may need to log in again to update your password.',
    kept: (page) => [page.getByLabel(/^New password/), 'a boat to Siargao'],
    then: (page) => expect(page.getByLabel(/^Current password/)).toHaveAttribute('aria-invalid', 'true'),
  },
  {
    name: 'confirming a rental to be paid in cash',
    as: 'renter',
    async open(page) {
      await intoCart(page, 'projector')
      await page.goto('/checkout')
      await ready(page)
      await page.getByLabel(/^I have read/).check()
    },
    press: button('Confirm Rental'),
    says: `Error processing rental: ${lost}`,
    then: (page) => expect(page.getByRole('heading', { name: 'Rental Confirmed!' })).toBeVisible(),
  },
  {
    name: 'ordering online',
    as: 'renter',
    async open(page) {
      await intoCart(page, 'videoke')
      await page.goto('/checkout')
      await ready(page)
      await page.getByLabel(/^I have read/).check()
      await page.getByRole('radio', { name: 'Card or e-wallet' }).check()
    },
    press: button('Continue to Payment'),
    says: 'An error occurred with PayMongo. Please try again.',
    then: (page) => expect(page).toHaveTitle(/PayMongo emulator/),
  },
  {
    name: 'a step of a rental',
    as: 'owner',
    async open(page) {
      await page.goto('/profile/rental-tracker')
      await ready(page)
    },
    press: button(/^Approve/),
    says: unexpected,
    then: (page) => expect(page.getByRole('region', { name: 'Messages' }).locator('p').first()).toBeVisible(),
  },
  {
    name: 'taking an item out of the cart',
    as: 'renter',
    async open(page) {
      await intoCart(page, 'ladder')
      await page.goto('/cart')
      await ready(page)
    },
    press: button(/^Remove/),
    says: unexpected,
    then: says('Item removed from cart.'),
  },
  {
    name: 'a review',
    as: 'owner',
    async open(page) {
      await page.goto(`${(await firstFound(page, 'mixer')).href}?review=1`)
      await ready(page)
      await dialog(page).getByRole('radio', { name: '4 stars' }).check({ force: true })
      await dialog(page)
        .getByLabel(/^Review/)
        .fill('Strong and quiet.')
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Submit Review' }),
    says: unexpected,
    kept: (page) => [dialog(page).getByLabel(/^Review/), 'Strong and quiet.'],
    then: says('Thank you for your review!'),
  },
  {
    name: 'the contact form',
    as: 'guest',
    async open(page) {
      await page.goto('/contact')
      await ready(page)
      await page.getByLabel('Name').fill('Lea Cruz')
      await main(page)
        .getByLabel(/^Email/)
        .fill('lea@hiram.test')
      await page.getByLabel('Subject').fill('A lost key')
      await main(page)
        .getByLabel(/^Message/)
        .fill('It lay under the mat.')
    },
    press: button('Send Message'),
    says: unexpected,
    kept: (page) => [main(page).getByLabel(/^Message/), 'It lay under the mat.'],
    then: says('Thank you! Your message has been sent.'),
  },
  {
    name: 'an admin’s decision on a user',
    as: 'admin',
    async open(page) {
      await page.goto('/admin/users?status=unverified')
      await ready(page)
    },
    press: (page) => page.locator('button:enabled', { hasText: 'Accept' }).first(),
    says: `Error updating user status: ${lost}`,
    then: (page) =>
      expect(
        page.getByText(/^(User status updated to verified\.|Error updating user status: )/).first(),
      ).toBeVisible(),
  },
  {
    name: 'an admin’s deleting of a user',
    as: 'admin',
    async open(page) {
      await page.goto('/admin/users?search=fatima')
      await ready(page)
      await page.getByRole('link', { name: 'Delete Fatima Dimaporo' }).click()
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Delete' }),
    says: `Error deleting user: ${lost}`,
    then: (page) =>
      expect(page.getByText(/^(User deleted successfully\.|Error deleting user: )/)).toBeVisible(),
  },
  {
    name: 'an admin’s decision on a listing',
    as: 'admin',
    async open(page) {
      await page.goto('/admin/listings?status=available')
      await ready(page)
    },
    press: (page) => page.locator('button:enabled', { hasText: 'Reject' }).first(),
    says: `Error updating item status: ${lost}`,
    then: (page) =>
      expect(
        page.getByText(/^(Item status updated to rejected\.|Error updating item status: )/),
      ).toBeVisible(),
  },
  {
    name: 'an admin’s deleting of a listing',
    as: 'admin',
    async open(page) {
      await page.goto('/admin/listings?status=rejected')
      await ready(page)
      await main(page)
        .getByRole('link', { name: /^Delete/ })
        .first()
        .click()
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Delete' }),
    says: `Error deleting listing: ${lost}`,
    then: says('Error deleting listing: Sorry, that could not be found.'),
  },
]
