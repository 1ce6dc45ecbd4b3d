import { textOf } from '#tests/support/html.ts'
import { enter, htmlOf } from '../support/people.ts'
import { ready, section, under } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

// Spec: S2.47
test('An owner’s dashboard shows what they earned by month and what comes next', async ({ page }) => {
  await enter(page, 'owner')
  await page.goto('/profile')
  await expect(under(page, 'Total Listings')).toHaveText(/^\d+$/)
  await expect(under(page, 'Items Rented Out')).toContainText('2')
  const earned = await under(page, 'Total Earnings').innerText()
  const pesos = /₱[\d,]+\.\d\d/.exec(earned)![0]
  await expect(under(page, 'Total Earnings')).toContainText('The rent of your completed rentals.')

  const chart = page.getByRole('figure', { name: 'Earnings by month' })
  await expect(chart).toContainText(`${pesos} from`)
  await expect(chart.getByRole('row')).toHaveCount(13)
  const months = await chart.getByRole('cell').allInnerTexts()
  const centavos = (text: string) => Number(text.replaceAll(/[^\d]/g, ''))
  expect(months.reduce((sum, text) => sum + centavos(text), 0)).toBe(centavos(pesos))
  expect(months.filter((text) => centavos(text) > 0).length).toBeGreaterThan(1)

  const agenda = section(page, 'Next hand-overs and returns')
  const back = agenda.getByRole('link', { name: /Navy two-piece suit.*Due back from Miguel Cabrera III/ })
  await expect(back).toBeVisible()
  await expect(agenda.getByRole('link', { name: /Deliver to Mary Grace Manalo/ })).toBeVisible()
  await back.click()
  await expect(page).toHaveURL('/profile/rental-tracker#section-Active')
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
  await page.goto('/profile')
  await expect(under(page, 'Active Rentals')).toContainText('2')
  const agenda = section(page, 'Your next pick-ups and returns')
  await expect(agenda.getByRole('link', { name: /Return to/ }).first()).toBeVisible()
  await expect(agenda.getByRole('link', { name: /Pick up from/ }).first()).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(0)

  const other = await visit()
  await enter(other, 'renter', 'rosalinda@hiram.test')
  expect(textOf(await htmlOf(other, '/profile'))).toContain('Nothing to pick up and nothing to bring back.')
})

// Spec: S2.65
test('The admin’s overview shows totals, what waits, and growth by week and month', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin')
  await expect(under(page, 'Total Users')).toHaveText('18')
  await expect(under(page, 'Total Listings')).toHaveText('84')
  const waiting = section(page, 'What waits for you')
  await expect(waiting.getByRole('link', { name: 'Review 5 listings' })).toBeVisible()
  await expect(waiting.getByRole('link', { name: /^Verify \d+ users?$/ })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Rentals' })).toContainText('in the last 12 weeks')
  await page.getByRole('link', { name: 'By month' }).click()
  const signUps = page.getByRole('figure', { name: 'Sign-ups' })
  await expect(signUps).toContainText('18 in the last 12 months')
  await waiting.getByRole('link', { name: 'Review 5 listings' }).click()
  await expect(page).toHaveURL('/admin/listings?status=available')
})
