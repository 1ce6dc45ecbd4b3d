import { ready, toast } from './support/page-parts.ts'
import { expect, testsOn } from './support/test.ts'

const test = testsOn('town')

test('By keyboard: the first stop is the skip link, which leads to the content', async ({ page }) => {
  await page.goto('/products')
  await ready(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products#main')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search by title or tag' })).toBeFocused()
})

test('By keyboard: the log-in modal takes focus, keeps it, closes on Esc and gives it back', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  const opener = page.getByRole('banner').getByRole('link', { name: 'Log in' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Welcome, neighbour' })
  await expect(dialog.getByRole('heading', { name: 'Welcome, neighbour' })).toBeFocused()
  const outside = () =>
    page.evaluate(
      () => !document.activeElement?.closest('dialog') && document.activeElement !== document.body,
    )
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    expect(await outside(), `after ${i + 1} times Tab focus is in the modal`).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('By keyboard: someone logs in, answers a question and is back where they were', async ({ page }) => {
  await page.goto('/')
  await ready(page)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^I’m a Renter/ })
    .press('Enter')
  await expect(page.getByRole('dialog').getByLabel(/^Email/)).toBeFocused()
  await page.keyboard.type('grace@hiram.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('hiram-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await page.goto('/profile/rental-tracker')
  await ready(page)
  const cancel = page.getByRole('link', { name: /^Cancel rental: Snorkel set/ })
  await cancel.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cancel).toBeFocused()
  await expect(page).toHaveURL('/profile/rental-tracker')
  await cancel.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel rental' }).press('Enter')
  await expect(toast(page, 'Rental cancelled.')).toBeVisible()
})

test('At 360 px the menu leads everywhere', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await ready(page)
  for (const name of ['Home', 'Products', 'About', 'Contact', 'Log in']) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.locator('#site-menu').getByRole('link', { name, exact: true }).click()
    await expect(page.locator('#site-menu')).toBeHidden()
    if (name !== 'Log in') await expect(page).toHaveURL(name === 'Home' ? '/' : `/${name.toLowerCase()}`)
  }
  await expect(page.getByRole('dialog', { name: 'Welcome, neighbour' })).toBeVisible()
})
