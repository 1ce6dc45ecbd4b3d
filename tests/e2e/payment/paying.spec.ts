import { enter } from '../support/people.ts'
import { section, toast } from '../support/page-parts.ts'
import { atProvider, chooseOnline, intoCart, printedPages } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [503] })
const tracker = '/profile/rental-tracker'

// Spec: S4.18, S7.27, S7.28
test('A renter pays by e-wallet after a failed try, gets a receipt on one page, and the owner a request', async ({
  page,
  visit,
}) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  const title = await intoCart(page, 'fujifilm')
  await chooseOnline(page)
  await expect(page.getByText(/GCash, Maya, or GrabPay, on PayMongo’s page/)).toBeVisible()
  await page.route(/\/checkout\.data/, async (route) => {
    await new Promise((done) => setTimeout(done, 400))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByText('Processing your request...')).toBeVisible()
  await atProvider(page, 'Fail the payment', 'GCash')
  await expect(page.getByRole('alert')).toContainText('Nothing was charged')
  await atProvider(page, /^Pay ₱/, 'GCash')
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  await expect(toast(page, 'Rental Confirmed! We have received your payment.')).toBeVisible()
  await expect(page.getByText(/by GCash and asked Olivia S\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'View My Rentals' })).toHaveAttribute('href', tracker)
  await page.getByRole('link', { name: 'Print Receipt' }).click()
  await expect(page.getByText('Card or e-wallet (GCash)')).toBeVisible()
  await expect(page.getByText('This is not an official BIR invoice.')).toBeVisible()
  expect(await printedPages(page)).toBe(1)
  const owner = await visit()
  await enter(owner, 'owner')
  await owner.goto(tracker)
  const number = page.url().split('/').at(-1)!
  const request = section(owner, 'Pending').getByRole('article').filter({ hasText: number })
  await expect(request).toContainText(title)
  await request.getByRole('link', { name: `Reject: ${title}` }).click()
  await expect(owner.getByRole('dialog')).toContainText(/What they paid, ₱[\d,.]+, goes back to them\./)
})

test('A renter who leaves the provider’s page can pay later, or cancel and have the dates free', async ({
  page,
}) => {
  await enter(page, 'renter', 'rosalinda@hiram.test')
  const title = await intoCart(page, 'nintendo')
  await chooseOnline(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page).toHaveTitle(/PayMongo emulator/)
  await page.goBack()
  await expect(page.getByText('You have an order waiting for payment for these items')).toBeVisible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await atProvider(page, 'Cancel and go back')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your order waits for your payment' }),
  ).toBeVisible()
  await expect(page.getByText('nothing was charged')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/)
  await page.goto(tracker)
  const waiting = section(page, 'Pending').getByRole('article').first()
  await expect(waiting).toContainText('Waiting for your payment')
  await expect(waiting).toContainText(title)
  await waiting.getByRole('button', { name: /^Cancel order/ }).click()
  await expect(toast(page, 'Order cancelled. Its dates are free again.')).toBeVisible()
  await expect(section(page, 'Rejected').getByRole('article').filter({ hasText: title })).toContainText(
    'Given up before it was paid. Nothing was charged.',
  )
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Complete Your Rental' })).toBeVisible()
})

// Spec: S8.35, S8.36, S8.37, S8.38
test('When PayMongo fails, that is said beside the method and as a message, and the next try works', async ({
  page,
  site,
}) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await intoCart(page, 'drill')
  await chooseOnline(page)
  for (const [status, words] of [
    [400, 'Could not initiate PayMongo payment.'],
    [500, 'An error occurred with PayMongo. Please try again.'],
  ] as const) {
    await site.emulator('faults', [{ do: 'answer', status, times: 20, on: 'POST' }])
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(toast(page, words)).toBeVisible()
    await expect(page.getByRole('group', { name: /^Payment method/ })).toHaveAccessibleDescription(words)
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled()
    await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  await site.emulator('faults', [])
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await atProvider(page, /^Pay ₱/, 'Maya')
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
})
