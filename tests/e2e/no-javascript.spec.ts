import { addDays, dayInManila } from '#domain/period.ts'
import { enter, fillSignUp, linkOn } from './support/people.ts'
import { expectSum, section, toast } from './support/page-parts.ts'
import { firstFound } from './support/paying.ts'
import { expect, testsOn } from './support/test.ts'

/* A sample in a browser; forms and links of other pages are in server/http/without-scripts.test.ts. */
const test = testsOn('demo')
test.use({ javaScriptEnabled: false, refusals: [422] })

const newcomer = {
  firstName: 'Maria',
  lastName: 'Clara',
  email: 'clara@hiram.test',
  username: 'clara',
  password: 'jeepney ride at dusk',
}

test('Without scripts: sign-up, with a mistake beside its field and by a double press, and log-out', async ({
  page,
}) => {
  await page.goto(await linkOn(page, '/', 'Log in'))
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

// Spec: S7.2, D35
test('Without scripts: an item is rented, paying in cash, and cancelled after a question', async ({
  page,
}) => {
  await enter(page, 'renter')
  const { name: title, href } = await firstFound(page, 'nintendo')
  await page.goto(href)
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByLabel(/^Start date/)).toHaveAccessibleDescription(
    /Please select a rental start date\.$/,
  )
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await page.getByLabel(/^Start date/).fill(addDays(dayInManila(new Date()), 80))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toast(page, 'Item added to cart!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toHaveAttribute('href', '/cart')
  await page.goto(await linkOn(page, '/cart', 'Proceed to Checkout'))

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
