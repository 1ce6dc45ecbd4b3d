import { enter, htmlOf, linkOn, textAt } from '../support/people.ts'
import { intoCart, orderOnline, rentalIn } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'
import { inspect } from '../support/views.ts'

const test = testsOn('demo')

// Spec: D21
test('An order that is not paid in time frees its dates; a late payment takes them again, or all of it goes back', async ({
  page,
  visit,
  site,
}) => {
  await enter(page, 'renter', 'joaquin@hiram.test')
  const title = await intoCart(page, 'nintendo')
  const lost = await orderOnline(page)
  const slow = await visit()
  await enter(slow, 'renter', 'rosalinda@hiram.test')
  await intoCart(slow, 'drill')
  const late = await orderOnline(slow)
  const unlucky = await visit()
  await enter(unlucky, 'renter', 'benjie@hiram.test')
  const wanted = await intoCart(unlucky, 'guitar')
  const beaten = await orderOnline(unlucky)

  // These payments begin in time, and end late.
  const [retaken, returned] = await Promise.all(
    [late, beaten].map(({ checkoutId }) =>
      site.emulator<{ id: string }>('begin', { checkoutId, channel: 'gcash' }),
    ),
  )
  await inspect(slow, { name: 'a payment under way', at: `/checkout/return?order=${late.number}` })
  await expect(slow.getByText('Your payment is under way.')).toBeVisible()
  await htmlOf(page, `/checkout/return?order=${lost.number}&left=1`)
  await site.later(31)

  await inspect(page, { name: 'an order that has expired', at: `/checkout/return?order=${lost.number}` })
  await expect(page.getByRole('heading', { level: 1, name: 'The time to pay is over' })).toBeVisible()
  const cart = await linkOn(page, `/checkout/return?order=${lost.number}`, 'Back to Cart')
  await linkOn(page, cart, 'Proceed to Checkout')
  expect(await rentalIn(page, 'Rejected', title)).toContain('Not paid in time. Nothing was charged.')

  const faster = await visit()
  await enter(faster, 'renter', 'grace@hiram.test')
  expect(await intoCart(faster, 'guitar')).toBe(wanted)
  await orderOnline(faster)
  for (const payment of [retaken, returned])
    await site.emulator('finish', { paymentId: payment!.id, how: 'paid' })
  await slow.reload()
  await expect(slow.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  await expect(slow.getByText('The dates were still free, so we took them again for you.')).toBeVisible()
  const back = `/checkout/return?order=${beaten.number}`
  await expect.poll(() => textAt(unlucky, back)).toMatch(/₱[\d,.]+ refunded on/)
  await inspect(unlucky, { name: 'a payment that went back', at: back })
  await expect(
    unlucky.getByRole('heading', { level: 1, name: 'Your payment goes back to you' }),
  ).toBeVisible()
})

test('A payment is confirmed on the page that waits for it, also after PayMongo was away', async ({
  page,
  site,
  complaints,
}) => {
  await enter(page, 'renter', 'fatima@hiram.test')
  await intoCart(page, 'fujifilm', { startsIn: 40 })
  const { number, checkoutId } = await orderOnline(page)
  await site.emulator('webhooks', { never: true })
  await site.emulator('faults', [{ do: 'answer', status: 503, times: 4, on: 'GET' }])
  await page.goto(`/checkout/return?order=${number}`)
  await expect(page.getByText('PayMongo can’t be reached at the moment.')).toBeVisible()
  // The first time that the page is read again, it can't be reached.
  const lost = page.waitForEvent('requestfailed')
  await page.route('**/checkout/return.data*', (route) => route.abort(), { times: 1 })
  await site.emulator('faults', [])
  await lost
  await expect(page.getByText('We are asking PayMongo whether your payment has arrived.')).toBeVisible()
  await site.emulator('pay', { checkoutId, channel: 'gcash' })
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  await site.emulator('webhooks', {})
  complaints.splice(0)
})
