import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pagePaths } from '#domain/pages.ts'
import { textOf } from '#tests/support/html.ts'
import { enter, htmlOf, linkOn } from '../support/people.ts'
import { answer, toast } from '../support/page-parts.ts'
import { fits, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const names = (page: Page) => page.getByRole('row').getByRole('cell').first()

// Spec: S1.3, S2.66, S4.14, S6.7, S7.23
test('An admin verifies, rejects and deletes a user, and the audit log has it', async ({ page }) => {
  const name = 'Fatima Dimaporo'
  await enter(page, 'admin')
  await page.goto('/admin/users')
  await page.getByRole('search', { name: 'Search users' }).getByLabel('Search').fill('fatima')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1 user for “fatima”')).toBeVisible()
  await expect(row(page, name)).toContainText('Unverified')

  await page.getByRole('button', { name: `Accept ${name}` }).click()
  await expect(toast(page, 'User status updated to verified.')).toBeVisible()
  await expect(row(page, name)).toContainText('Verified')
  await expect(page.getByRole('button', { name: `Accept ${name}` })).toBeDisabled()
  await page.getByRole('button', { name: `Reject ${name}` }).click()
  await expect(toast(page, 'User status updated to rejected.')).toBeVisible()
  await expect(row(page, name)).toContainText('Rejected')

  const question = 'Are you sure you want to delete this user?'
  await page.getByRole('link', { name: `Delete ${name}` }).click()
  await answer(page, question, 'Cancel')
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('link', { name: `Delete ${name}` }).click()
  await answer(page, question, 'Delete')
  await expect(toast(page, 'User deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible()

  const log = await htmlOf(page, await linkOn(page, '/admin/users', 'Audit log'))
  // The person is erased from the log too: only the entry of a deleted, rejected person has “Deleted user”.
  const entries = log.match(/<tr\b[\s\S]*?<\/tr>/g)!.map(textOf)
  const rejections = entries.filter((text) => /verified → rejected/.test(text) && /Deleted user/.test(text))
  expect(rejections).toEqual([expect.stringContaining('Amihan Reyes')])
  expect(entries.find((text) => /user/i.test(text))).toContain('Deleted user')
})

test('An admin sorts, pages and exports a table', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/listings')
  const frame = page.getByRole('table').locator('..')
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const head = page.getByRole('columnheader', { name: 'Price per day' })
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(row(page, '₱1.00').first()).toBeVisible()
  const first = await names(page).innerText()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(names(page)).not.toHaveText(first, { useInnerText: true })
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL(/before=/)
  await expect(names(page)).toHaveText(first, { useInnerText: true })
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')

  await page.goto('/admin/listings?status=rejected')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^listings-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffId,Title,Category,Price per day \(PHP\)/)
  expect(lines.slice(1).every((line) => line.includes(',Rejected,'))).toBe(true)
  expect(lines.length).toBeGreaterThan(1)
})

test('On a phone the admin’s menu is one row, which shows the current page', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await enter(page, 'admin')
  await page.goto('/admin/audit-log')
  const menu = page.getByRole('navigation', { name: 'Admin', exact: true })
  expect((await menu.boundingBox())!.height).toBeLessThan(100)
  await expect(menu.getByRole('link', { name: 'Audit log', exact: true })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await fits(page)
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an admin opens the last page of the menu on a phone', async ({ page }) => {
    await page.setViewportSize(phone.viewport)
    await enter(page, 'admin')
    await page.goto('/admin')
    await page.getByRole('complementary').getByRole('link', { name: 'Audit log', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  })

  test('No admin table scrolls sideways on a small desktop', async ({ page }) => {
    await enter(page, 'admin')
    await page.setViewportSize({ width: 1024, height: 800 })
    for (const path of pagePaths.filter((path) => /^\/admin\/[a-z-]+$/.test(path))) {
      await page.goto(path)
      const tables = page.getByRole('table')
      const hidden = await tables.evaluateAll(async (all) => {
        await document.fonts.ready
        return all.map(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth)
      })
      expect.soft(Math.max(0, ...hidden), path).toBe(0)
    }
  })
})

test('What an admin types while a search is answered stays, and the fields follow the address again after', async ({
  page,
}) => {
  await enter(page, 'admin')
  await page.goto('/admin/users')
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  // Before its scripts have started, the browser itself would send the form and open another page.
  const hasStarted = () =>
    field.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react')))
  await expect.poll(hasStarted).toBe(true)
  const answered = Promise.withResolvers<void>()
  await page.route('**/admin/users.data?*', async (route) => {
    await answered.promise
    await route.continue()
  })
  await field.fill('a')
  await field.press('Enter')
  await field.pressSequentially('mi')
  answered.resolve()
  await expect(page).toHaveURL(/[?&]search=a(&|$)/)
  await expect(page.getByRole('status').filter({ hasText: 'for “a”' })).toBeVisible()
  await expect(field).toHaveValue('ami')
  await field.press('Enter')
  await expect(page).toHaveURL(/[?&]search=ami(&|$)/)
  await expect(page.getByRole('status').filter({ hasText: 'for “ami”' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('status').filter({ hasText: 'for “a”' })).toBeVisible()
  await expect(field).toHaveValue('a')
})
