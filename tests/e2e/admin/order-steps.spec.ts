import type { Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { answer, section, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

/** The order page of an Active rental that is paid in cash. */
async function openOrder(page: Page) {
  await enter(page, 'admin')
  await page.goto('/admin/orders?search=bea&method=cash_on_delivery')
  const pages = await page
    .getByRole('link', { name: /^cod-/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  for (const order of pages) {
    await page.goto(order)
    if (await page.getByRole('link', { name: /^Undo the hand-over: / }).isVisible()) return
  }
  throw new Error('no rental of hers is out')
}

test('An admin is told what undoing a hand-over books, and undoes it with a reason', async ({ page }) => {
  await openOrder(page)
  const link = page.getByRole('link', { name: /^Undo the hand-over: / })
  const title = (await link.getAttribute('aria-label'))!
  await link.click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText('The rental is Approved again, and both sides are told.')
  await expect(dialog).toContainText(/A new entry in the book takes back the ₱[\d,.]+ collected in cash/)
  await dialog.getByLabel('Reason').fill('The wrong rental was marked.')
  await answer(page, title, 'Undo the hand-over')
  await expect(toast(page, 'This rental is Approved now.')).toBeVisible()
  await expect(section(page, 'Money')).toContainText('Hand-over undone')
  await expect(section(page, 'What happened')).toContainText('reason: The wrong rental was marked.')
})
