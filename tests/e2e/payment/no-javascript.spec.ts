import { enter } from '../support/people.ts'
import { section } from '../support/page-parts.ts'
import { atProvider, intoCart } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ javaScriptEnabled: false, refusals: [503] })

test('Without scripts: a failure beside the method, a payment under way that is confirmed by itself, and a cancellation', async ({
  page,
  site,
}) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await intoCart(page, 'projector')
  await page.goto('/checkout')
  await page.getByLabel(/^I have read/).check()
  await page.getByRole('radio', { name: 'Card or e-wallet' }).check()
  await site.emulator('faults', [{ do: 'answer', status: 500, times: 9, on: 'POST' }])
  await page.getByRole('button', { name: 'Confirm Rental' }).click()
  await expect(page.getByRole('group', { name: /^Payment method/ })).toHaveAccessibleDescription(
    'An error occurred with PayMongo. Please try again.',
  )
  await site.emulator('faults', [])
  await expect(page.getByRole('radio', { name: 'Card or e-wallet' })).toBeChecked()
  await page.getByRole('button', { name: /^(Confirm Rental|Continue to Payment)$/ }).click()
  await atProvider(page, 'Cancel and go back')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your order waits for your payment' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page).toHaveTitle(/PayMongo emulator/)
  const checkoutId = new URL(page.url()).pathname.split('/').at(-1)!
  const payment = await site.emulator<{ id: string }>('begin', { checkoutId, channel: 'gcash' })
  await page.reload()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.getByText('Your payment is under way.')).toBeVisible()
  await site.emulator('finish', { paymentId: payment.id, how: 'paid' })
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()

  await page.goto('/profile/rental-tracker')
  await page
    .getByRole('link', { name: /^Cancel rental/ })
    .first()
    .click()
  await expect(
    page.getByText(/^If you cancel now you get ₱[\d,.]+ back because the owner has not answered yet\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel rental' }).click()
  await expect(page.getByText(/^Rental cancelled\. ₱[\d,.]+ on its way back to you\.$/)).toBeVisible()
  await expect(
    section(page, 'Rejected').getByText(/^₱[\d,.]+ (on its way back to you|refunded on .*)\.$/),
  ).toBeVisible()
})
