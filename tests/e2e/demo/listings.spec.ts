import type { Page } from '@playwright/test'
import { textOf } from '#tests/support/html.ts'
import { enter, linkOn } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { answer, card, ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

// Spec: S2.66, S4.4, S4.5, S6.8
test('An admin rejects and accepts a listing, either way and again, and deletes one after the question, for good', async ({
  page,
  another,
}) => {
  const title = 'Aluminium travel tripod with ball head'
  await enter(page, 'admin')
  expect(await linkOn(page, '/admin', 'Review 5 listings')).toBe('/admin/listings?status=available')
  await page.goto('/admin/listings?status=available')
  await expect(row(page, title)).toContainText('Waiting for review')
  await page.getByRole('button', { name: `Reject ${title}` }).click()
  await expect(toast(page, 'Item status updated to rejected.')).toBeVisible()
  await expect(row(page, title)).toHaveCount(0)

  await page.getByLabel('Status').selectOption('Rejected')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(row(page, title)).toContainText('Rejected')
  await expect(page.getByRole('button', { name: `Reject ${title}` })).toBeDisabled()
  await page.getByRole('button', { name: `Accept ${title}` }).click()
  await expect(toast(page, 'Item status updated to approved.')).toBeVisible()
  const guest = plain(await another())
  await guest.open('/products?search=tripod')
  expect(guest.part('article', title)).not.toBe('')

  const deleted = 'My secret adobo recipe, by the day'
  const question = 'ADMIN: Are you sure you want to PERMANENTLY delete this listing? This is irreversible.'
  await page.getByRole('link', { name: `Delete ${deleted}` }).click()
  await answer(page, question, 'Cancel')
  await expect(row(page, deleted)).toBeVisible()
  await page.getByRole('link', { name: `Delete ${deleted}` }).click()
  await answer(page, question, 'Delete')
  await expect(toast(page, 'Listing deleted successfully.')).toBeVisible()
  await expect(row(page, deleted)).toHaveCount(0)
})

// Spec: S2.49, S2.50, S5.17, S7.23, S8.12, S8.14, S9.7
test('An owner edits a listing: the form holds what it was, and the site shows what it is; another they delete after the question', async ({
  page,
  another,
}) => {
  const title = 'Garden umbrella, 3 metres, with base'
  await enter(page, 'owner')
  await page.goto('/profile/listings')
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Listing' })
  await expect(dialog.getByLabel(/^Title/)).toHaveValue(title)
  await expect(dialog.getByLabel(/^Price per day/)).toHaveValue('260.00')
  await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await dialog.getByLabel(/^Title/).fill('Garden umbrella for big families')
  await dialog.getByLabel(/^Price per day/).fill('1260.5')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Item updated successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Garden umbrella for big families')).toContainText('₱1,260.50')
  await expect(card(page, 'Garden umbrella for big families')).toContainText('Approved')

  const guest = plain(await another())
  await guest.open('/products?search=big+families')
  expect(textOf(guest.part('article', 'Garden umbrella for big families'))).toContain('₱1,260.50')
  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/listings?status=edited')
  const rows = admin.html.match(/<tr\b[\s\S]*?<\/tr>/g)!.map(textOf)
  expect(rows.find((each) => each.includes('Garden umbrella for big families'))).toContain(
    'Edited since approval',
  )

  const deleted = 'Winter down jacket, women’s M'
  const owner = plain(page)
  await owner.open('/products?search=down+jacket')
  expect(owner.part('article', deleted)).not.toBe('')
  const question = 'Are you sure you want to delete this listing? This action cannot be undone.'
  await page.getByRole('link', { name: `Delete ${deleted}` }).click()
  await answer(page, question, 'Cancel')
  await expect(card(page, deleted)).toBeVisible()
  await page.getByRole('link', { name: `Delete ${deleted}` }).click()
  await answer(page, question, 'Delete')
  await expect(toast(page, 'Listing deleted successfully.')).toBeVisible()
  await expect(card(page, deleted)).toHaveCount(0)
  await owner.open(owner.at)
  expect(owner.part('article', deleted)).toBe('')
})

test('A press on the scroll bar of a form, or beside it once something is typed, loses nothing', async ({
  page,
}) => {
  await enter(page, 'owner')
  await page.goto('/profile/listings?add=1')
  await ready(page)
  const dialog = page.getByRole('dialog', { name: 'Add New Listing' })
  const { x, y, width } = (await dialog.boundingBox())!
  // A scroll bar belongs to its element, and these browsers show none.
  await dialog.dispatchEvent('mousedown', { clientX: x + width - 4, clientY: y + 200, bubbles: true })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/^Title/).fill('Karaoke lights')
  await page.mouse.click(2, 2)
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('Karaoke lights')
  await dialog.getByLabel(/^Title/).fill('')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeHidden()
})
