import type { Locator, Page, Request } from '@playwright/test'
import { cuts, layLine, type Line } from '../support/broken-line.ts'
import { ready, toast } from '../support/page-parts.ts'
import { intoCart } from '../support/paying.ts'
import { demo, enter, openPortal, townPassword } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('town')
test.use({ refusals: [502, 503] })

const lost = 'The site is out of reach. Please check your connection.'
const unexpected = 'An unexpected error occurred. Please try again.'

/** A form that is sent while the line is broken. */
type Sending = {
  name: string
  as: keyof typeof demo | 'guest'
  /** Opens the page and types what is to stay. */
  open(page: Page): Promise<unknown>
  press(page: Page): Locator
  says: string
  /** What was typed, and stays. */
  kept?(page: Page): [field: Locator, value: string]
  /** What comes of it once the line is whole again, after the site did it although no answer came. */
  then(page: Page): Promise<unknown>
}

const main = (page: Page) => page.getByRole('main')
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first()
const says = (text: string) => (page: Page) => expect(toast(page, text)).toBeVisible()
const dialog = (page: Page) => page.getByRole('dialog')

const sendings: Sending[] = [
  {
    name: 'logging in',
    as: 'guest',
    async open(page) {
      await page.goto('/about')
      await ready(page)
      const panel = await openPortal(page, 'renter')
      await panel.getByLabel(/^Email/).fill(demo.renter)
      await panel.getByLabel(/^Password/).fill(townPassword)
    },
    press: (page) => dialog(page).getByRole('button', { name: /^Login as/ }),
    says: unexpected,
    kept: (page) => [dialog(page).getByLabel(/^Password/), townPassword],
    then: (page) => expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible(),
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
    then: (page) =>
      expect(page.getByText(/^(Listing deleted successfully\.|Error deleting listing: )/)).toBeVisible(),
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
    name: 'a review',
    as: 'owner',
    async open(page) {
      await page.goto('/products?search=mixer')
      await ready(page)
      const address = await main(page)
        .getByRole('list', { name: 'Items' })
        .getByRole('link')
        .first()
        .getAttribute('href')
      await page.goto(`${address}?review=1`)
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
]

let line: Line
test.beforeEach(async () => void (line = await layLine()))
test.afterEach(() => line.stop())

/** The browser says every lost request on its console; nothing else may have gone wrong. */
function onlyLost(complaints: string[]) {
  expect(complaints.splice(0).filter((text) => text.startsWith('uncaught'))).toEqual([])
}

async function dismissAll(page: Page) {
  for (const button of await page.getByRole('button', { name: 'Dismiss' }).all()) await button.click()
}

/** Presses a button and waits until what it sent is lost. */
async function sendInVain(page: Page, button: Locator) {
  await dismissAll(page)
  const sent = (request: Request) => request.method() === 'POST'
  const finished = page.waitForEvent('requestfinished', sent).catch(() => {})
  const failed = page.waitForEvent('requestfailed', sent).catch(() => {})
  await button.click()
  await Promise.race([finished, failed])
}

for (const { name, as, open, press, says: text, kept, then } of sendings)
  test(`When the connection is lost while ${name}, the page stays, says so, and the button works again`, async ({
    visit,
    complaints,
  }) => {
    const page = await visit({ proxy: { server: line.url } })
    if (as !== 'guest') await enter(page, as)
    await open(page)
    await expect(press(page)).toBeVisible()
    const address = page.url()
    for (const cut of name === 'saving the profile' ? cuts : (['portal', 'after'] as const)) {
      line.breakFor(cut, 'POST')
      await sendInVain(page, press(page))
      await expect(page.getByText(text, { exact: true }), `${cut} is said`).toBeVisible()
      await expect(press(page), `the button works after ${cut}`).toBeEnabled()
      await expect(press(page)).not.toHaveAttribute('aria-busy', 'true')
      expect(page.url()).toBe(address)
      if (kept) await expect(kept(page)[0]).toHaveValue(kept(page)[1])
    }
    line.mend()
    await page.context().setOffline(true)
    await sendInVain(page, press(page))
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await dismissAll(page)
    await press(page).click()
    await then(page)
    await page.context().close()
    onlyLost(complaints)
  })
