import { textOf } from '#tests/support/html.ts'
import { enter } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { answer, card, toast, tracker } from '../support/page-parts.ts'
import { fits, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422], ...phone })

// Spec: D47, D52
test('A late fee counts on both trackers, its owner waives a part, and its renter objects after the return', async ({
  page,
  another,
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

  const renter = await plainOf(another, 'renter')
  await renter.open(tracker)
  await renter.follow(`Late fee: ${hammock}`)
  expect(renter.text).toMatch(/It came back late \(\d days?\): ₱/)
  await renter.press('Object', { objection: 'The road was flooded.' })
  expect(renter.text).toContain('Objection sent. It is decided in the dispute.')
  expect(renter.text).toContain('The road was flooded.')
  expect(() => renter.fieldsSentBy('Object')).toThrow('no form')
  await renter.follow('See the dispute')
  expect(renter.text).toMatch(/The late fee of \d days?\./)
  expect(renter.text).toContain('The road was flooded.')
  const lends = plain(page)
  await lends.open(tracker)
  expect(textOf(lends.part('article', hammock))).toContain('Disputed')
  await renter.open('/help/what-happens-when')
  const rows = renter.html.match(/<tr\b[\s\S]*?<\/tr>/g)!.map((row) => textOf(row).trim())
  expect(rows).toContainEqual(
    expect.stringMatching(/^The owner withdraws Who does it Owner Before Approved After Cancelled/),
  )
})

// Spec: D48
test('A renter says that the owner did not come, the owner says it was the renter, takes that back, and withdraws', async ({
  page,
  visit,
}) => {
  const bag = 'Sleeping bag for cold nights in Pulag'
  await enter(page, 'renter', 'katrina@hiram.test')
  const renter = plain(page)
  await renter.open(tracker)
  await renter.follow(/^Owner did not come.*Sleeping bag for cold nights in Pulag/)
  await renter.press(/did not come$/)
  expect(renter.text).toContain('Noted. The other side is told.')

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
  await renter.open(tracker)
  expect(textOf(renter.part('article', bag))).toContain(' Withdrawn ')
  await renter.follow(/^See other items/)
  expect(renter.at).toMatch(/\/products\?.*start=/)
})
