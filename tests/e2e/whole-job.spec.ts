import type { Page } from '@playwright/test'
import { dayInManila, formatDay } from '#domain/period.ts'
import { firstAdmin } from '#tests/support/site.ts'
import { logIn, type Newcomer, signUp } from './support/people.ts'
import { fillListing } from './support/listing-form.ts'
import { followMail } from './support/mail.ts'
import { card, expectSum, searchFor, toast, under } from './support/page-parts.ts'
import { expect, testsOn } from './support/test.ts'

const test = testsOn('empty')
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const owner: Newcomer = {
  firstName: 'Olivia',
  lastName: 'Santos',
  email: 'olivia@hiram.test',
  username: 'olivia.santos',
  password: 'jeepney ride at dusk',
  portal: 'owner',
}
const renter: Newcomer = {
  firstName: 'Ramon',
  lastName: 'Dela Cruz',
  email: 'ramon@hiram.test',
  username: 'ramon.delacruz',
  password: 'tricycle in the rain',
  portal: 'renter',
}
const title = 'Four-person tent'
const terms = 'Dry it in the shade before you fold it.'

// Spec: S0.1, S1.1, S1.2, S2.30, S2.33, S2.34, S2.35, S2.51, S3.14, S4.6, S4.10, S4.15, S4.17, S5.21, S6.1
// Spec: S8.11, S8.39, S9.24, S0.4
test('From an empty site, a thing is listed, reviewed, found, rented, lent and returned', async ({
  visit,
  page: outbox,
}) => {
  test.setTimeout(180_000)
  const [ownerPage, renterPage, adminPage] = [await visit(), await visit(), await visit()]
  const today = dayInManila(new Date())
  const start = formatDay(today)

  await test.step('An owner signs up and lists a tent with a photo; it waits for review', async () => {
    await signUp(ownerPage, owner)
    await expect(under(ownerPage, 'Total Listings')).toHaveText('0')
    await ownerPage
      .getByRole('navigation', { name: 'Profile' })
      .getByRole('link', { name: 'My Listings' })
      .click()
    await expect(ownerPage.getByText("You haven't listed any items yet...")).toBeVisible()
    await fillListing(ownerPage, { title, price: '333.33', terms })
    await expect(toast(ownerPage, 'Item added successfully!')).toBeVisible()
    await expect(card(ownerPage, title).getByText('Waiting for review')).toBeVisible()
  })

  await test.step('A renter signs up and cannot find it yet', async () => {
    await signUp(renterPage, renter)
    await expect(under(renterPage, 'Active Rentals')).toContainText('0')
    await searchFor(renterPage, 'tent')
    await expect(renterPage.getByText('No items match your current filters or search term.')).toBeVisible()
  })

  await test.step('Both confirm their emails, so that they are told by mail', async () => {
    for (const [page, { email }] of [
      [ownerPage, owner],
      [renterPage, renter],
    ] as const) {
      await followMail(page, email, 'verify-email')
      await page.getByRole('button', { name: 'Yes, confirm it' }).click()
      await expect(toast(page, `Thank you, ${email} is confirmed.`)).toBeVisible()
    }
  })

  await test.step('An admin accepts it', async () => {
    await logIn(adminPage, 'admin', firstAdmin.email, firstAdmin.password)
    await expect(under(adminPage, 'Total Listings')).toHaveText('1')
    await expect(under(adminPage, 'Total Users')).toHaveText('3')
    await adminPage.getByRole('link', { name: 'Review 1 listing' }).click()
    await adminPage.getByRole('button', { name: `Accept ${title}` }).click()
    await expect(toast(adminPage, 'Item status updated to approved.')).toBeVisible()
  })

  await test.step('The renter finds it, also with a typo, and puts three days with delivery into the cart', async () => {
    await searchFor(renterPage, 'tnet')
    await expect(renterPage.getByText('Nothing matches “tnet”. Showing results for tent.')).toBeVisible()
    await searchFor(renterPage, 'tent')
    await card(renterPage, title).getByRole('link', { name: title }).click()
    await expect(renterPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await renterPage.getByRole('radio', { name: '3 days' }).check()
    await expect(renterPage.getByText('₱999.99 for 3 days')).toBeVisible()
    await renterPage.getByRole('radio', { name: 'Delivery' }).check()
    await renterPage.getByLabel(/^Start date/).fill(today)
    await renterPage.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(toast(renterPage, 'Item added to cart!')).toBeVisible()
    await renterPage.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
    await expect(renterPage.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
    await expectSum(renterPage, ['Subtotal', '₱999.99'], ['Delivery fee', '₱15.00'])
    await expectSum(renterPage, ['Service fee', '₱50.00'], ['Total', '₱1,064.99'])
  })

  let number = ''
  await test.step('The renter agrees to the terms and confirms, paying in cash', async () => {
    await renterPage.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(renterPage.getByRole('heading', { level: 1, name: 'Complete Your Rental' })).toBeVisible()
    const agreement = renterPage.getByRole('region', { name: 'Rental Agreement' }).last()
    for (const text of ['Ramon Dela Cruz', title, 'Olivia S.', terms, `3 days from ${start}`])
      await expect(agreement).toContainText(text)
    const confirm = renterPage.getByRole('button', { name: 'Confirm Rental' })
    await expect(confirm).toBeDisabled()
    await expect(renterPage.getByRole('radio', { name: 'Cash on Delivery' })).toBeDisabled()
    await renterPage.getByLabel(/^I have read and agree to all terms\./).check()
    await expect(renterPage.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked()
    await expectSum(renterPage, ['Total', '₱1,064.99'])
    await confirm.click()
    await expect(renterPage.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
    await expect(toast(renterPage, 'Rental Confirmed! Please prepare your payment.')).toBeVisible()
    await expect(renterPage.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
    number = (await renterPage.getByText(/^Order cod-/).innerText()).slice('Order '.length)
    expect(number).toMatch(/^cod-\d{13}$/)
  })

  await test.step('The receipt has the number and the same figures', async () => {
    await renterPage.getByRole('link', { name: 'Print Receipt' }).click()
    await expectReceipt(renterPage, number, 'Olivia S.')
    await renterPage.goBack()
    await renterPage.getByRole('link', { name: 'View My Rentals' }).click()
    await expect(renterPage).toHaveURL('/profile/rental-tracker')
  })

  await test.step('While it is asked for, it is out of the catalogue', async () => {
    await ownerPage.getByRole('link', { name: 'My Listings' }).click()
    await expect(card(ownerPage, title).getByText('Rented out')).toBeVisible()
    await outbox.goto('/products')
    await expect(outbox.getByText('No items match your current filters or search term.')).toBeVisible()
  })

  const both = async (section: string) => {
    // They see each other's full names after the approval.
    const [renterName, ownerName] =
      section === 'Pending' ? ['Ramon D.', 'Olivia S.'] : ['Ramon Dela Cruz', 'Olivia Santos']
    for (const page of [ownerPage, renterPage]) {
      await page.goto('/profile/rental-tracker')
      const entry = page.getByRole('region', { name: section, exact: true }).getByRole('article')
      await expect(entry).toHaveCount(1)
      await expect(entry).toContainText(section)
      await expect(entry).toContainText(start)
      await expect(entry).toContainText(page === ownerPage ? `Rented by ${renterName}` : `Owner ${ownerName}`)
      await expect(page.getByRole('article')).toHaveCount(1)
    }
  }
  const press = async (label: string, said: string) => {
    await ownerPage.getByRole('button', { name: `${label}: ${title}` }).click()
    if (label !== 'Approve')
      await ownerPage.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
    await expect(toast(ownerPage, said)).toBeVisible()
  }

  await test.step('Both trackers follow it from Pending to Completed', async () => {
    await both('Pending')
    await expect(renterPage.getByRole('button', { name: /Approve|Reject|Mark/ })).toHaveCount(0)
    await press('Approve', 'Rental approved.')
    await both('Approved')
    await press('Mark as Active', 'Rental marked as active.')
    await both('Active')
    await ownerPage.goto('/profile')
    await expect(under(ownerPage, 'Items Rented Out')).toContainText('1')
    await renterPage.goto('/profile')
    await expect(under(renterPage, 'Active Rentals')).toContainText('1')
    await ownerPage.goto('/profile/rental-tracker')
    await press('Mark as Returned', 'Rental marked as returned.')
    await both('Completed')
    await expect(ownerPage.getByRole('button', { name: /Approve|Reject|Mark/ })).toHaveCount(0)
  })

  await test.step('Both have the receipt, the earnings count, and the tent can be found again', async () => {
    for (const page of [ownerPage, renterPage]) {
      await page.getByRole('link', { name: `Print Receipt of ${title}` }).click()
      await expectReceipt(page, number, 'Olivia Santos')
    }
    await ownerPage.goto('/profile')
    await expect(under(ownerPage, 'Total Earnings')).toContainText('₱999.99')
    await ownerPage.goto('/profile/listings')
    await expect(card(ownerPage, title).getByText('Approved')).toBeVisible()
    await searchFor(renterPage, 'tent')
    await expect(card(renterPage, title)).toBeVisible()
  })

  await test.step('Everyone was told by mail', async () => {
    const mails = [
      ['Welcome to Hiram', owner.email],
      ['Welcome to Hiram', renter.email],
      [`Your ${title} is listed`, owner.email],
      [`Ramon D. would like to rent your ${title}`, owner.email],
      [`Your request for ${title}`, renter.email],
      [`Olivia Santos approved your rental of ${title}`, renter.email],
      [`You have ${title} now`, renter.email],
      [`${title} is back with Olivia Santos`, renter.email],
    ]
    const emails = outbox.getByRole('navigation', { name: 'Mails' }).getByRole('listitem')
    await expect(async () => {
      await outbox.goto('/dev/mail')
      await expect(emails).toHaveCount(mails.length, { timeout: 1000 })
    }).toPass()
    for (const [subject, to] of mails)
      await expect(emails.filter({ hasText: subject! }).filter({ hasText: `To ${to}` })).toHaveCount(1)
    await expect(outbox.getByText('Total: ₱1,064.99')).toBeVisible()
    const shown = outbox.frameLocator('iframe[title$="as HTML"]')
    await expect(shown.getByRole('row', { name: 'Total ₱1,064.99' })).toBeVisible()
  })
})

async function expectReceipt(page: Page, number: string, ownerName: string) {
  await expect(page).toHaveURL(`/receipt/${number}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeVisible()
  for (const text of [number, 'Cash on Delivery', title, '3 days', 'Ramon Dela Cruz', ownerName])
    await expect(page.getByRole('main').getByRole('article')).toContainText(text)
  await expectSum(page, ['Rental cost', '₱999.99'], ['Delivery fee', '₱15.00'])
  await expectSum(page, ['Service fee', '₱50.00'], ['Total', '₱1,064.99'])
}
