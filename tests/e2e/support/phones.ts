import { expect, type Page } from '@playwright/test'
import { section, toast } from './page-parts.ts'
import { intoCart } from './paying.ts'
import { demo, demoPassword } from './people.ts'

/** A small phone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
export const tracker = '/profile/rental-tracker'
const fromOurs = { 'Sec-Fetch-Site': 'same-origin' }

/** Logs in by forms only, which works with and without scripts. */
export async function logIn(page: Page, portal: 'renter' | 'owner', email = demo[portal]) {
  await page.goto(`/login?portal=${portal}`)
  await page.request.post('/login', {
    form: { portal, email, password: demoPassword },
    headers: fromOurs,
    maxRedirects: 0,
  })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * A rental in cash of the first thing that a search finds, which is this owner's: approved, and tomorrow for a day by
 * default. Returns the address of its page, and its title.
 */
export async function approvedRental(
  renter: Page,
  owner: Page,
  words: string,
  { startsIn = 1, days = 1 } = {},
): Promise<{ page: string; title: string }> {
  const title = await intoCart(renter, words, { startsIn, days })
  await renter.goto('/checkout')
  const value = (name: string) => renter.locator(`form [name=${name}]`).inputValue()
  const form = {
    agreed: 'on',
    paymentMethod: 'cash_on_delivery',
    idempotencyKey: await value('idempotencyKey'),
    quoteSeen: await value('quoteSeen'),
  }
  const ordered = await renter.request.post('/checkout', { form, headers: fromOurs, maxRedirects: 0 })
  expect(ordered.status(), `${title} is ordered`).toBe(302)
  await owner.goto(tracker)
  const entry = section(owner, 'Pending').getByRole('article').filter({ hasText: title }).first()
  const page = (await entry.getByRole('link', { name: /^Details of/ }).getAttribute('href'))!
  await owner.goto(page)
  await owner.getByRole('button', { name: /^Approve/ }).click()
  await expect(toast(owner, 'Rental approved.')).toBeVisible()
  return { page, title }
}

/** The digits of the code that a page shows. */
export const digitsOn = async (page: Page) =>
  (await page.getByLabel(/^Code( \d){6}$/).innerText()).replaceAll(/\s/g, '')

export const enterCode = async (page: Page, code: string, button: string) => {
  await page.getByRole('textbox', { name: /^Code/ }).fill(code)
  await page.getByRole('button', { name: button }).click()
}

/** Nothing is wider than the phone. */
export const fits = async (page: Page, width = phone.viewport.width) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(
    width,
  )
