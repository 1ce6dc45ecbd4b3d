import type { Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { ready } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [429] })

const camera = 'Fujifilm X-T30 II, silver, with 35mm f/2'

async function open(page: Page, at = '/about') {
  await page.goto(at)
  await ready(page)
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search items' })
  return { box, list: page.getByRole('listbox', { name: 'Suggestions' }) }
}

test('The search suggests while one types, and is worked by keyboard alone, or by clicks', async ({
  page,
}) => {
  const { box, list } = await open(page)
  await box.fill('FUJI')
  await list.getByRole('option', { name: new RegExp('^Fujifilm') }).click()
  await expect(page.getByRole('heading', { level: 1, name: camera })).toBeVisible()
  await box.fill('wedding')
  await expect(list).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL('/products?search=wedding')
  await expect(list).toHaveCount(0)

  await box.fill('')
  await box.pressSequentially('f')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.pressSequentially('ujif')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(list.getByRole('option')).toHaveText([new RegExp('Fujifilm'), 'See all results for “fujif”'])
  await box.press('ArrowDown')
  const active = list.getByRole('option', { selected: true })
  await expect(active).toContainText(camera)
  await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id'))!)
  await expect(box).toBeFocused()
  await box.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box).toHaveValue('fujif')
  await box.press('ArrowUp')
  await expect(active).toHaveText('See all results for “fujif”')
  await box.press('ArrowUp')
  await expect(active).toContainText(camera)
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: camera })).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('A search from the results keeps the focus, and what is typed while the answer loads', async ({
  page,
}) => {
  const { box } = await open(page, '/products')
  await box.pressSequentially('tent')
  await box.press('Enter')
  await expect(page).toHaveURL('/products?search=tent')
  await expect(box).toBeFocused()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/products.data*', async (route) => {
    await held
    await route.continue()
  })
  await box.fill('drill')
  await box.press('Enter')
  await box.pressSequentially('s')
  letGo()
  await expect(page).toHaveURL('/products?search=drill')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('drills')
  await page.goBack()
  await expect(box).toHaveValue('tent')
})

test('Only the answer to what was typed last counts; nothing found and failures are said', async ({
  page,
}) => {
  const { box, list } = await open(page)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('/api/suggestions?q=fujifilm', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest('/api/suggestions?q=fujifilm')
  await box.fill('fujifilm')
  await asked
  await expect(page.getByRole('search').getByText('Searching...')).toBeVisible()
  await box.fill('zzzz')
  await expect(page.getByText('Nothing is called “zzzz”.')).toBeVisible()
  letGo()
  await expect(list.getByRole('option')).toHaveText(['See all results for “zzzz”'])

  await page.route('/api/suggestions?q=tent', (route) =>
    route.fulfill({ status: 429, json: { message: 'Please try again in 20 seconds.' } }),
  )
  await box.fill('tent')
  await expect(page.getByText('Please try again in 20 seconds.')).toBeVisible()
  await list.getByRole('option', { name: 'See all results for “tent”' }).click()
  await expect(page).toHaveURL('/products?search=tent')
})

test('Admins find listings in every state, with their status', async ({ page }) => {
  const found = await page.request.get('/api/suggestions?q=tuxedo')
  expect(await found.json()).toEqual({ suggestions: [] })
  await enter(page, 'admin')
  const { box, list } = await open(page)
  await box.fill('TUXEDO')
  await expect(list.getByRole('option').first()).toContainText('Waiting for review')
})
