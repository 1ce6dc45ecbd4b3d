import { addDays, dayInManila, formatPeriod, periodOf } from '#domain/period.ts'
import { partOf, textOf } from '#tests/support/html.ts'
import { firstFound } from '../support/paying.ts'
import { enter } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { card, expectSum, ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const camera = 'Fujifilm X-T30 II, silver, with 35mm f/2'
const articles = /<article\b[\s\S]*?<\/article>/g
const nintendo = 'Nintendo Switch OLED with party games'

// Spec: S2.18, S2.19, S9.11
test('The home page shows six popular items, and those of a category', async ({ another }) => {
  const guest = plain(await another())
  await guest.open('/')
  const popular = () => guest.html.split('aria-label="Popular items"')[1]!.match(articles)!.map(textOf)
  expect(popular()).toHaveLength(6)
  expect(popular()[0]).toContain(camera)
  await guest.follow('Sports')
  expect(guest.at).toBe('/?category=Sports#popular')
  expect(popular()).toHaveLength(5)
  expect(popular().filter((text) => text.includes('Sports'))).toHaveLength(5)
  await guest.follow('All')
  expect(popular()).toHaveLength(6)
  await guest.follow('Browse Items')
  expect(guest.at).toBe('/products')
})

// Spec: S2.21, S2.22
test('The catalogue keeps search and category in its address', async ({ page }) => {
  await page.goto('/products')
  const names = await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').allInnerTexts()
  expect(names).toEqual(['All', ...names.slice(1).toSorted((a, b) => a.localeCompare(b))])
  expect(names).toHaveLength(13)

  await page.getByRole('searchbox', { name: 'Search by title or tag' }).fill('wedding')
  await page
    .getByRole('search', { name: 'Search the products' })
    .getByRole('button', { name: 'Search' })
    .click()
  await expect(page).toHaveURL('/products?search=wedding')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cameras' }).click()
  await expect(page).toHaveURL('/products?search=wedding&category=Cameras')
  const items = page.getByRole('list', { name: 'Items' }).getByRole('article')
  await expect(items.filter({ hasText: camera })).toHaveCount(1)
  await expect(items.filter({ hasNotText: 'Cameras' })).toHaveCount(0)
  const found = await items.getByRole('heading').allInnerTexts()

  await page.reload()
  await expect(items.getByRole('heading')).toHaveText(found)
  await expect(page.getByRole('searchbox', { name: 'Search by title or tag' })).toHaveValue('wedding')
  await page.goBack()
  await expect(page).toHaveURL('/products?search=wedding')
  await expect(items.filter({ hasNotText: 'Cameras' })).not.toHaveCount(0)
})

test('Load more brings the rest, each item once, and then goes', async ({ page }) => {
  await page.goto('/products')
  const titles = page.getByRole('list', { name: 'Items' }).getByRole('heading').getByRole('link')
  for (const shown of [24, 48]) {
    await expect(titles).toHaveCount(shown)
    await page.getByRole('link', { name: 'Load more' }).click()
  }
  await expect(titles).toHaveCount(72)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  await expect(page).toHaveURL('/products')
  const addresses = await titles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(72)
})

// Spec: S2.24
test('A search is forgiven a slip, and says so when nothing matches', async ({ another }) => {
  const guest = plain(await another())
  await guest.open('/')
  await guest.press('Search', { search: 'fujiflm' })
  expect(guest.at).toBe('/products?search=fujiflm')
  expect(guest.text).toContain('Nothing matches “ fujiflm ”. Showing results for fujifilm .')
  expect(guest.html.match(articles)!.map(textOf)).toEqual([expect.stringContaining(camera)])
  await guest.press('Search', { search: 'zeppelin' })
  expect(guest.at).toBe('/products?search=zeppelin')
  expect(guest.text).toContain('No items match your current filters or search term.')
  expect(guest.html).not.toContain('aria-label="Items"')
})

// Spec: S2.25
test('A listing shows what it is, whose, and what the chosen days cost', async ({ page }) => {
  await page.goto((await firstFound(page, 'fujifilm')).href)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: camera })).toBeVisible()
  await expect(page).toHaveTitle(
    /^Fujifilm X-T30 II, silver, with 35mm f\/2 for rent, ₱780\.00\/day . Hiram$/,
  )
  const main = page.getByRole('main')
  for (const text of ['Olivia S.', 'Cameras', 'The silver one with the dials', 'Verified rental'])
    await expect(main).toContainText(text)
  for (const tag of ['camera', 'photography', 'wedding', 'travel'])
    await expect(
      page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: tag, exact: true }),
    ).toBeVisible()
  await expect(page.getByRole('img', { name: camera }).first()).toBeVisible()
  for (const [days, price] of [
    ['1 day', '₱780.00 for 1 day'],
    ['3 days', '₱2,340.00 for 3 days'],
    ['7 days', '₱5,460.00 for 7 days'],
  ] as const) {
    await page.getByRole('radio', { name: days }).check()
    await expect(main.getByText(price)).toBeVisible()
  }
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'wedding' }).click()
  await expect(page).toHaveURL('/products?search=wedding')
})

// Spec: S2.5, S2.30, S3.19, S3.20, S4.21, S8.16, D17
test('A cart sums up its items to the centavo, and waits on every device', async ({ page, another }) => {
  await enter(page, 'renter', 'fatima@hiram.test')
  const start = addDays(dayInManila(new Date()), 40)
  const renter = plain(page)
  await renter.open('/cart')
  expect(renter.text).toContain('Your cart is empty')
  await renter.open((await firstFound(page, 'fujifilm')).href)
  expect(textOf(partOf(renter.html, 'h1', ''))).toContain(camera)
  await renter.press('Add to Cart', { durationDays: '1', deliveryOption: 'pickup', startDate: start })
  expect(renter.html).toContain('aria-label="Cart, 1 item"')
  await page.goto((await firstFound(page, 'nintendo')).href)
  await expect(page.getByRole('heading', { level: 1, name: nintendo })).toBeVisible()
  await page.getByRole('radio', { name: '3 days' }).check()
  await page.getByRole('radio', { name: 'Delivery' }).check()
  await page.getByLabel(/^Start date/).fill(start)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('link', { name: 'Cart, 2 items', exact: true }).click()
  await expectSum(page, ['Subtotal', '₱1,920.00'], ['Delivery fee', '₱15.00'])
  await expectSum(page, ['Service fee', '₱96.00'], ['Total', '₱2,031.00'])
  await expect(card(page, nintendo)).toContainText(`${formatPeriod(periodOf(start, 3))} (3 days)`)

  await page.getByRole('button', { name: `Remove ${camera}` }).click()
  await expect(toast(page, 'Item removed from cart.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await expectSum(page, ['Subtotal', '₱1,140.00'], ['Service fee', '₱57.00'], ['Total', '₱1,212.00'])
  const otherDevice = await plainOf(another, 'renter', 'fatima@hiram.test')
  await otherDevice.open('/cart')
  for (const line of [/ Subtotal ₱1,140\.00 /, / Service fee[^₱]* ₱57\.00 /, / Total ₱1,212\.00 /])
    expect(otherDevice.text).toMatch(line)
})
