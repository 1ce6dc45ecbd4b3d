import type { Page } from '@playwright/test'
import { answer, ready, section, toast } from '../support/page-parts.ts'
import { linksOf, partOf, textOf } from '#tests/support/html.ts'
import { intoCart } from '../support/paying.ts'
import { type Asker, enter, textAt } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [409, 422] })

const template = (page: Page) => page.getByLabel(/^Rental agreement template/)
const preview = (page: Page) => page.getByRole('group', { name: 'Preview of the agreement' })

async function saveByColleague(another: () => Promise<Asker>, body: string) {
  const colleague = await plainOf(another, 'admin')
  await colleague.open('/admin/content')
  await colleague.press('Save Templates', { body })
  expect(colleague.text).toContain('Templates saved successfully!')
}

// Spec: S1.3, S2.67, S3.21, S6.9, S9.19, S9.23
test('An admin edits the agreement, the next checkout shows it, and an earlier version comes back', async ({
  page,
  visit,
}) => {
  const renter = await visit()
  await enter(renter, 'renter')
  await enter(page, 'admin')
  await page.goto('/admin/content')
  await ready(page)
  await expect(template(page)).toHaveAttribute('rows', '10')
  await template(page).fill('House rules for {{renterName}}:\n{{items}}\nBring {{back}} on time.')
  await expect(preview(page)).toContainText('House rules for Ramon Dela Cruz:')
  await expect(page.getByText('{{back}} is not a placeholder we know.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Templates' }).click()
  await expect(template(page)).toHaveAccessibleDescription(/\{\{back\}\} is not a placeholder we know/)
  await template(page).fill('House rules for {{renterName}}:\n{{items}}\nBring it back on time.')
  await page.getByRole('button', { name: 'Save Templates' }).click()
  await expect(toast(page, 'Templates saved successfully!')).toBeVisible()
  await expect(section(page, 'Versions').getByText(/^Amihan Reyes/)).toBeVisible()

  await intoCart(renter, 'nintendo', { startsIn: 80 })
  expect(await textAt(renter, '/checkout')).toContain(' House rules for Ramon Dela Cruz:')

  await section(page, 'Versions').getByRole('link', { name: 'Version 1' }).click()
  await expect(page.getByRole('list', { name: 'What differs' })).toContainText('Bring it back on time.')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(toast(page, 'Version 1 is in use again.')).toBeVisible()
  await expect(template(page)).toHaveValue(/^Rental Agreement\n/)
  expect(await textAt(renter, '/checkout')).toContain(' Rental Agreement This agreement is between Ramon')
})

test('Of two admins who save at once the second sees both texts and decides', async ({ page, another }) => {
  await enter(page, 'admin')
  await page.goto('/admin/content')
  await ready(page)
  await saveByColleague(another, 'Theirs, {{renterName}}: {{items}}')
  await template(page).fill('Mine, {{renterName}}: {{items}}')
  await page.getByRole('button', { name: 'Save Templates' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Somebody saved version')
  await expect(template(page)).toHaveValue('Mine, {{renterName}}: {{items}}')
  await expect(page.getByRole('list', { name: 'What differs' })).toContainText('Theirs, {{renterName}}')
  await page.getByRole('button', { name: 'Save Templates' }).click()
  await expect(toast(page, 'Templates saved successfully!')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What differs' })).toHaveCount(0)
})

test('What an admin types stays beside what another saves meanwhile; an untouched text follows', async ({
  page,
  visit,
  another,
}) => {
  const untouched = await visit()
  for (const each of [page, untouched]) {
    await enter(each, 'admin')
    await each.goto('/admin/content')
    await ready(each)
  }
  await template(page).fill('My draft, {{renterName}}: {{items}}')
  await saveByColleague(another, 'Another’s, {{renterName}}: {{items}}')
  for (const each of [page, untouched])
    await each.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Content' }).click()
  await expect(page.getByRole('list', { name: 'What differs' })).toContainText('Another’s, {{renterName}}')
  await expect(template(page)).toHaveValue('My draft, {{renterName}}: {{items}}')
  await expect(template(untouched)).toHaveValue('Another’s, {{renterName}}: {{items}}')
})

// Spec: D34
test('An admin renames a category, deletes one after a question, and merges two tags', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/categories')
  await ready(page)
  await page.getByRole('link', { name: 'Rename Garden' }).click()
  await page.getByLabel(/^New name/).fill('CAMPING')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel(/^New name/)).toHaveAccessibleDescription(
    /There is a category “Camping” already\./,
  )
  await page.getByLabel(/^New name/).fill('Garden & Yard')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Category renamed.')).toBeVisible()
  await page.getByRole('link', { name: 'Delete Travel' }).click()
  await answer(page, '6 listings are in it. They become Uncategorized.', 'Delete')
  await expect(toast(page, 'Category deleted.')).toBeVisible()

  const shop = plain(page)
  await shop.open('/products')
  const [shelves] = /<nav[^>]* aria-label="Categories"[\s\S]*?<\/nav>/.exec(shop.html)!
  const names = linksOf(shelves).map(({ name }) => name)
  expect(names).toContain('Garden & Yard')
  expect(names.filter((name) => name.includes('Travel'))).toEqual([])
  await shop.follow('Uncategorized')
  const [, items] = shop.html.split('aria-label="Items"')
  expect(textOf(partOf(items!, 'article', ''))).toContain('Uncategorized')

  await page.goto('/admin/tags?search=tent')
  await ready(page)
  await page.getByRole('link', { name: 'Merge tent' }).click()
  await page.getByLabel(/^Its listings get this tag instead/).selectOption('camping')
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(toast(page, 'Tags merged.')).toBeVisible()
  await expect(page.getByText('No tags match')).toBeVisible()
})
