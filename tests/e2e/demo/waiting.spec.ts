import { addDays, dayInManila } from '#domain/period.ts'
import { enter } from '../support/people.ts'
import { expectBeside, section, toast } from '../support/page-parts.ts'
import { orderOnline } from '../support/paying.ts'
import { phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [409], ...phone })

test('Who waits for days that are taken is told when they are free, and rents them with one tap', async ({
  page,
  visit,
  site,
}) => {
  const day = addDays(dayInManila(new Date()), 40)
  const owner = await visit(phone)
  await enter(owner, 'owner')
  await owner.goto('/profile/listings')
  await owner
    .getByRole('article')
    .filter({ hasText: 'Approved' })
    .getByRole('link', { name: /^Calendar of/ })
    .first()
    .click()
  await expect(owner).toHaveURL(/\/profile\/listings\/.+\/calendar$/)
  const listing = `/listing/${new URL(owner.url()).pathname.split('/').at(-2)}`
  const calendar = owner.url()
  await owner.getByLabel(/^First day/).fill(day)
  await owner.getByLabel(/^Last day/).fill(day)
  await owner.getByRole('button', { name: 'Block these days' }).click()
  await expect(owner.getByText(/^Blocked: /).first()).toBeVisible()

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

  await owner.goto(calendar)
  await section(owner, 'Blocked days')
    .getByRole('button', { name: /^Remove the block/ })
    .last()
    .click()
  await expect(toast(owner, /^Free again: /)).toBeVisible()
  await site.later(1)
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Free now, held for you until')
  await owner.reload()
  await expect(owner.getByText(/^Held until /)).toBeVisible()
  await page.getByRole('button', { name: /^Rent it/ }).tap()
  await expect(page).toHaveURL('/cart')
  await expect(toast(page, 'In your cart. Check out before the offer ends.')).toBeVisible()
  await orderOnline(page)
  await page.goto('/profile/waiting-list')
  await expect(page.getByRole('link', { name: 'See your order' })).toHaveAttribute(
    'href',
    '/profile/rental-tracker?view=rented',
  )
})
