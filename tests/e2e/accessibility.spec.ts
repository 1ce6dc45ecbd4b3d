import type { Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { enter, openPortal, signUp } from './support/people.ts'
import { expect, testsOn } from './support/test.ts'
import { inspect, type View } from './support/views.ts'

const test = testsOn('town')
test.describe.configure({ mode: 'parallel' })
test.use({ refusals: [401, 404, 422] })

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('dialog').or(page.getByRole('main')).last().getByRole('button', { name }).click()
  await expect(page.locator('[aria-invalid=true], [role=alert]:not(:empty)').first()).toBeVisible()
}

async function addressOf(page: Page, list: string, link: string | RegExp) {
  await page.goto(list)
  return (await page.getByRole('link', { name: link }).first().getAttribute('href'))!
}

test('What guests see is accessible: the public pages', async ({ page }) => {
  test.setTimeout(180_000)
  const listing = await addressOf(page, '/products?search=fujifilm', /^Fujifilm/)
  await inspect(page, [
    { name: 'home', at: '/' },
    { name: 'products', at: '/products' },
    { name: 'a search corrected', at: '/products?search=fujiflm' },
    { name: 'a search without results', at: '/products?search=zeppelin' },
    { name: 'a listing', at: listing },
    { name: 'a listing, refused', at: listing, after: press('Add to Cart') },
    { name: 'an unknown listing', at: '/listing/none' },
    { name: 'cart', at: '/cart' },
    { name: 'not found', at: '/no-such-page' },
  ])
})

test('What guests see is accessible: the log-in and the pages of text', async ({ page }) => {
  test.setTimeout(180_000)
  const signUpInModal = async (on: Page) => {
    const dialog = await openPortal(on, 'owner')
    await dialog.getByRole('link', { name: 'Sign Up' }).click()
    await expect(dialog.getByLabel(/^Username/)).toBeVisible()
  }
  await inspect(page, [
    {
      name: 'the log-in modal',
      at: '/',
      after: (on) => on.getByRole('banner').getByRole('link', { name: 'Log in' }).click(),
    },
    {
      name: 'the log-in modal, a portal',
      at: '/',
      after: async (on) => void (await openPortal(on, 'renter')),
    },
    { name: 'the log-in modal, sign-up', at: '/', after: signUpInModal },
    {
      name: 'the log-in modal, sign-up refused',
      at: '/',
      after: async (on) => {
        await signUpInModal(on)
        await press('Sign Up as Owner')(on)
      },
    },
    { name: 'log-in', at: '/login' },
    { name: 'log-in of admins', at: '/login?portal=admin' },
    { name: 'log-in, refused', at: '/login?portal=renter', after: press('Login as Renter') },
    { name: 'sign-up', at: '/login?portal=renter&tab=signup' },
    { name: 'about', at: '/about' },
    { name: 'contact', at: '/contact' },
    { name: 'faq', at: '/faq' },
    { name: 'faq, answers open', at: '/faq', after: openAnswers },
    { name: 'privacy policy', at: '/privacy-policy' },
    { name: 'mail', at: '/dev/mail' },
  ])
})

async function openAnswers(page: Page) {
  for (const question of await page.getByRole('main').locator('summary, button[aria-expanded=false]').all())
    await question.click()
}

test('What renters see is accessible', async ({ page }) => {
  test.setTimeout(180_000)
  await enter(page, 'renter')
  const listing = await addressOf(page, '/products?search=nintendo', /^Nintendo/)
  const added = await page.request.post(listing, {
    form: {
      listingId: listing.split('/').at(-1)!,
      durationDays: '3',
      deliveryOption: 'delivery',
      startDate: addDays(dayInManila(new Date()), 90),
    },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
  expect(added.status()).toBe(302)
  const tracker = '/profile/rental-tracker'
  const receipt = await addressOf(page, tracker, /^Print Receipt/)
  await inspect(page, [
    { name: 'a listing', at: listing },
    { name: 'cart', at: '/cart' },
    { name: 'checkout', at: '/checkout' },
    { name: 'checkout, agreed', at: '/checkout', after: (on) => on.getByLabel(/^I have read/).check() },
    { name: 'rental confirmed', at: `/checkout?payment=${receipt.split('/').at(-1)}` },
    { name: 'dashboard', at: '/profile' },
    { name: 'tracker', at: tracker },
    { name: 'tracker, a question', at: await addressOf(page, tracker, /^Cancel rental/) },
    { name: 'receipt', at: receipt },
  ])
})

test('What owners see is accessible', async ({ page }) => {
  test.setTimeout(180_000)
  await enter(page, 'owner')
  const listings = '/profile/listings'
  const tracker = '/profile/rental-tracker'
  const question = async (list: string, link: RegExp) =>
    new URL(await addressOf(page, list, link), `http://x${list}`)
  const at = ({ pathname, search }: URL) => `${pathname}${search}`
  const views: View[] = [
    { name: 'dashboard', at: '/profile' },
    { name: 'my listings', at: listings },
    { name: 'a new listing', at: `${listings}?add=1` },
    { name: 'a new listing, refused', at: `${listings}?add=1`, after: press('Add Listing') },
    { name: 'edit a listing', at: at(await question(listings, /^Edit /)) },
    { name: 'delete a listing', at: at(await question(listings, /^Delete /)) },
    { name: 'tracker, lent', at: tracker },
    { name: 'tracker, reject', at: at(await question(tracker, /^Reject/)) },
    { name: 'tracker, rented', at: `${tracker}?view=rented` },
    { name: 'receipt', at: await addressOf(page, tracker, /^Print Receipt/) },
    { name: 'own listing', at: await addressOf(page, '/products?search=fujifilm', /^Fujifilm/) },
  ]
  await inspect(page, views)
})

test('What admins and newcomers see is accessible', async ({ page, visit }) => {
  test.setTimeout(180_000)
  await enter(page, 'admin')
  const list = '/admin/listings'
  const doomed = new URL(await addressOf(page, `${list}?status=rejected`, /^Delete /), `http://x${list}`)
    .search
  await inspect(page, [
    { name: 'overview', at: '/admin' },
    { name: 'all listings', at: list },
    { name: 'listings that wait', at: `${list}?status=available` },
    { name: 'no listings', at: `${list}?status=edited` },
    { name: 'delete a listing', at: `${list}${doomed}` },
  ])
  const newcomer = await visit()
  const name = { firstName: 'Maria', lastName: 'Clara', password: 'jeepney ride at dusk' }
  await signUp(newcomer, { ...name, email: 'clara@hiram.test', username: 'clara', portal: 'owner' })
  await inspect(newcomer, [
    { name: 'a new owner’s dashboard', at: '/profile' },
    { name: 'no listings of one’s own', at: '/profile/listings' },
    { name: 'an empty tracker', at: '/profile/rental-tracker' },
    { name: 'an empty cart', at: '/cart' },
  ])
})
