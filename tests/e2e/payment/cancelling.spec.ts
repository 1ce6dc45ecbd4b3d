import { enter, htmlOf, linkOn, textAt, textIn } from '../support/people.ts'
import { section, toast, under, tracker } from '../support/page-parts.ts'
import { approve, intoCart, orderOnline, printedPages, rentalIn } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

// Spec: D23
test('A renter who cancels late gets back what the policy says, which is said before, and on the receipt', async ({
  page,
  visit,
  site,
}) => {
  await enter(page, 'renter', 'grace@hiram.test')
  const title = await intoCart(page, 'generator', { startsIn: 2 })
  const { number, checkoutId } = await orderOnline(page)
  await site.emulator('pay', { checkoutId, channel: 'gcash' })
  await expect.poll(() => textAt(page, `/checkout/return?order=${number}`)).toContain('Rental Confirmed!')
  // Without the page's stream the question does not change when the owner answers.
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 204 }))
  await page.goto(tracker)
  const asked = section(page, 'Pending').getByRole('article').filter({ hasText: number })
  await asked.getByRole('link', { name: `Cancel rental: ${title}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('because the owner has not answered yet.')

  const owner = await visit()
  await enter(owner, 'owner', 'jun@hiram.test')
  await approve(owner, title)

  await question.getByRole('button', { name: 'Cancel rental' }).click()
  await expect(
    toast(page, 'What goes back to you has changed meanwhile. Please look at it again.'),
  ).toBeVisible()
  await expect(question).toContainText(
    'because its cancellation policy is moderate, and it starts in less than 3 days: half of the rent.',
  )
  const back = /If you cancel now you get (₱[\d,.]+) back/.exec(await question.innerText())![1]!
  await question.getByRole('button', { name: 'Cancel rental' }).click()
  await expect(toast(page, `Rental cancelled. ${back} on its way back to you.`)).toBeVisible()
  await expect.poll(() => rentalIn(page, 'Rejected', number)).toContain(` ${back} refunded on`)

  await page.goto(await linkOn(page, tracker, `Print Receipt of ${title}`))
  await expect(page).toHaveURL(`/receipt/${number}`)
  const refunds = section(page, 'Refunds')
  await expect(refunds).toContainText(`\u2212${back}`)
  await expect(refunds).toContainText('Cancelled by the renter. Refunded on')
  await expect(under(page, 'Total')).toHaveText('₱8,007.50')
  expect(await printedPages(page)).toBe(1)
  const receipt = await htmlOf(owner, `/receipt/${number}`)
  expect(textIn(receipt, 'section', 'Refunds')).toContain(`\u2212${back}`)
  expect(receipt).not.toContain('GCash')
})
