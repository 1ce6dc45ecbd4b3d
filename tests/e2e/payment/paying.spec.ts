import { linksOf, messageBeside, textOf } from '#tests/support/html.ts'
import { enter, textIn } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { section, toast, tracker } from '../support/page-parts.ts'
import { atProvider, chooseOnline, intoCart, printedPages, rentalIn } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [503] })

// Spec: S4.18, S7.27, S7.28
test('A renter pays by e-wallet after a failed try, gets a receipt on one page, and the owner a request', async ({
  page,
  another,
}) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  const title = await intoCart(page, 'fujifilm')
  await chooseOnline(page)
  await expect(page.getByText(/GCash, Maya, or GrabPay, on PayMongo’s page/)).toBeVisible()
  const seen = Promise.withResolvers<void>()
  await page.route(/\/checkout\.data/, async (route) => {
    await seen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByText('Processing your request...')).toBeVisible()
  seen.resolve()
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
  const owner = await plainOf(another, 'owner')
  await owner.open(tracker)
  const request = owner.part('article', page.url().split('/').at(-1)!, 'section-Pending')
  expect(textOf(request)).toContain(title)
  await owner.open(linksOf(request).find(({ name }) => name === `Reject: ${title}`)!.href)
  expect(owner.text).toMatch(/What they paid, ₱[\d,.]+, goes back to them\./)
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
  const renter = plain(page)
  await renter.open('/cart')
  await renter.follow('Proceed to Checkout')
  expect(textIn(renter.html, 'h1', '')).toBe(' Complete Your Rental ')
  expect(renter.text).not.toContain('You have an order waiting for payment')
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

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a failure beside the method, a payment under way that is confirmed by itself, and a cancellation', async ({
    page,
    site,
  }) => {
    await enter(page, 'renter', 'benjie@hiram.test')
    await intoCart(page, 'projector')
    const renter = plain(page)
    await renter.open('/checkout')
    await site.emulator('faults', [{ do: 'answer', status: 500, times: 9, on: 'POST' }])
    await renter.press('Confirm Rental', { agreed: 'on', paymentMethod: 'online' })
    expect(messageBeside(renter.html, 'paymentMethod')).toBe(
      'An error occurred with PayMongo. Please try again.',
    )
    await site.emulator('faults', [])
    const again = renter.fieldsSentBy(/^(Confirm Rental|Continue to Payment)$/)
    expect(again).toMatchObject({ agreed: ['on'], paymentMethod: ['online'] })
    // A browser asks the policy of a page where its forms may lead.
    await page.goto('/checkout')
    await page.getByLabel(/^I have read/).check()
    await page.getByRole('radio', { name: 'Card or e-wallet' }).check()
    await page.getByRole('button', { name: /^(Confirm Rental|Continue to Payment)$/ }).click()
    await atProvider(page, 'Cancel and go back')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your order waits for your payment' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page).toHaveTitle(/PayMongo emulator/)
    const checkoutId = new URL(page.url()).pathname.split('/').at(-1)!
    const payment = await site.emulator<{ id: string }>('begin', { checkoutId, channel: 'gcash' })
    await renter.open(page.url())
    await renter.follow('Back to the shop')
    expect(renter.text).toContain('Your payment is under way.')
    expect(renter.html).toContain('<noscript><meta http-equiv="refresh" content="5"/></noscript>')
    await site.emulator('finish', { paymentId: payment.id, how: 'paid' })
    await renter.open(renter.at)
    expect(textIn(renter.html, 'h1', '')).toContain('Rental Confirmed!')

    await renter.open(tracker)
    await renter.follow(/^Cancel rental/)
    expect(renter.text).toMatch(
      / If you cancel now you get ₱[\d,.]+ back because the owner has not answered yet\. /,
    )
    await renter.press('Cancel rental')
    expect(renter.text).toMatch(/ Rental cancelled\. ₱[\d,.]+ on its way back to you\. /)
    expect(await rentalIn(page, 'Rejected', 'Epson projector')).toMatch(
      / ₱[\d,.]+ (on its way back to you|refunded on .*)\. /,
    )
  })
})
