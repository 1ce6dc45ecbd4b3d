import { enter } from '../support/people.ts'
import { ready, section, toast } from '../support/page-parts.ts'
import { firstFound } from '../support/paying.ts'
import { approvedRental, fits, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'
import { overflow } from '../support/views.ts'

const test = testsOn('demo')

test('A listing with long words makes no page wider than the screen', async ({ page, visit }) => {
  await enter(page, 'owner')
  const { href: listing } = await firstFound(page, 'telephoto')
  await page.goto(`/profile/listings?edit=${listing.split('/').at(-1)}`)
  await ready(page)
  const word = 'Pinakanakakapagpabagabagdamdamin'
  await page.getByLabel(/^Title/).fill(`${word}gmisunderstandings telephoto`)
  await page.getByLabel(/^Location/).fill(word)
  await page.getByLabel(/^Description/).fill(`${'o'.repeat(60)} and so on, for a long while.`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Item updated successfully!')).toBeVisible()

  const admin = await visit()
  await enter(admin, 'admin')
  const guest = await visit()
  const renter = await visit()
  await enter(renter, 'renter', 'joaquin@hiram.test')
  await approvedRental(renter, page, 'telephoto', { startsIn: 30 })
  const shown = [
    [renter, '/profile/settings'],
    [renter, '/profile/rental-tracker'],
    [guest, '/products?search=telephoto'],
    [guest, listing],
    [page, '/profile/listings'],
    [admin, `/admin/listings?search=${word}`],
  ] as const
  for (const [reader, address] of shown) {
    await reader.goto(address)
    await ready(reader)
    for (const width of [320, 360, 1024]) {
      await reader.setViewportSize({ width, height: 900 })
      expect.soft(await overflow(reader), `${address} at ${width} px`).toEqual([])
    }
  }
})

test('A person with a long name makes the question of a hand-over no wider than a phone', async ({
  page,
  visit,
}) => {
  const renter = await visit()
  await enter(renter, 'renter', 'grace@hiram.test')
  await renter.goto('/profile/settings')
  await ready(renter)
  await renter.getByLabel(/^Full Name/).fill('Pinakanakakapagpabagabagdamdamin Pinakamapagpabagabagdamdamin')
  await renter.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(renter, 'Profile updated successfully!')).toBeVisible()

  await enter(page, 'owner')
  await page.setViewportSize(phone.viewport)
  await page.goto('/profile/rental-tracker')
  const rental = section(page, 'Approved').getByRole('article').filter({ hasText: 'Pinakamapag' })
  const details = await rental.getByRole('link', { name: /^Details of/ }).getAttribute('href')
  await page.goto(`${details}/no-show`)
  await expect(page.getByRole('button', { name: /did not come$/ })).toBeVisible()
  await fits(page)
})
