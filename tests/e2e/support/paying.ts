import { expect, type Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { fieldsOf, linksOf } from '#tests/support/html.ts'
import { ready } from './page-parts.ts'
import { htmlOf } from './people.ts'

const fromOurs = { 'Sec-Fetch-Site': 'same-origin' }

/** The first result of a search: its title, and the address of its page. */
export async function firstFound(page: Page, words: string): Promise<{ name: string; href: string }> {
  const [, items] = (await htmlOf(page, `/products?search=${words}`)).split('aria-label="Items"')
  return linksOf(items!).find(({ href }) => href.startsWith('/listing/'))!
}

/** Adds the first result of a search to the cart, by posting its form; returns its title. */
export async function intoCart(page: Page, words: string, { startsIn = 20, days = 3 } = {}): Promise<string> {
  const { name: title, href: address } = await firstFound(page, words)
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

/** Orders the cart's items, by posting the checkout form; returns the address to which that leads. */
export async function order(page: Page, paymentMethod: 'online' | 'cash_on_delivery'): Promise<string> {
  const { idempotencyKey, quoteSeen } = fieldsOf(await htmlOf(page, '/checkout'))
  const form = { agreed: 'on', paymentMethod, idempotencyKey: idempotencyKey!, quoteSeen: quoteSeen! }
  const ordered = await page.request.post('/checkout', { form, headers: fromOurs, maxRedirects: 0 })
  expect(ordered.status(), 'the order is placed').toBe(302)
  return ordered.headers()['location']!
}

/** The number of the first unpaid order in the cart, if there is one. */
export async function unpaidNumber(page: Page): Promise<string | undefined> {
  return /name="orderNumber" value="([^"]+)"/.exec(await htmlOf(page, '/cart'))?.[1]
}

/** Orders the cart's items with online payment; returns the order's number and its checkout. */
export async function orderOnline(page: Page) {
  const url = await order(page, 'online')
  const number = await unpaidNumber(page)
  if (!number) throw new Error('The order is not in the cart.')
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
