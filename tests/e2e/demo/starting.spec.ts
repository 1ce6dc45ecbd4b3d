import type { Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { ready } from '../support/page-parts.ts'
import { firstFound, intoCart } from '../support/paying.ts'
import { enter } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

/* A guest's page loads its scripts at the first use: no action before that is lost. On other pages scripts may be
   late: no choice before them is lost. */
const test = testsOn('demo')

/** Holds back every script until `letGo` is called. */
async function holdScripts(page: Page) {
  const asked: string[] = []
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  return { asked, letGo }
}

test('A guest’s page loads no script until someone uses it, and then all of them', async ({ page }) => {
  await page.clock.install()
  const { asked, letGo } = await holdScripts(page)
  letGo()
  await page.goto('/products', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await page.mouse.move(200, 200)
  await ready(page)
  expect(asked.length).toBeGreaterThan(5)
})

test('A guest’s page that nobody uses loads its scripts by itself after a while', async ({ page }) => {
  await page.clock.install()
  await page.goto('/products')
  await page.clock.runFor(4000)
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
})

test('A click that comes before the scripts is answered once they are there, and only once', async ({
  page,
}) => {
  const { letGo } = await holdScripts(page)
  await page.goto('/about')
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  letGo()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('A search that is typed before the scripts is suggested for once they are there', async ({ page }) => {
  const { letGo } = await holdScripts(page)
  await page.goto('/about')
  const box = page.getByRole('banner').getByLabel('Search items')
  await box.fill('fujifilm')
  letGo()
  await expect(page.getByRole('option', { name: /^Fujifilm/ })).toBeVisible()
  await expect(box).toHaveValue('fujifilm')
})

test('Days that are chosen before the scripts count once they are there', async ({ page }) => {
  const { href: address } = await firstFound(page, 'fujifilm')
  const { letGo } = await holdScripts(page)
  await page.goto(address)
  const days = page.getByRole('radio', { name: '7 days' })
  // The last choice of several counts.
  await page.getByRole('radio', { name: '3 days' }).check()
  await days.check()
  await expect(days).toBeChecked()
  const rent = page.getByRole('main').getByText('for 7 days')
  await expect(rent).toHaveCount(0)
  letGo()
  await expect(rent).toBeVisible()
  await expect(days).toBeChecked()
})

test('A form that is sent before the scripts is sent once they are there', async ({ page }) => {
  const { letGo } = await holdScripts(page)
  await page.goto('/about')
  const box = page.getByRole('banner').getByLabel('Search items')
  await box.fill('wedding')
  await box.press('Enter')
  letGo()
  await expect(page).toHaveURL('/products?search=wedding')
})

test('Where scripts can’t be loaded, a link leads on as without them', async ({ page, complaints }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/about')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Products' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  complaints.splice(0)
})

for (const who of ['a guest', 'a renter'] as const)
  test(`What ${who} chooses on a listing’s page of given days stays when the scripts come late`, async ({
    page,
  }) => {
    if (who === 'a renter') await enter(page, 'renter', 'benjie@hiram.test')
    const { href: address } = await firstFound(page, 'ukulele')
    const { letGo } = await holdScripts(page)
    await page.goto(`${address}?days=3`, { waitUntil: 'commit' })
    const [week, delivery] = [
      page.getByRole('radio', { name: '7 days' }),
      page.getByRole('radio', { name: 'Delivery' }),
    ]
    const start = page.getByLabel(/^Start date/)
    const day = addDays(dayInManila(new Date()), 40)
    await week.check()
    await delivery.check()
    await start.fill(day)
    letGo()
    await ready(page)
    await expect(page.getByRole('main').getByText('for 7 days')).toBeVisible()
    await expect(page.getByText(/^Your days:/)).toBeVisible()
    await expect(week).toBeChecked()
    await expect(delivery).toBeChecked()
    await expect(start).toHaveValue(day)
    // What nobody touched is as the server wrote it.
    await expect(page.getByRole('banner').getByLabel('Search items')).toHaveValue('')
  })

test('What is chosen at the checkout stays when the scripts come late', async ({ page }) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await intoCart(page, 'ukulele', { startsIn: 60 })
  const { letGo } = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const agreed = page.getByRole('checkbox', { name: 'I have read and agree to all terms.' })
  const online = page.getByRole('radio', { name: /^Card or e-wallet/ })
  await agreed.check()
  await online.check()
  letGo()
  await ready(page)
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled()
  await expect(agreed).toBeChecked()
  await expect(online).toBeChecked()
})

test('At the checkout, nothing is chosen for who chose nothing before the scripts', async ({ page }) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await intoCart(page, 'fujifilm', { startsIn: 70 })
  const { letGo } = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  letGo()
  await ready(page)
  await expect(page.getByRole('button', { name: 'Confirm Rental' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'I have read and agree to all terms.' })).not.toBeChecked()
})

test('A field that is emptied before the scripts stays empty when they come', async ({ page }) => {
  const { letGo } = await holdScripts(page)
  await page.goto('/products?search=ukulele', { waitUntil: 'commit' })
  const box = page.getByRole('banner').getByLabel('Search items')
  await expect(box).toHaveValue('ukulele')
  await box.fill('')
  letGo()
  await ready(page)
  await expect(box).toHaveValue('')
})

test.describe('A guest who may not rent', () => {
  test.use({ refusals: [401] })

  /** Opens a listing, without its scripts until `letGo` is called, and chooses a start date. */
  async function chooseDate(page: Page) {
    const { href: address } = await firstFound(page, 'fujifilm')
    const { letGo } = await holdScripts(page)
    await page.goto(address)
    await page.getByLabel(/^Start date/).fill(addDays(dayInManila(new Date()), 40))
    return letGo
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Add to Cart' })
  const expectRefusal = (page: Page) =>
    expect(page.getByRole('main').getByRole('alert')).toContainText('Please login to rent an item.')

  test('reads the refusal of a form that is sent before the scripts, once they are there', async ({
    page,
  }) => {
    const letGo = await chooseDate(page)
    await button(page).click()
    letGo()
    await expectRefusal(page)
  })

  test('gets an answer from a button that moves under the pressed pointer when the scripts come', async ({
    page,
  }) => {
    const letGo = await chooseDate(page)
    await button(page).hover()
    await page.mouse.down()
    letGo()
    // This line, which comes above the button, moves it.
    await expect(page.getByText(/^Your days:/)).toBeVisible()
    await page.mouse.up()
    await expectRefusal(page)
  })
})
