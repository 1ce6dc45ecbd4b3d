import { addDays, dayInManila, formatDay } from '#domain/period.ts'
import { linksOf } from '#tests/support/html.ts'
import { enter, htmlOf } from '../support/people.ts'
import { plainOf } from '../support/plain.ts'
import { expectBeside, toast } from '../support/page-parts.ts'
import { orderOnline } from '../support/paying.ts'
import { phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [409], ...phone })

test('Who waits for days that are taken is told when they are free, and rents them with one tap', async ({
  page,
  another,
  site,
}) => {
  const day = addDays(dayInManila(new Date()), 40)
  const owner = await plainOf(another, 'owner')
  await owner.open('/profile/listings')
  const [, calendar] = /href="([^"]*\/calendar)"/.exec(owner.part('article', 'Approved'))!
  const listing = `/listing/${calendar!.split('/').at(-2)}`
  await owner.open(calendar!)
  await owner.press('Block these days', { firstDay: day, lastDay: day })
  expect(owner.text).toContain('Blocked: ')

  await enter(page, 'renter', 'grace@hiram.test')
  await page.goto(listing)
  await page.getByText('Are your days taken?').click()
  await page.getByLabel(/^First day/).fill(addDays(day, 1))
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/listing/*.data*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Tell me when it is free' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  letGo()
  await expectBeside(page.getByLabel(/^First day/), 'These days are free. You can rent them now.')
  await page.getByLabel(/^First day/).fill(day)
  await page.getByRole('button', { name: 'Tell me when it is free' }).click()
  await expect(toast(page, 'We tell you when these days are free.')).toBeVisible()
  await page.goto('/profile/waiting-list')
  await expect(page.getByRole('article')).toContainText('Waiting')

  await owner.press(`Remove the block ${formatDay(day)}`)
  expect(owner.text).toContain('Free again: ')
  await site.later(1)
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Free now, held for you until')
  await owner.open(calendar!)
  expect(owner.text).toContain(' Held until ')
  await page.getByRole('button', { name: /^Rent it/ }).tap()
  await expect(page).toHaveURL('/cart')
  await expect(toast(page, 'In your cart. Check out before the offer ends.')).toBeVisible()
  await orderOnline(page)
  expect(linksOf(await htmlOf(page, '/profile/waiting-list'))).toContainEqual({
    name: 'See your order',
    href: '/profile/rental-tracker?view=rented',
  })
})
