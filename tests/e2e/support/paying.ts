import { expect, type Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { fieldsOf, linksOf } from '#tests/support/html.ts'
import { ready, tracker } from './page-parts.ts'
import { type Asker, htmlOf, linkOn, post, textAt, textIn } from './people.ts'

/** The first result of a search: its title, and the address of its page. */
export async function firstFound(asker: Asker, words: string): Promise<{ name: string; href: string }> {
  const [, items] = (await htmlOf(asker, `/products?search=${words}`)).split('aria-label="Items"')
  return linksOf(items!).find(({ href }) => href.startsWith('/listing/'))!
}

/** The address where one writes to the owner of the first result of a search. */
export const chatAbout = async (asker: Asker, words: string) =>
  linkOn(asker, (await firstFound(asker, words)).href, 'Chat with Owner')

/** Adds the first result of a search to the cart, by posting its form; returns its title. */
export async function intoCart(
  asker: Asker,
  words: string,
  { startsIn = 20, days = 3 } = {},
): Promise<string> {
  const { name: title, href: address } = await firstFound(asker, words)
  const form = {
    listingId: address.split('/').at(-1)!,
    durationDays: String(days),
    deliveryOption: 'delivery',
    startDate: addDays(dayInManila(new Date()), startsIn),
  }
  const added = await post(asker, address, form)
  expect(added.status(), `${title} goes into the cart`).toBe(302)
  return title
}

/** Orders the cart's items, by posting the checkout form; returns the address to which that leads. */
export async function order(asker: Asker, paymentMethod: 'online' | 'cash_on_delivery'): Promise<string> {
  const { idempotencyKey, quoteSeen } = fieldsOf(await htmlOf(asker, '/checkout'))
  const form = { agreed: 'on', paymentMethod, idempotencyKey: idempotencyKey!, quoteSeen: quoteSeen! }
  const ordered = await post(asker, '/checkout', form)
  expect(ordered.status(), 'the order is placed').toBe(302)
  return ordered.headers()['location']!
}

/** The number of the first unpaid order in the cart, if there is one. */
export async function unpaidNumber(asker: Asker): Promise<string | undefined> {
  return /name="orderNumber" value="([^"]+)"/.exec(await htmlOf(asker, '/cart'))?.[1]
}

/** Orders the cart's items with online payment; returns its number, and the address and id of its checkout. */
export async function orderOnline(asker: Asker) {
  const url = await order(asker, 'online')
  const number = await unpaidNumber(asker)
  if (!number) throw new Error('The order is not in the cart.')
  return { number, url, checkoutId: new URL(url).pathname.split('/').at(-1)! }
}

/** Cancels an unpaid order, by posting its button's form. */
export async function giveUp(asker: Asker, orderNumber: string) {
  const answer = await post(asker, '/checkout/unpaid', { intent: 'cancel', orderNumber, from: 'return' })
  expect(answer.status(), `${orderNumber} is given up`).toBe(302)
}

/** The HTML of a section of a person's tracker, which is not opened; empty where there is no such section. */
export async function rentalsOf(asker: Asker, heading: string): Promise<string> {
  const [, rentals = ''] = (await htmlOf(asker, tracker)).split(`id="section-${heading}"`)
  return rentals.split('id="section-')[0]!
}

/** The text of a rental in a section of the tracker, found by words in it; empty where there is none. */
export const rentalIn = async (asker: Asker, heading: string, words: string) =>
  textIn(await rentalsOf(asker, heading), 'article', words)

/** Approves, as their owner, the first pending rental of this title; returns the address of the rental's page. */
export async function approve(owner: Asker, title: string): Promise<string> {
  const links = linksOf(await rentalsOf(owner, 'Pending'))
  const { href: rental } = links.find(({ name }) => name === `Details of ${title}`)!
  await post(owner, tracker, { rentalId: rental.split('/').at(-1)!, action: 'approve' })
  expect(await textAt(owner, tracker), `${title} is approved`).toContain('Rental approved.')
  return rental
}

/** Opens the checkout, accepts the agreement and chooses online payment. */
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
