import type { Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { linksOf } from '#tests/support/html.ts'
import { ready, toast } from '../support/page-parts.ts'
import { firstFound } from '../support/paying.ts'
import { textIn } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [401] })

/** Opens the page of a camera with several photos. */
async function openCamera(page: Page) {
  await page.goto((await firstFound(page, 'fujifilm')).href)
  await expect(page.getByRole('heading', { level: 1, name: /^Fujifilm/ })).toBeVisible()
  await ready(page)
}

test('The photos are walked through by keys, chosen, and enlarged, which the page says while its code is on its way; closing gives the focus back', async ({
  page,
}) => {
  await openCamera(page)
  const photos = page.getByRole('region', { name: 'Photos' })
  const place = photos.getByRole('status')
  await expect(place).toHaveText('Photo 1 of 2')
  await photos.getByRole('list', { name: 'Photos, side by side' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText('Photo 2 of 2')
  await expect(photos.getByRole('button', { name: 'Next photo' })).toBeDisabled()
  await page.keyboard.press('Home')
  await expect(place).toHaveText('Photo 1 of 2')
  await photos.getByRole('link', { name: 'Show photo 2 of 2' }).press('Enter')
  await expect(place).toHaveText('Photo 2 of 2')

  const enlarge = photos.getByRole('link', { name: /^Enlarge .* photo 2 of 2$/ })
  const arriving = Promise.withResolvers<void>()
  await page.route('**/assets/photo-dialog-*.js', async (route) => {
    await arriving.promise
    await route.continue()
  })
  await enlarge.press('Enter')
  await expect(page.getByText('Opening the photo')).toBeAttached()
  arriving.resolve()
  const dialog = page.getByRole('dialog', { name: /^Photos of Fujifilm/ })
  await expect(dialog).toBeVisible()
  await expect(page.getByText('Opening the photo')).toHaveCount(0)
  await expect(dialog.getByRole('status')).toHaveText('Photo 2 of 2')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('img')).toHaveAccessibleName(/photo 1 of 2$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(photos.getByRole('link', { name: /^Enlarge .* photo 1 of 2$/ })).toBeFocused()
  await expect(place).toHaveText('Photo 1 of 2')
})

test('What a guest chose is still chosen after a reload and after Back, with its price', async ({ page }) => {
  await openCamera(page)
  const start = addDays(dayInManila(new Date()), 40)
  const price = page.getByRole('main').getByText(/^₱[\d,.]+ for 7 days$/)
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('radio', { name: 'Delivery' }).check()
  await page.getByLabel(/^Start date/).fill(start)
  const expectKept = async () => {
    await ready(page)
    await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Delivery' })).toBeChecked()
    await expect(page.getByLabel(/^Start date/)).toHaveValue(start)
    await expect(price).toBeVisible()
  }
  await expectKept()
  const address = page.url()
  await page.reload()
  await expectKept()
  // Whoever leaves at once leaves the entry as it was first written.
  const written = await page.evaluateHandle(() => {
    const days: (number | undefined)[] = []
    const write = history.replaceState.bind(history)
    history.replaceState = (state: { usr?: { choices?: { days: number } } | null }, ...rest) => {
      days.push(state.usr?.choices?.days)
      write(state, ...rest)
    }
    return days
  })
  const daysWritten = () => written.evaluate((days) => days)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please login to rent an item.')
  await expect.poll(daysWritten).not.toEqual([])
  expect(new Set(await daysWritten())).toEqual(new Set([7]))
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await page.goBack()
  await expectKept()
  await page.goto('/about')
  await page.goBack()
  await expectKept()
  expect(page.url()).toBe(address)
  await page.goto('/about')
  await page.goto(address)
  await ready(page)
  await expect(page.getByRole('radio', { name: '1 day' })).toBeChecked()
})

test('Where the device shares nothing, the link is copied, and a message says so', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await openCamera(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(new URL(page.url()).pathname)
})

test('Without scripts the photos scroll and lead to their files, and the link is there to copy', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false })
  await page.goto((await firstFound(page, 'fujifilm')).href)
  await page.getByRole('link', { name: 'Show photo 2 of 2' }).click()
  await expect(page.getByRole('img', { name: /photo 2 of 2$/ })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Share by email' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=Fuji/,
  )
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
})

test('The breadcrumb leads to the category, and similar items to their pages', async ({ another }) => {
  const asker = await another()
  const guest = plain(asker)
  await guest.open((await firstFound(asker, 'fujifilm')).href)
  expect(textIn(guest.html, 'h1', '')).toContain('Fujifilm')
  const [, similar] = guest.html.split('aria-label="Similar items"')
  const { name, href } = linksOf(similar!)[0]!
  await guest.open(href)
  expect(guest.at).toMatch(/^\/listing\//)
  expect(name).not.toContain('Fujifilm')
  expect(textIn(guest.html, 'h1', '')).toBe(` ${name} `)
  const [breadcrumb] = /<nav\b[^>]*aria-label="Breadcrumb"[\s\S]*?<\/nav>/.exec(guest.html)!
  expect(linksOf(breadcrumb)).toContainEqual({ name: 'Cameras', href: '/products?category=Cameras' })
})

test.describe('A listing that is not there', () => {
  test.use({ refusals: [404] })
  const gone = '/listing/019a0000-0000-7000-8000-000000000000'
  const words = 'Sorry, that listing could not be found.'

  test('leads to the products with a message by a link', async ({ page }) => {
    await page.goto('/')
    await ready(page)
    const card = page.getByRole('list', { name: 'Popular items' }).getByRole('link').first()
    await page.route('**/listing/*.data*', (route) =>
      route.continue({ url: new URL(`${gone}.data`, page.url()).href }),
    )
    await card.click()
    await expect(page).toHaveURL('/products')
    await expect(toast(page, words)).toHaveCount(1)
  })

  // Spec: S2.29, S8.22, D9
  test('leads to the products, which say so until the message is closed', async ({ page }) => {
    await page.clock.install()
    expect((await page.goto('/listing/no-such-listing'))?.status()).toBe(404)
    await expect(page).toHaveURL('/products')
    const message = toast(page, words)
    await expect(message).toHaveCount(1)
    await expect(message).toBeVisible()
    await ready(page)
    await page.clock.runFor(30_000)
    await expect(message).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(message).toBeHidden()
  })

  test('leads to the products with a message without scripts, too', async ({ visit }) => {
    const page = await visit({ javaScriptEnabled: false })
    expect((await page.goto(gone))?.status()).toBe(404)
    await expect(page).toHaveURL('/products')
    await expect(toast(page, words)).toHaveCount(1)
  })
})
