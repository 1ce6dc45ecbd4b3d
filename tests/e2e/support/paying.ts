import { expect, type Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { ready } from './page-parts.ts'

const fromOurs = { 'Sec-Fetch-Site': 'same-origin' }

/** Adds the first result of a search to the cart, by posting its form; returns its title. */
export async function intoCart(page: Page, words: string, { startsIn = 20, days = 3 } = {}): Promise<string> {
  await page.goto(`/products?search=${words}`)
  const found = page.getByRole('list', { name: 'Items' }).getByRole('article').first()
  const title = await found.getByRole('heading').innerText()
  const address = (await found.getByRole('link').first().getAttribute('href'))!
  const form = {
    listingId: address.split('/').at(-1)!,
    durationDays: String(days),
    deliveryOption: 'delivery',
    startDate: addDays(dayInManila(new Date()), startsIn),
  }
  const added = await page.request.post(address, { form, headers: fromOurs, maxRedirects: 0 })
  expect(added.status(), `${title} goes into the cart`).toBe(302)
  return title
}

/**
 * Orders the cart's items with online payment, by posting the checkout form; returns the order's number and its
 * checkout.
 */
export async function orderOnline(page: Page) {
  await page.goto('/checkout')
  const value = (name: string) => page.locator(`form [name=${name}]`).inputValue()
  const form = {
    agreed: 'on',
    paymentMethod: 'online',
    idempotencyKey: await value('idempotencyKey'),
    quoteSeen: await value('quoteSeen'),
  }
  const ordered = await page.request.post('/checkout', { form, headers: fromOurs, maxRedirects: 0 })
  expect(ordered.status(), 'the order is placed').toBe(302)
  const url = ordered.headers()['location']!
  await page.goto('/cart')
  const number = await page.locator('form [name=orderNumber]').first().inputValue()
  return { number, url, checkoutId: new URL(url).pathname.split('/').at(-1)! }
}

/** Cancels an unpaid order, by posting its button's form. */
export async function giveUp(page: Page, orderNumber: string) {
  const form = { intent: 'cancel', orderNumber, from: 'return' }
  await page.request.post('/checkout/unpaid', { form, headers: fromOurs, maxRedirects: 0 })
}

/** Accepts the agreement at checkout and chooses online payment. */
export async function chooseOnline(page: Page) {
  await page.goto('/checkout')
  await ready(page)
  await page.getByLabel(/^I have read/).check()
  await page.getByRole('radio', { name: 'Card or e-wallet' }).check()
}

/** On the provider's page: chooses a payment method and presses a button. */
export async function atProvider(page: Page, press: RegExp | string, way?: string) {
  await expect(page).toHaveTitle(/PayMongo emulator/)
  if (way) await page.getByRole('radio', { name: way, exact: true }).check()
  await page.getByRole('button', { name: press }).click()
}

/** The number of A4 pages that a page prints on. */
export async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}
