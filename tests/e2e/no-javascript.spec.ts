import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, dayInManila } from '#domain/period.ts'
import { demo, fillSignUp, demoPassword } from './support/people.ts'
import { card, expectSum, searchFor, section, toast } from './support/page-parts.ts'
import { expect, testsOn } from './support/test.ts'

const test = testsOn('demo')
test.use({ javaScriptEnabled: false, refusals: [401, 409, 422] })

const newcomer = {
  firstName: 'Maria',
  lastName: 'Clara',
  email: 'clara@hiram.test',
  username: 'clara',
  password: 'jeepney ride at dusk',
}

async function logIn(page: Page, portal: 'renter' | 'owner' | 'admin', email: string = demo[portal]) {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^I’m an? ${portal}`, 'i') })
    .click()
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: /^Login as/ }).click()
  await expect(page).toHaveURL(portal === 'admin' ? '/admin' : '/profile')
}

test('Without scripts: sign-up, with a mistake beside its field and by a double press, and log-out', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /^I’m an Owner/ }).click()
  await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
  await fillSignUp(page, newcomer)
  await page.getByLabel(/^Confirm password/).fill('another password')
  await page.getByRole('button', { name: 'Sign Up as Owner' }).click()
  await expect(page.getByLabel(/^Confirm password/)).toHaveAccessibleDescription('Passwords do not match')
  await expect(page.getByLabel(/^Email/)).toHaveValue(newcomer.email)
  await page.getByLabel(/^Password/).fill(newcomer.password)
  await page.getByLabel(/^Confirm password/).fill(newcomer.password)
  await page.getByRole('button', { name: 'Sign Up as Owner' }).dblclick()
  await expect(page).toHaveURL('/profile')
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Logged out.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

// Spec: D15
test('Without scripts: search, category and more pages are links', async ({ page }) => {
  await page.goto('/')
  await searchFor(page, 'wedding')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cameras' }).click()
  await expect(page).toHaveURL('/products?search=wedding&category=Cameras')
  await expect(card(page, 'Fujifilm X-T30 II, silver, with 35mm f/2')).toBeVisible()
  await page.goto('/products')
  const first = await page.getByRole('list', { name: 'Items' }).getByRole('heading').allInnerTexts()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/\/products\?after=/)
  const next = await page.getByRole('list', { name: 'Items' }).getByRole('heading').allInnerTexts()
  expect(next).toHaveLength(24)
  expect(next.filter((title) => first.includes(title))).toEqual([])
})

// Spec: S7.2, D35
test('Without scripts: an item is rented, paying in cash, and cancelled after a question', async ({
  page,
}) => {
  const title = 'Nintendo Switch OLED with party games'
  await logIn(page, 'renter')
  await page.goto('/products?search=nintendo')
  await card(page, title).getByRole('link', { name: title }).click()
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByLabel(/^Start date/)).toHaveAccessibleDescription(
    /Please select a rental start date\.$/,
  )
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await page.getByLabel(/^Start date/).fill(addDays(dayInManila(new Date()), 80))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toast(page, 'Item added to cart!')).toBeVisible()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()

  await page.getByRole('button', { name: 'Confirm Rental' }).click()
  const agreed = page.getByLabel(/^I have read and agree to all terms\./)
  await expect(agreed).toHaveAccessibleDescription('Please read and accept the rental agreement first.')
  await agreed.check()
  await page.getByRole('button', { name: 'Confirm Rental' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  await expectSum(page, ['Service fee', '₱133.00'], ['Total', '₱2,793.00'])

  await page.getByRole('link', { name: 'View My Rentals' }).click()
  await section(page, 'Pending')
    .getByRole('link', { name: `Cancel rental: ${title}` })
    .click()
  await expect(
    page.getByText('Cancel this rental? Its dates become free and the owner is told.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel rental', exact: true }).click()
  await expect(toast(page, 'Rental cancelled.')).toBeVisible()
  await expect(section(page, 'Rejected').getByRole('article').filter({ hasText: title })).toContainText(
    'Cancelled',
  )
})

test('Without scripts: an owner approves a request', async ({ page }) => {
  await logIn(page, 'owner')
  await page.goto('/profile/rental-tracker')
  await page.getByRole('button', { name: 'Approve: Convertible car seat, 0 to 18 kg' }).click()
  await expect(toast(page, 'Rental approved.')).toBeVisible()
  await expect(section(page, 'Approved').getByRole('heading', { name: 'Convertible car seat' })).toBeVisible()
})

test('Without scripts: a listing is added with its photo, keeps what was typed, and is deleted after the question', async ({
  page,
}) => {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c66b3d' } })
    .jpeg()
    .toBuffer()
  await logIn(page, 'owner')
  await page.goto('/profile/listings')
  await page.getByRole('link', { name: 'Add New Listing' }).click()
  const form = page.getByRole('region', { name: 'Add New Listing' })
  await form.getByLabel(/^Title/).fill('Rice cooker for fiestas')
  await form.getByLabel(/^Category/).selectOption('Kitchen')
  await form.getByLabel(/^Description/).fill('Cooks for forty.')
  await form
    .getByLabel('Choose photos')
    .setInputFiles({ name: 'cooker.jpg', mimeType: 'image/jpeg', buffer: photo })
  await form.getByRole('button', { name: 'Add Listing' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill out all required fields marked with *.')
  await expect(form.getByLabel(/^Description/)).toHaveValue('Cooks for forty.')
  await expect(form.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Keep' })).toBeChecked()
  await form.getByLabel(/^Price per day/).fill('150')
  await form.getByRole('button', { name: 'Add Listing' }).click()
  await expect(toast(page, 'Item added successfully!')).toBeVisible()
  const mine = card(page, 'Rice cooker for fiestas')
  await expect(mine).toContainText('Waiting for review')
  await expect(mine).toContainText('₱150.00')
  await expect(mine.locator('img[src^="/images/"]')).toBeVisible()

  await page.getByRole('link', { name: 'Delete Rice cooker for fiestas' }).click()
  await expect(
    page.getByText('Are you sure you want to delete this listing? This action cannot be undone.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Listing deleted successfully.')).toBeVisible()
  await expect(mine).toHaveCount(0)
})

test('Without scripts: an admin accepts a listing', async ({ page }) => {
  await logIn(page, 'admin')
  await page.getByRole('link', { name: /^Review \d+ listings/ }).click()
  await page.getByRole('button', { name: 'Accept Black tuxedo with bow tie, 40R' }).click()
  await expect(toast(page, 'Item status updated to approved.')).toBeVisible()
  await page.goto('/products?search=tuxedo')
  await expect(card(page, 'Black tuxedo with bow tie, 40R')).toBeVisible()
})
