import type { Page } from '@playwright/test'
import { ready } from '../support/page-parts.ts'
import { enter } from '../support/people.ts'
import { plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notices/ })
const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

// Spec: D31
test('An approved renter hears the bell at once, and reads the notice by following it', async ({
  page,
  another,
}) => {
  const title = 'Electric samgyupsal grill with dipping pans'
  await enter(page, 'renter')
  await page.goto('/about')
  await ready(page)
  const before = await unread(page)

  const owner = await plainOf(another, 'owner')
  await owner.open('/profile/rental-tracker')
  await owner.press(`Approve: ${title}`)
  expect(owner.text).toContain('Rental approved.')

  // Reminders of the day may also arrive meanwhile.
  await expect.poll(() => unread(page)).toBeGreaterThan(before)
  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  const notice = `Olivia Santos approved your rental of ${title}`
  const row = page.getByRole('region', { name: 'Today' }).getByRole('listitem').filter({ hasText: notice })
  await expect(row).toContainText('It’s yours for these days.')
  await row.getByRole('link', { name: `Unread: ${notice}` }).click()
  await expect(page).toHaveURL('/profile/rental-tracker?view=rented')

  await page.goBack()
  await expect(page.getByRole('link', { name: notice, exact: true })).toBeVisible()
})
