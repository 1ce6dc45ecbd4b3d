import { demo, logIn } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

// Spec: S2.5, S2.6, S2.9, S6.1
test('The demo renter logs in, lands on their profile and logs out to the home page', async ({ page }) => {
  await logIn(page, 'renter')
  const side = page.getByRole('complementary')
  await expect(side.getByText('Ramon Dela Cruz')).toBeVisible()
  await expect(side.getByText(demo.renter)).toBeVisible()
  for (const name of ['Dashboard', 'Rental Tracker'])
    await expect(side.getByRole('link', { name, exact: true })).toBeVisible()
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
  await expect(banner.getByRole('link', { name: 'Profile', exact: true })).toHaveCount(1)
  await expect(banner.getByRole('link', { name: /^Cart/ })).toHaveCount(1)
  await side.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Logged out.')).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
})

// Spec: S2.31
test('A guest’s cart asks to log in', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible()
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome, neighbour' })).toBeVisible()
})

test.describe('What is not there', () => {
  test.use({ refusals: [404] })

  test('An unknown address is a 404 with a way back', async ({ page }) => {
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
    await expect(page).toHaveTitle(/Page not found/)
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('A listing nobody knows', () => {
  test.use({ refusals: [404] })

  // Spec: S2.29, S8.22, D9
  test('An unknown listing leads to the products, which say so until the message is closed', async ({
    page,
  }) => {
    await page.clock.install()
    for (const id of ['no-such-listing', '019a0000-0000-7000-8000-000000000000']) {
      expect((await page.goto(`/listing/${id}`))?.status()).toBe(404)
      await expect(page).toHaveURL('/products')
      const message = toast(page, 'Sorry, that listing could not be found.')
      await expect(message).toHaveCount(1)
      await expect(message).toBeVisible()
      await ready(page)
      await page.clock.runFor(30_000)
      await expect(message).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(message).toBeHidden()
    }
  })
})
