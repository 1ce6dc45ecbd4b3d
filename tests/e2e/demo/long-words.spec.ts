import { linksOf } from '#tests/support/html.ts'
import { enter } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { ready } from '../support/page-parts.ts'
import { firstFound } from '../support/paying.ts'
import { approvedRental, fits, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'
import { overflow } from '../support/views.ts'

const test = testsOn('demo')

test('A listing with long words makes no page wider than the screen', async ({ page, visit }) => {
  await enter(page, 'owner')
  const { href: listing } = await firstFound(page, 'telephoto')
  const word = 'Pinakanakakapagpabagabagdamdamin'
  const owner = plain(page)
  await owner.open(`/profile/listings?edit=${listing.split('/').at(-1)}`)
  await owner.press('Save Changes', {
    title: `${word}gmisunderstandings telephoto`,
    location: word,
    description: `${'o'.repeat(60)} and so on, for a long while.`,
  })
  expect(owner.text).toContain('Item updated successfully!')

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
  another,
}) => {
  const renter = await plainOf(another, 'renter', 'grace@hiram.test')
  await renter.open('/profile/settings')
  const fullName = 'Pinakanakakapagpabagabagdamdamin Pinakamapagpabagabagdamdamin'
  await renter.press('Update Info', { fullName })
  expect(renter.text).toContain('Profile updated successfully!')

  await enter(page, 'owner')
  await page.setViewportSize(phone.viewport)
  const owner = plain(page)
  await owner.open('/profile/rental-tracker')
  const rental = owner.part('article', 'Pinakamapag', 'section-Approved')
  const { href: details } = linksOf(rental).find(({ name }) => name.startsWith('Details of'))!
  await page.goto(`${details}/no-show`)
  await expect(page.getByRole('button', { name: /did not come$/ })).toBeVisible()
  await fits(page)
})
