import { card, section, toast } from '../support/page-parts.ts'
import { enter } from '../support/people.ts'
import { approvedRental, fits, phone, tracker } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

// Spec: D50
test('Two phones: more days are asked for, agreed to, and paid in cash with the rest', async ({ visit }) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter', 'grace@hiram.test')
  await enter(owner, 'owner')
  const { page, title } = await approvedRental(renter, owner, 'winter', { startsIn: 9, days: 3 })
  await renter.goto(page)
  await renter.getByRole('link', { name: `Change the days of ${title}` }).click()
  const more = section(renter, 'Keep it longer')
  await fits(renter)
  await more.getByRole('radio', { name: /^1 more day, until / }).check()
  await more.getByRole('button', { name: 'Ask for more days' }).click()
  await expect(toast(renter, 'Asked. We tell you as soon as there is an answer.')).toBeVisible()
  await owner.goto(page)
  await expect(owner.getByRole('main')).toContainText('asks for this: 1 more day')
  await fits(owner)
  await owner.getByRole('button', { name: `Agree: ${title}` }).click()
  await expect(toast(owner, 'Agreed. The days are changed.')).toBeVisible()
  await renter.goto(page)
  await expect(renter.getByRole('main')).toContainText('4 days')
})

// Spec: D50, D52
test('The demo has a change of days that waits for its owner, days that a renter waits for, and a no-show', async ({
  visit,
}) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(owner, 'owner')
  await owner.goto(tracker)
  const suit = card(owner, 'Navy two-piece suit')
  await expect(suit).toContainText('asks for this: 1 more day')
  await enter(renter, 'renter')
  await renter.goto('/profile/waiting-list')
  await expect(renter.getByRole('article').first()).toContainText('Waiting')
  // What is late can’t be kept longer: it is not offered.
  await renter.goto(tracker)
  const late = card(renter, 'Woven hammock with folding stand').filter({ hasText: 'The late fee is' })
  await expect(late.getByRole('link', { name: /^Late fee/ })).toBeVisible()
  await expect(late.getByRole('link', { name: /^Change the days/ })).toHaveCount(0)
  await expect(renter.getByRole('link', { name: /^Change the days/ }).first()).toBeVisible()
})

// Spec: D48
test('A no-show that nobody contradicts for a day ends the rental, and both see why', async ({ visit }) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter', 'fatima@hiram.test')
  await enter(owner, 'owner', 'ernesto@hiram.test')
  for (const side of [owner, renter]) {
    // Deadlines are looked at once a minute.
    await expect(async () => {
      await side.goto(tracker)
      await expect(section(side, 'Rejected').getByText('No-show', { exact: true }).first()).toBeVisible({
        timeout: 500,
      })
    }).toPass({ timeout: 120_000 })
    await fits(side)
  }
})
