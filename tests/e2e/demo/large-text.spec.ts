import { type Page } from '@playwright/test'
import { browserArgs, browserExecutable } from '#tests/support/browser.ts'
import { linksOf } from '#tests/support/html.ts'
import { enter, htmlOf } from '../support/people.ts'
import { intoCart } from '../support/paying.ts'
import { phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'
import { overflow } from '../support/views.ts'
import { tracker } from '../support/page-parts.ts'

const test = testsOn('demo')
const executablePath = await browserExecutable()
// The text size that people choose in their browser: media queries grow with it, too.
test.use({
  viewport: phone.viewport,
  launchOptions: { executablePath, args: [...browserArgs, '--blink-settings=defaultFontSize=32'] },
})

/** The words of headings of which a part is in the next line. */
const brokenWords = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll(async (headings) => {
      await document.fonts.ready
      return headings.flatMap((heading) => {
        const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
        const broken: string[] = []
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}+/gu)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              broken.push(word)
          }
        return broken
      })
    })

/**
 * Opens pages on a phone whose text is twice as large. Expects that none scrolls sideways, and that no word of a
 * heading is broken into two lines on those of `whole`. `also` looks at each page.
 */
async function expectToFit(
  page: Page,
  addresses: readonly string[],
  { whole = [], also }: { whole?: readonly string[]; also?: (address: string) => Promise<void> } = {},
) {
  for (const address of addresses) {
    await page.goto(address)
    expect.soft(await overflow(page), address).toEqual([])
    if (whole.includes(address)) expect.soft(await brokenWords(page), address).toEqual([])
    await also?.(address)
  }
}

/** The address of the first link with this name on a page. */
const linkOn = async (page: Page, address: string, name: RegExp) =>
  linksOf(await htmlOf(page, address)).find((link) => name.test(link.name))!.href

test('With large text no page of a guest is wider than a phone, and no word of a heading is broken', async ({
  page,
}) => {
  await page.goto('/products')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  const listings = await page.getByRole('list', { name: 'Items' }).getByRole('link').all()
  const two = await Promise.all(listings.slice(0, 2).map(async (link) => (await link.getAttribute('href'))!))
  const whole = ['/', '/about', '/faq', '/help', '/privacy-policy']
  await expectToFit(
    page,
    [
      ...[...whole, '/products', '/contact', '/help?q=magkano'],
      ...['/login', '/login?portal=renter', '/login?portal=owner&tab=signup', '/support', ...two],
    ],
    { whole },
  )
})

test('With large text no page of a renter is wider than a phone, and no word of a heading is broken', async ({
  page,
}) => {
  await enter(page, 'renter')
  const profile = (names: string[]) => names.map((name) => `/profile${name}`)
  const whole = profile(['', '/messages', '/notices', '/settings', '/settings/notifications'])
  const others = profile(['/favorites', '/rental-tracker', '/waiting-list'])
  const settings = profile(['data', 'two-factor', 'sessions'].map((name) => `/settings/${name}`))
  const receipt = await linkOn(page, '/profile/rental-tracker', /^Print Receipt of/)
  const chat = await linkOn(page, '/profile/messages', /^Olivia Santos/)
  await intoCart(page, 'nintendo', { startsIn: 95 })
  const addresses = [receipt, chat, '/cart', '/checkout', ...whole, ...others, ...settings]
  await expectToFit(page, addresses, { whole })
})

test('With large text no page of an owner is wider than a phone, and its amounts are whole', async ({
  page,
}) => {
  await enter(page, 'owner')
  const details = await linkOn(page, tracker, /^Details of/)
  const edit = await linkOn(page, '/profile/listings', /^Edit /)
  const calendar = await linkOn(page, '/profile/listings', /^Calendar of/)
  const amountsAreWhole = async (address: string) => {
    const amounts = page.getByRole('main').getByText(/^[+−-]?₱[\d,.]+$/)
    await expect(amounts.first()).toBeVisible()
    const ends = await amounts.evaluateAll((elements) =>
      elements.map((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return { text: element.textContent, right: text.getBoundingClientRect().right }
      }),
    )
    for (const { text, right } of ends)
      expect.soft(right, `${address}: ${text}`).toBeLessThanOrEqual(360 - 18)
  }
  const withAmounts = ['/profile', '/profile/statement']
  const others = ['/profile/listings', edit, calendar, '/profile/messages', tracker, details]
  await expectToFit(page, [...withAmounts, ...others], {
    also: async (address) => {
      if (withAmounts.includes(address)) await amountsAreWhole(address)
    },
  })
})

test('With large text no page of an admin is wider than a phone', async ({ page }) => {
  await enter(page, 'admin')
  const order = await linkOn(page, '/admin/orders', /^cod-/)
  const names = ['users', 'admins', 'listings', 'orders', 'claims', 'book', 'refunds', 'payouts', 'reviews']
  const more = ['reconciliation', 'reports', 'contact-messages', 'jobs', 'health', 'categories', 'tags']
  await expectToFit(page, [
    ...['/admin', order],
    ...[...names, ...more, 'content', 'audit-log', 'settings'].map((name) => `/admin/${name}`),
  ])
})
