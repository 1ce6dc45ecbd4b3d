import { section, toast, tracker } from '../support/page-parts.ts'
import { linksOf, textOf } from '#tests/support/html.ts'
import { enter } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { approvedRental, fits, phone } from '../support/phones.ts'
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
  another,
}) => {
  const owner = await plainOf(another, 'owner')
  await owner.open(tracker)
  expect(textOf(owner.part('article', 'Navy two-piece suit'))).toContain('asks for this: 1 more day')
  const renter = await plainOf(another, 'renter')
  await renter.open('/profile/waiting-list')
  expect(textOf(renter.part('article', ''))).toContain('Waiting')
  // What is late can’t be kept longer: it is not offered.
  await renter.open(tracker)
  const entries = renter.html.match(/<article\b[\s\S]*?<\/article>/g)!
  const late = entries.find((entry) => textOf(entry).includes('The late fee is'))!
  expect(textOf(late)).toContain('Woven hammock with folding stand')
  const has = (html: string, link: RegExp) => linksOf(html).some(({ name }) => link.test(name))
  expect(has(late, /^Late fee/)).toBe(true)
  expect(has(late, /^Change the days/)).toBe(false)
  expect(has(renter.html, /^Change the days/)).toBe(true)
})

// Spec: D48
test('A no-show that nobody contradicts for a day ends the rental, and both see why', async ({ visit }) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter', 'fatima@hiram.test')
  await enter(owner, 'owner', 'ernesto@hiram.test')
  for (const side of [owner, renter]) {
    // Deadlines are looked at once a minute.
    const ended = plain(side)
    await expect(async () => {
      await ended.open(tracker)
      expect(textOf(ended.part('article', 'No-show', 'section-Rejected'))).toContain(' No-show ')
    }).toPass({ timeout: 120_000 })
    await side.goto(tracker)
    await expect(section(side, 'Rejected').getByText('No-show', { exact: true }).first()).toBeVisible()
    await fits(side)
  }
})
