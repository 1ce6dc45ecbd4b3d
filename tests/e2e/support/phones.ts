import { expect, type Page } from '@playwright/test'
import type { Asker } from './people.ts'
import { approve, intoCart, order } from './paying.ts'

/** A small phone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/**
 * A rental in cash of the first thing that a search finds, which is this owner's: approved, and tomorrow for a day by
 * default. Returns the address of its page, and its title.
 */
export async function approvedRental(
  renter: Asker,
  owner: Asker,
  words: string,
  { startsIn = 1, days = 1 } = {},
): Promise<{ page: string; title: string }> {
  const title = await intoCart(renter, words, { startsIn, days })
  await order(renter, 'cash_on_delivery')
  return { page: await approve(owner, title), title }
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
