import { firstAdmin } from '#tests/support/site.ts'
import { enter } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('empty')

test('who logs out leaves nothing they wrote in the browser, and the site keeps its colours', async ({
  page,
}) => {
  await enter(page, 'admin', firstAdmin.email, firstAdmin.password)
  await page.goto('/admin')
  await ready(page)
  await page.getByRole('button', { name: 'Dark theme' }).first().click()
  await page.evaluate(() => {
    sessionStorage.setItem('unsent:somebody', '[{"text":"for Olivia alone"}]')
    localStorage.setItem('draft', 'for Olivia alone')
  })
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out.')).toBeVisible()
  const kept = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  expect(await kept()).not.toContain('Olivia')
  await page.reload()
  expect(await kept()).not.toContain('Olivia')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
