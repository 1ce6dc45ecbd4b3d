import type { Page } from '@playwright/test'
import { addDays, dayInManila, formatDay, formatPeriod, periodOf } from '#domain/period.ts'
import { card, expectBeside, toast } from '../support/page-parts.ts'
import { textOf } from '#tests/support/html.ts'
import { firstFound } from '../support/paying.ts'
import { enter, htmlOf } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [409, 422] })

/** Rented from the 2nd to the 8th day from today, blocked from the 14th to the 16th. */
const snorkel = 'Snorkel set with long fins, size 8 to 10'
const day = (n: number) => addDays(dayInManila(new Date()), n)

const addressOf = async (page: Page, title: string) =>
  (await firstFound(page, encodeURIComponent(title))).href
const calendarOf = async (page: Page, title: string) =>
  `${(await addressOf(page, title)).replace('/listing/', '/profile/listings/')}/calendar`

async function open(page: Page, title: string) {
  await page.goto(await addressOf(page, title))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('Days are chosen in the calendar by keyboard, and a refusal offers the nearest free start', async ({
  page,
}) => {
  await enter(page, 'renter', 'fatima@hiram.test')
  await open(page, snorkel)
  const field = page.getByLabel(/^Start date/)
  await page.getByRole('button', { name: 'Show calendar' }).press('Enter')
  const today = page.getByRole('button', { name: `${formatDay(day(0))}, today`, exact: true })
  await expect(today).toBeVisible()
  // At the end of a month it is on the next page of the calendar.
  if (day(2).slice(0, 7) === day(0).slice(0, 7))
    await expect(page.getByRole('button', { name: `${formatDay(day(2))}, taken` })).toBeDisabled()
  for (let i = 0; i < 4 && !(await today.evaluate((node) => node === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(day(9))
  await expect(page.getByText(`Your days: ${formatDay(day(9))}`)).toBeVisible()

  await page.getByRole('radio', { name: '7 days' }).check()
  await expectBeside(field, `Taken: ${formatPeriod(periodOf(day(14), 3))}. Please choose another start date.`)
  await page.getByRole('link', { name: formatDay(day(17)), exact: true }).click()
  await expect(field).toHaveValue(day(17))
  await expect(field).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(toast(page, 'Item added to cart!')).toBeVisible()
})

// Spec: D35
test('In the high-contrast colours of a system, what is chosen and taken stays marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/products?category=Camping')
  const groundOf = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .first()
      .evaluate((chip) => getComputedStyle(chip).backgroundColor)
  expect(await groundOf('Camping')).not.toBe(await groundOf('Gaming'))

  await enter(page, 'owner')
  await page.goto(await calendarOf(page, snorkel))
  const groundOfDay = (name: string) =>
    page
      .getByRole('gridcell')
      .filter({ has: page.getByRole('button', { name, exact: true }) })
      .evaluate((cell) => getComputedStyle(cell).background)
  const free = await groundOfDay(formatDay(day(1)))
  expect(await groundOfDay(`${formatDay(day(8))}, rented`)).not.toBe(free)
  await page.getByLabel(/^First day/).fill(day(20))
  await page.getByLabel(/^Last day/).fill(day(20))
  expect(await groundOfDay(`${formatDay(day(20))}, to be blocked`)).not.toBe(free)
})

test('Filters combine in the address, come back from it, and go one by one', async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('Highest price').fill('300')
  await page.getByLabel('Free from').fill(day(3))
  await page.getByLabel('For', { exact: true }).selectOption('3 days')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/products?max=300&start=${day(3)}&days=3`)
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  const address = `/products?sort=price-high&max=300&start=${day(3)}&days=3`
  await expect(page).toHaveURL(address)
  const items = page.getByRole('list', { name: 'Items' }).getByRole('article')
  // The address changes a moment before the items do.
  await expect(async () => {
    const seen = (await items.allInnerTexts()).map((text) =>
      Number(/₱([\d,.]+)/.exec(text)![1]!.replaceAll(',', '')),
    )
    expect(seen.length).toBeGreaterThan(1)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(Math.max(...seen)).toBeLessThanOrEqual(300)
  }).toPass()
  await expect(items.filter({ hasText: snorkel })).toHaveCount(0)

  await page.reload()
  await expect(page.getByLabel('Highest price')).toHaveValue('300')
  await expect(page.getByLabel('Free from')).toHaveValue(day(3))
  await page.getByRole('link', { name: 'Remove filter: ₱300.00 or less' }).click()
  await expect(page).toHaveURL(`/products?sort=price-high&start=${day(3)}&days=3`)
  await expect(page.getByLabel('Highest price')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Highest price')).toHaveValue('300')

  await page.getByLabel('Lowest price').fill('900')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectBeside(page.getByLabel('Highest price'), 'The highest price cannot be below the lowest.')
  await expect(page.getByLabel('Lowest price')).toHaveValue('900')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/products')
})

test('An owner blocks days and pauses a listing, and everyone else sees it', async ({ page, another }) => {
  const umbrella = 'Garden umbrella, 3 metres, with base'
  await enter(page, 'owner')
  const listing = await addressOf(page, umbrella)
  await page.goto(await calendarOf(page, umbrella))
  await page.getByRole('button', { name: formatDay(day(1)), exact: true }).click()
  await page.getByRole('button', { name: formatDay(day(3)), exact: true }).click()
  await expect(page.getByLabel(/^Last day/)).toHaveValue(day(3))
  await page.getByRole('button', { name: 'Block these days' }).click()
  const words = formatPeriod(periodOf(day(1), 3))
  await expect(toast(page, `Blocked: ${words}.`)).toBeVisible()

  const guest = plain(await another())
  await guest.open(listing)
  expect(
    guest.html
      .match(/<li\b[^>]*>((?!<\/li>).)*/g)!
      .map(textOf)
      .join('\n'),
  ).toContain(words)
  await page.getByRole('button', { name: `Remove the block ${words}` }).click()
  await expect(toast(page, `Free again: ${words}.`)).toBeVisible()

  await page.goto('/profile/listings')
  await page.getByRole('button', { name: `Pause ${umbrella}` }).click()
  await expect(card(page, umbrella).getByText('Paused', { exact: true })).toBeVisible()
  await guest.open('/products?search=umbrella')
  expect(guest.part('article', umbrella)).toBe('')
  expect(textOf(await htmlOf(page, listing))).toContain(
    'Only you, admins and whoever rented it before can see this page.',
  )
  await page.getByRole('button', { name: `Resume ${umbrella}` }).click()
  await expect(card(page, umbrella).getByText('Approved', { exact: true })).toBeVisible()
})
