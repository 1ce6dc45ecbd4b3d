import { type Page } from '@playwright/test'
import { enter } from '../support/people.ts'
import { phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'
import { overflow } from '../support/views.ts'

const test = testsOn('demo')
test.use({ viewport: phone.viewport })

/** Opens pages on a phone whose text is twice as large. Expects that none scrolls sideways. */
async function expectToFit(page: Page, addresses: readonly string[]) {
  for (const address of addresses) {
    await page.goto(address)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect.soft(await overflow(page), address).toEqual([])
  }
}

test('With large text no page of a guest is wider than a phone', async ({ page }) => {
  await page.goto('/products')
  const listings = await page.getByRole('list', { name: 'Items' }).getByRole('link').all()
  const two = await Promise.all(listings.slice(0, 2).map(async (link) => (await link.getAttribute('href'))!))
  await expectToFit(page, [
    ...['/', '/products', '/about', '/contact', '/faq', '/help', '/help?q=magkano', '/privacy-policy'],
    ...['/login', '/login?portal=renter', '/login?portal=owner&tab=signup', '/support', ...two],
  ])
})

test('With large text no page of a renter is wider than a phone', async ({ page }) => {
  await enter(page, 'renter')
  const profile = '/profile/'
  const pages = ['', 'favorites', 'messages', 'rental-tracker', 'notices', 'settings', 'waiting-list']
  const settings = ['notifications', 'data', 'two-factor', 'sessions'].map((name) => `settings/${name}`)
  await page.goto('/profile/rental-tracker')
  const receipt = page.getByRole('link', { name: /^Print Receipt of/ }).first()
  await expectToFit(page, [
    (await receipt.getAttribute('href'))!,
    ...[...pages, ...settings].map((name) => profile + name),
  ])
})
