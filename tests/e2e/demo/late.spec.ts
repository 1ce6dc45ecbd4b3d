import { enter } from '../support/people.ts'
import { answer, card, toast } from '../support/page-parts.ts'
import { fits, phone, tracker } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422], ...phone })

// Spec: D47, D52
test('A late fee counts on both trackers, its owner waives a part, and its renter objects after the return', async ({
  page,
  visit,
}) => {
  const hammock = 'Woven hammock with folding stand'
  await enter(page, 'owner')
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/profile')
  await expect(page.getByRole('list', { name: 'Late' })).toContainText(hammock)
  await fits(page, 320)
  await page.setViewportSize(phone.viewport)
  await page.goto(tracker)
  const lent = card(page, hammock).filter({ has: page.getByRole('link', { name: /^Late fee/ }) })
  await expect(lent.getByText(/^(Late|Not returned)$/)).toBeVisible()
  await expect(lent).toContainText(/The late fee is ₱[\d,.]+ so far \(\d days?\)/)
  await lent.getByRole('link', { name: /^Late fee/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Late fee' })).toBeVisible()
  await page.getByLabel(/^A part of it/).fill('0')
  await page.getByRole('button', { name: 'Waive this part' }).click()
  await expect(page.getByText('Please enter an amount above zero, such as 1,250.00.')).toBeVisible()
  await expect(page.getByLabel(/^A part of it/)).toHaveValue('0')
  await page.getByLabel(/^A part of it/).fill('10')
  await page.getByRole('button', { name: 'Waive this part' }).click()
  await expect(toast(page, 'Waived. The renter is told.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('₱10.00 waived')
  await page.goto(tracker)
  await lent.getByRole('button', { name: /^Mark as Returned/ }).click()
  const returned = 'Have you got the item back? The rental ends, and the renter is told.'
  await answer(page, returned, 'Mark as Returned')
  await expect(toast(page, 'Rental marked as returned.')).toBeVisible()

  const renter = await visit(phone)
  await enter(renter, 'renter')
  await renter.goto(tracker)
  await renter.getByRole('link', { name: `Late fee: ${hammock}` }).click()
  await expect(renter.getByRole('main')).toContainText(/It came back late \(\d days?\): ₱/)
  await renter.getByLabel(/^Reason/).fill('The road was flooded.')
  await renter.getByRole('button', { name: 'Object' }).click()
  await expect(toast(renter, 'Objection sent. It is decided in the dispute.')).toBeVisible()
  await expect(renter.getByRole('main')).toContainText('The road was flooded.')
  await expect(renter.getByRole('button', { name: 'Object' })).toHaveCount(0)
  await renter.getByRole('link', { name: 'See the dispute' }).click()
  await expect(renter.getByRole('main')).toContainText(/The late fee of \d days?\./)
  await expect(renter.getByRole('main')).toContainText('The road was flooded.')
  await page.goto(tracker)
  await expect(card(page, hammock).getByText('Disputed').first()).toBeVisible()
  await renter.goto('/help/what-happens-when')
  await expect(
    renter.getByRole('row', { name: /^The owner withdraws Owner Approved Cancelled/ }),
  ).toBeVisible()
})

// Spec: D48
test('A renter says that the owner did not come, the owner says it was the renter, takes that back, and withdraws', async ({
  page,
  visit,
}) => {
  const bag = 'Sleeping bag for cold nights in Pulag'
  await enter(page, 'renter', 'katrina@hiram.test')
  await page.goto(tracker)
  await card(page, bag)
    .getByRole('link', { name: /^Owner did not come/ })
    .click()
  await page.getByRole('button', { name: /did not come$/ }).click()
  await expect(toast(page, 'Noted. The other side is told.')).toBeVisible()

  const owner = await visit(phone)
  await enter(owner, 'owner', 'diego@hiram.test')
  await owner.goto(tracker)
  const entry = card(owner, bag)
  await expect(entry.getByText('No-show', { exact: true })).toBeVisible()
  await expect(entry).toContainText('says that you did not come')
  await entry.getByRole('link', { name: /^See what was said/ }).click()
  await owner.getByRole('button', { name: /^I was there/ }).click()
  await expect(owner.getByRole('main')).toContainText('each say that the other did not come')
  await owner.getByRole('button', { name: 'Take it back' }).click()
  await expect(toast(owner, 'Taken back. The other side is told.')).toBeVisible()

  await owner.goto(tracker)
  await entry.getByRole('link', { name: /^Withdraw/ }).click()
  const question =
    'Withdraw from this rental, although you approved it? The renter is told, and it counts as your withdrawal. ' +
    'Its days stay blocked in your calendar; you can free them there.'
  await answer(owner, question, 'Withdraw')
  await expect(toast(owner, 'Rental withdrawn. Its days stay blocked.')).toBeVisible()
  await page.goto(tracker)
  await expect(card(page, bag).getByText('Withdrawn', { exact: true })).toBeVisible()
  await card(page, bag)
    .getByRole('link', { name: /^See other items/ })
    .click()
  await expect(page).toHaveURL(/\/products\?.*start=/)
})
