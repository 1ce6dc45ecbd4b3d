import { linksOf, partOf, textOf } from '#tests/support/html.ts'
import { enter, textAt } from '../support/people.ts'
import { ready, tracker } from '../support/page-parts.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

/** The figure under a label of a dashboard, with its note. */
const figure = (html: string, label: string) =>
  textOf(new RegExp(`<dt\\b[^>]*>${label}</dt>(<dd[\\s\\S]*?</dd>)`).exec(html)![1]!).trim()
const linkIn = (html: string, name: RegExp) => linksOf(html).find((link) => name.test(link.name))
/** The text of each element of a tag. */
const textsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[\\s\\S]*?</${tag}>`, 'g'))].map(([each]) => textOf(each))

// Spec: S2.47
test('An owner’s dashboard shows what they earned by month and what comes next', async ({ page }) => {
  await enter(page, 'owner')
  const owner = plain(page)
  await owner.open('/profile')
  expect(figure(owner.html, 'Total Listings')).toMatch(/^\d+$/)
  expect(figure(owner.html, 'Items Rented Out')).toContain('2')
  const earned = figure(owner.html, 'Total Earnings')
  const pesos = /₱[\d,]+\.\d\d/.exec(earned)![0]
  expect(earned).toContain('The rent of your completed rentals.')

  const chart = partOf(owner.html, 'figure', 'Earnings by month')
  expect(textOf(chart)).toContain(`${pesos} from`)
  expect(textsOf(chart, 'tr')).toHaveLength(13)
  const months = textsOf(chart, 'td')
  const centavos = (text: string) => Number(text.replaceAll(/[^\d]/g, ''))
  expect(months.reduce((sum, text) => sum + centavos(text), 0)).toBe(centavos(pesos))
  expect(months.filter((text) => centavos(text) > 0).length).toBeGreaterThan(1)

  const agenda = owner.part('section', 'Next hand-overs and returns')
  const back = linkIn(agenda, /Navy two-piece suit.*Due back from Miguel Cabrera III/)
  expect(back?.href).toBe(`${tracker}#section-Active`)
  expect(linkIn(agenda, /Deliver to Mary Grace Manalo/)).toBeDefined()
})

// Spec: D14
test('Above a column of earnings stands the whole amount, or none where it has no room, and below 1280 px in a table', async ({
  page,
}) => {
  await enter(page, 'owner')
  await page.goto('/profile')
  // What the test writes must not differ from what the scripts expect when they start.
  await ready(page)
  const chart = page.getByRole('figure', { name: 'Earnings by month' })
  const amounts = chart.getByText(/^₱/).and(page.locator('[aria-hidden] *'))
  await expect(amounts).toHaveCount(12)
  for (const text of ['₱5.00', '₱1,500.00', '₱150,000.00', '₱99,999,999.99']) {
    await amounts.evaluateAll((all, each) => all.forEach((amount) => (amount.textContent = each)), text)
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const shown = await amounts.evaluateAll((all) =>
        all.flatMap((amount) => {
          const [own, line] = [amount, amount.parentElement!].map((each) => each.getBoundingClientRect())
          return own!.top < line!.bottom ? [{ left: own!.left, right: own!.right }] : []
        }),
      )
      if (text === '₱5.00' || (text === '₱1,500.00' && width === 1440)) expect(shown).toHaveLength(12)
      if (text === '₱99,999,999.99' && width === 1280) expect(shown).toEqual([])
      for (const [i, { right }] of shown.slice(0, -1).entries())
        expect(right, `${text} at ${width} px`).toBeLessThan(shown[i + 1]!.left)
    }
  }
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await chart.getByRole('cell', { name: /^₱/ }).first().boundingBox())!.width).toBeGreaterThan(100)
  }
})

// Spec: S2.48
test('A renter’s dashboard shows what to pick up and bring back, or where to begin', async ({
  page,
  visit,
}) => {
  await enter(page, 'renter')
  const renter = plain(page)
  await renter.open('/profile')
  expect(figure(renter.html, 'Active Rentals')).toContain('2')
  const agenda = renter.part('section', 'Your next pick-ups and returns')
  expect(linkIn(agenda, /Return to/)).toBeDefined()
  expect(linkIn(agenda, /Pick up from/)).toBeDefined()
  expect(renter.html).not.toContain('<figure')

  const other = await visit()
  await enter(other, 'renter', 'rosalinda@hiram.test')
  expect(await textAt(other, '/profile')).toContain('Nothing to pick up and nothing to bring back.')
})

// Spec: S2.65
test('The admin’s overview shows totals, what waits, and growth by week and month', async ({ page }) => {
  await enter(page, 'admin')
  const admin = plain(page)
  await admin.open('/admin')
  expect(figure(admin.html, 'Total Users')).toBe('18')
  expect(figure(admin.html, 'Total Listings')).toBe('84')
  const waiting = admin.part('section', 'What waits for you')
  expect(linkIn(waiting, /^Review 5 listings$/)).toBeDefined()
  expect(linkIn(waiting, /^Verify \d+ users?$/)).toBeDefined()
  expect(textOf(partOf(admin.html, 'figure', 'Rentals'))).toContain('in the last 12 weeks')
  await admin.follow('By month')
  expect(textOf(partOf(admin.html, 'figure', 'Sign-ups'))).toContain('18 in the last 12 months')
  await admin.follow('Review 5 listings')
  expect(admin.at).toBe('/admin/listings?status=available')
})
