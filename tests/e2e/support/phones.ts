import { expect, type Page } from '@playwright/test'
import { linksOf, textOf } from '#tests/support/html.ts'
import { intoCart, order } from './paying.ts'
import { htmlOf } from './people.ts'

/** A small phone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
export const tracker = '/profile/rental-tracker'
const fromOurs = { 'Sec-Fetch-Site': 'same-origin' }

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
  await order(renter, 'cash_on_delivery')
  const [, pending] = (await htmlOf(owner, tracker)).split('id="section-Pending"')
  const { href: page } = linksOf(pending!.split('id="section-')[0]!).find(
    ({ name }) => name === `Details of ${title}`,
  )!
  const form = { rentalId: page.split('/').at(-1)!, action: 'approve' }
  const approved = await owner.request.post(tracker, { form, headers: fromOurs })
  expect(textOf(await approved.text())).toContain('Rental approved.')
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
