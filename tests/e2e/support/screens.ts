import { expect, type Page } from '@playwright/test'
import { pagePaths, sampleOf, type Visitor, firstVisitorOf } from '#domain/pages.ts'
import { linksOf } from '#tests/support/html.ts'
import { pageRoutes, routeOf } from '#tests/support/page-routes.ts'
import { chooseOnline, giveUp, intoCart, orderOnline, unpaidNumber } from './paying.ts'
import { enter, htmlOf, openPortal, signUp } from './people.ts'
import { toSecondStep } from './second-factor.ts'
import type { View } from './views.ts'
import { tracker } from './page-parts.ts'

/** The screens of one visitor: how they log in, and which screens they can open. */
export type Tour = { title: string; enter?: (page: Page) => Promise<unknown>; views: readonly Screen[] }
/** A view whose address may first have to be found on the site: `route` is its path in `app/routes.ts`. */
export type Screen = Omit<View, 'at'> & { at: string | Search }
type Search = { route: string; find: (page: Page) => Promise<string> }

/** The address of a screen in the demo data of `page`'s site. */
export async function locate(page: Page, { at, ...view }: Screen): Promise<View> {
  if (typeof at === 'string') return { ...view, at }
  const found = await at.find(page)
  expect(routeOf(found), `${view.name}: the page it is`).toBe(at.route)
  return { ...view, at: found }
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('dialog').or(page.getByRole('main')).last().getByRole('button', { name }).click()
  await expect(
    page.locator('[aria-invalid=true], [data-invalid=true], [role=alert]:not(:empty)').first(),
  ).toBeVisible()
}

/** The address of a link on a page, with `added` at its end; without `route` the link leads to the same page. */
const linked = (list: string, link: string | RegExp, route = routeOf(list), added = ''): Search => ({
  route,
  find: async (page) => {
    const found = linksOf(await htmlOf(page, list)).find(({ name }) => name.match(link))
    expect(found, `${list} has the link ${link}`).toBeDefined()
    return found!.href + added
  },
})

const listing = (words: string, title: RegExp, added?: string) =>
  linked(`/products?search=${words}`, title, '/listing/:listingId', added)

const openListing = linked('/admin/listings?status=approved', /^Take Down /, '/admin/listings/:listingId')
const openUser = linked('/admin/users?search=benjie', /^Suspend /, '/admin/users/:userId')
const openReport = linked('/admin/reports?status=open', /^Look into/, '/admin/reports/:reportId')

const readThread = async (page: Page) => {
  await page.getByRole('button', { name: 'Open the conversation' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible()
}

const reportWithoutReason = async (page: Page) => {
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose a reason.')).toBeVisible()
}

/** A page about the other person of the first conversation. */
const aboutPartner = (page: '/report' | '/block', added = ''): Search => ({
  route: page,
  find: async (on) => {
    const chat = await linked('/profile/messages', /^Olivia Santos/, '/chat').find(on)
    return `${page}?thread=${new URLSearchParams(chat.split('?')[1]).get('thread_id')}${added}`
  },
})

const signUpInModal = async (page: Page) => {
  const dialog = await openPortal(page, 'owner')
  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  await expect(dialog.getByLabel(/^Username/)).toBeVisible()
}

const openAnswers = async (page: Page) => {
  for (const question of await page.getByRole('main').locator('summary, button[aria-expanded=false]').all())
    await question.click()
}

const openAssistant = async (page: Page) => {
  await page.getByRole('button', { name: 'Ask Hiram' }).click()
  await expect(page.getByRole('region', { name: 'Ask Hiram' }).getByText(/^Kumusta!/)).toBeVisible()
  // The next screen is checked without the open assistant.
  await page.evaluate(() => sessionStorage.removeItem('support-open'))
}

const askAssistant = async (page: Page) => {
  await openAssistant(page)
  const panel = page.getByRole('region', { name: 'Ask Hiram' })
  await panel.getByLabel('Your question').fill('What does it cost?')
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(
    panel
      .getByRole('log')
      .getByText(/^From:/)
      .first(),
  ).toBeVisible()
}

const suggestTents = async (page: Page) => {
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search items' })
  await box.fill('tent')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByText(/tent/i).first()).toBeVisible()
  await box.press('ArrowDown')
}

const fujifilm = listing('fujifilm', /^Fujifilm/)
const nintendo = listing('nintendo', /^Nintendo/)
const claim = '/profile/rental-tracker/:rentalId/claim'
const details = linked(tracker, /^Details of/, '/profile/rental-tracker/:rentalId')
/** Where a request of the demo's renter is delivered. */
const deliveryAddress: Search = {
  route: '/profile/rental-tracker/:rentalId/address',
  find: async (page) => {
    await page.goto(tracker)
    const waiting = page.getByRole('article').filter({ hasText: 'Pending' }).filter({ hasNotText: 'Pick-up' })
    return `${await waiting
      .getByRole('link', { name: /^Details of/ })
      .first()
      .getAttribute('href')}/address`
  },
}
/** The page on which a rental that is out is returned by a code. */
const handover: Search = {
  route: '/handover/:rentalId',
  find: async (page) => {
    await page.goto(tracker)
    const active = page.getByRole('region', { name: 'Active' })
    const link = active.getByRole('link', { name: /^Details of/ }).first()
    return (await link.getAttribute('href'))!.replace(tracker, '/handover')
  },
}
const changeDays = linked(tracker, /^Change the days of/, '/profile/rental-tracker/:rentalId/change')
const openClaim = linked('/admin/claims?status=open', /^Decide/, '/admin/claims/:rentalId')
const lateFee = '/profile/rental-tracker/:rentalId/late'
const owed: Search = {
  route: '/profile/rental-tracker/:rentalId/owed',
  find: async (page) => `${await details.find(page)}/owed`,
}
const listings = '/profile/listings'

/** The page of the hand-over of a rental that a side can still end. */
const handOver = (list: string, action: RegExp): Search => ({
  route: '/profile/rental-tracker/:rentalId/no-show',
  find: async (page) => {
    const question = await linked(list, action).find(page)
    return `${tracker}/${new URLSearchParams(question.split('?')[1]).get('rental')}/no-show`
  },
})
const receipt = linked(tracker, /^Print Receipt/, '/receipt/:orderNumber')

/** The mailed link of someone who forgot their password. */
const mailedReset: Search = {
  route: '/reset-password',
  find: async (page) => {
    const link = page.getByText(/\/reset-password\?token=/).first()
    await page.goto('/forgot-password')
    await page.getByLabel(/^Email/).fill('grace@hiram.test')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await expect(async () => {
      await page.goto('/dev/mail?to=grace@hiram.test')
      await expect(link).toBeVisible({ timeout: 500 })
    }).toPass()
    return /\/reset-password\?token=[\w-]+/.exec(await link.innerText())![0]
  },
}

/** The page behind the switch link in a mail of the demo data. */
const mailedStop: Search = {
  route: '/unsubscribe',
  find: async (page) => {
    const link = page.getByRole('article').getByText(/\/unsubscribe\?token=/)
    await expect(async () => {
      await page.goto('/dev/mail?to=owner@hiram.test')
      await expect(link.first()).toBeVisible({ timeout: 500 })
    }).toPass()
    return /\/unsubscribe\?token=[\w.-]+/.exec(await link.first().innerText())![0]
  },
}

/** The unpaid order of the cart; placed now if there is none. */
const unpaid = async (page: Page) => (await unpaidNumber(page)) ?? (await orderOnline(page)).number

/** The return page after an action on the order. */
const returned = (
  address: (order: string) => string,
  first: (page: Page, number: string) => Promise<void> = async () => {},
): Search => ({
  route: '/checkout/return',
  find: async (page) => {
    const number = await unpaid(page)
    await first(page, number)
    return address(`/checkout/return?order=${number}`)
  },
})

async function enterWithFullCart(page: Page) {
  await enter(page, 'renter')
  await intoCart(page, 'nintendo', { startsIn: 90 })
}

/**
 * Each page by its sample address, for the first visitor who may open it; pages whose address must be found are below.
 */
const pagesOf = (visitor: Visitor): Screen[] =>
  pagePaths
    .filter((path) => pageRoutes.includes(path) && firstVisitorOf(path) === visitor)
    .map((path) => ({ name: path.slice(1).replaceAll('/', ' ') || 'home', at: sampleOf(path) }))
    .filter(({ at }) => !at.includes('{'))

/** Every screen of the site in every state, by visitor. */
export const tours: readonly Tour[] = [
  { title: 'guests, every page', views: pagesOf('guest') },
  { title: 'renters, every page', enter: (page) => enter(page, 'renter'), views: pagesOf('renter') },
  { title: 'owners, every page', enter: (page) => enter(page, 'owner'), views: pagesOf('owner') },
  { title: 'admins, every page', enter: (page) => enter(page, 'admin'), views: pagesOf('admin') },
  {
    title: 'guests, the public pages',
    views: [
      { name: 'a search corrected', at: '/products?search=fujiflm' },
      { name: 'a search without results', at: '/products?search=zeppelin' },
      {
        name: 'products, narrowed and in order',
        at: '/products?category=Camping&min=100&max=900&sort=price-low&start=2027-03-01&days=3',
      },
      { name: 'products, a price that is none', at: '/products?min=abc' },
      { name: 'a listing', at: fujifilm },
      { name: 'a listing, refused', at: fujifilm, after: press('Add to Cart') },
      {
        name: 'a listing, its calendar',
        at: fujifilm,
        after: async (on) => {
          await on.getByText('Show calendar').click()
          await expect(on.getByRole('grid').first()).toBeVisible()
        },
      },
      {
        name: 'a listing, a photo enlarged',
        at: fujifilm,
        after: async (on) => {
          await on
            .getByRole('link', { name: /^Enlarge/ })
            .first()
            .click()
          await expect(on.getByRole('dialog')).toBeVisible()
        },
      },
      { name: 'an unknown listing', at: '/listing/none' },
      { name: 'the header’s search, suggesting', at: '/about', after: suggestTents },
      { name: 'chat', at: '/chat?listingId=0199a000-0000-7000-8000-000000000000' },
      { name: 'not found', at: '/no-such-page' },
      { name: 'a request from elsewhere', at: '/unexpected-error?reason=other-site' },
      { name: 'a request too large', at: '/unexpected-error?reason=too-large' },
    ],
  },
  {
    title: 'guests, the log-in and the pages of text',
    views: [
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
      { name: 'log-in of admins', at: '/login?portal=admin' },
      { name: 'log-in, refused', at: '/login?portal=renter', after: press('Login as Renter') },
      { name: 'sign-up', at: '/login?portal=renter&tab=signup' },
      {
        name: 'the second step of a log-in',
        at: { route: '/login/code', find: (page) => toSecondStep(page, 'grace@hiram.test') },
      },
      { name: 'a forgotten password, refused', at: '/forgot-password', after: press('Send the link') },
      { name: 'a link on its way', at: '/forgot-password?sent=1' },
      { name: 'a new password', at: mailedReset },
      { name: 'a link to a new password that has ended', at: '/reset-password?token=none' },
      { name: 'a link to confirm an email that has ended', at: '/verify-email?token=none' },
      { name: 'a link to a new email that has ended', at: '/change-email?token=none' },
      { name: 'contact, refused', at: '/contact', after: press('Send Message') },
      { name: 'faq, answers open', at: '/faq', after: openAnswers },
      { name: 'help, a search', at: '/help?q=magkano' },
      { name: 'help, nothing found', at: '/help?q=zeppelin' },
      { name: 'the assistant’s panel, for guests', at: '/about', after: openAssistant },
      { name: 'emails that can be stopped', at: mailedStop },
      { name: 'a link to stop emails that is not complete', at: '/unsubscribe?token=none' },
    ],
  },
  {
    title: 'renters',
    enter: enterWithFullCart,
    views: [
      { name: 'a listing', at: nintendo },
      {
        name: 'a review, refused',
        at: listing('nintendo', /^Nintendo/, '?review=1'),
        after: press('Submit Review'),
      },
      {
        name: 'a review to be deleted',
        at: listing('fujifilm', /^Fujifilm/, '?deleteReview=1'),
      },
      { name: 'cart', at: '/cart' },
      { name: 'checkout', at: '/checkout' },
      { name: 'checkout, agreed', at: '/checkout', after: (on) => on.getByLabel(/^I have read/).check() },
      {
        name: 'rental confirmed',
        at: {
          route: '/checkout',
          find: async (on) => `/checkout?payment=${(await receipt.find(on)).split('/').at(-1)}`,
        },
      },
      { name: 'the assistant’s panel', at: '/about', after: askAssistant },
      { name: 'the assistant', at: '/support' },
      { name: 'a conversation', at: linked('/profile/messages', /^Olivia Santos/, '/chat') },
      { name: 'report someone', at: aboutPartner('/report') },
      { name: 'a report, refused', at: aboutPartner('/report'), after: reportWithoutReason },
      { name: 'a report sent', at: aboutPartner('/report', '&sent=1') },
      { name: 'block someone', at: aboutPartner('/block') },
      { name: 'tracker, a question', at: linked(tracker, /^Cancel rental/) },
      { name: 'a rental of one’s own', at: details },
      { name: 'a delivery address', at: deliveryAddress },
      { name: 'a return, to enter a code', at: handover },
      { name: 'other days of a rental', at: changeDays },
      { name: 'other days of a rental, refused', at: changeDays, after: press('Ask for fewer days') },
      { name: 'a claim on a deposit', at: linked(tracker, /^See the claim/, claim) },
      { name: 'a deposit in cash, a question', at: linked(tracker, /^I have it back/, claim) },
      { name: 'a late fee', at: linked(tracker, /^Late fee/, lateFee) },
      { name: 'what is owed', at: owed },
      { name: 'a hand-over', at: handOver(tracker, /^Cancel rental/) },
      { name: 'receipt', at: receipt },
      { name: 'someone else’s order', at: '/checkout/return?order=pm-1' },
    ],
  },
  {
    title: 'renters, paying online',
    enter: async (page) => {
      await enter(page, 'renter', 'joaquin@hiram.test')
      await intoCart(page, 'nintendo', { startsIn: 95 })
    },
    views: [
      { name: 'checkout, paying online', at: '/checkout', after: chooseOnline },
      { name: 'an order that waits for its payment', at: returned((order) => `${order}&left=1`) },
      { name: 'a payment being confirmed', at: returned((order) => order) },
      { name: 'cart, its order unpaid', at: '/cart' },
      {
        name: 'receipt, unpaid',
        at: { route: '/receipt/:orderNumber', find: async (on) => `/receipt/${await unpaid(on)}` },
      },
      {
        name: 'an order given up',
        at: returned((order) => order, giveUp),
      },
    ],
  },
  {
    title: 'renters, their account',
    enter: (page) => enter(page, 'renter'),
    views: [
      {
        name: 'settings, refused',
        at: '/profile/settings',
        after: async (on) => {
          await on.getByLabel(/^Full Name/).fill('')
          await press('Update Info')(on)
        },
      },
      { name: 'password, refused', at: '/profile/settings/password', after: press('Update Password') },
    ],
  },
  {
    title: 'owners',
    enter: (page) => enter(page, 'owner'),
    views: [
      { name: 'dashboard', at: '/profile' },
      { name: 'a new listing', at: `${listings}?add=1` },
      { name: 'a new listing, refused', at: `${listings}?add=1`, after: press('Add Listing') },
      { name: 'edit a listing', at: linked(listings, /^Edit /) },
      { name: 'delete a listing', at: linked(listings, /^Delete /) },
      {
        name: 'a calendar of one’s own',
        at: linked(listings, /^Calendar of/, '/profile/listings/:listingId/calendar'),
      },
      {
        name: 'a pick-up place',
        at: linked(listings, /^Pick-up place of/, '/profile/listings/:listingId/pick-up'),
      },
      { name: 'tracker, lent', at: tracker },
      { name: 'tracker, reject', at: linked(tracker, /^Reject/) },
      { name: 'tracker, withdraw', at: linked(tracker, /^Withdraw/) },
      { name: 'a late fee, lent', at: linked(tracker, /^Late fee/, lateFee) },
      {
        name: 'a late fee, not waived',
        at: linked(tracker, /^Late fee/, lateFee),
        after: press('Waive this part'),
      },
      { name: 'a hand-over, lent', at: handOver(tracker, /^Withdraw/) },
      { name: 'tracker, rented', at: `${tracker}?view=rented` },
      { name: 'a rental lent out', at: details },
      { name: 'a return, with its code', at: handover },
      { name: 'a deposit', at: linked(tracker, /^Claim damage/, claim) },
      { name: 'a claim, refused', at: linked(tracker, /^Claim damage/, claim), after: press('Send Claim') },
      { name: 'receipt', at: receipt },
      { name: 'own listing', at: fujifilm },
    ],
  },
  {
    title: 'admins',
    enter: (page) => enter(page, 'admin'),
    views: [
      { name: 'listings that wait', at: '/admin/listings?status=available' },
      { name: 'no listings', at: '/admin/listings?status=edited' },
      { name: 'delete a listing', at: linked('/admin/listings?status=rejected', /^Delete /) },
      { name: 'a listing', at: openListing },
      { name: 'a listing, not taken down', at: openListing, after: press('Take down') },
      { name: 'a claim', at: openClaim },
      { name: 'a claim, refused', at: openClaim, after: press('Decide') },
      { name: 'a report', at: openReport },
      { name: 'a report, its conversation open', at: openReport, after: readThread },
      { name: 'a report, not closed', at: openReport, after: press('Close report') },
    ],
  },
  {
    title: 'admins, people and words',
    enter: (page) => enter(page, 'admin'),
    views: [
      { name: 'make an admin, refused', at: '/admin/admins?make=1', after: press('Make an admin') },
      { name: 'delete a user', at: linked('/admin/users?search=benjie', /^Delete /) },
      { name: 'a user', at: openUser },
      { name: 'a user, not suspended', at: openUser, after: press('Suspend') },
      { name: 'an order', at: linked('/admin/orders', /^cod-/, '/admin/orders/:orderNumber') },
      { name: 'rename a category', at: linked('/admin/categories', /^Rename /) },
      { name: 'delete a category', at: linked('/admin/categories', /^Delete /) },
      { name: 'merge a tag', at: linked('/admin/tags', /^Merge /) },
    ],
  },
  {
    title: 'admins, the money',
    enter: (page) => enter(page, 'admin'),
    views: [
      {
        name: 'the book, an entry open',
        at: '/admin/book',
        after: async (on) => {
          await on
            .getByText(/^\d postings/)
            .first()
            .click()
          await expect(on.getByRole('cell', { name: /^₱/ }).first()).toBeVisible()
        },
      },
      { name: 'the book, narrowed', at: '/admin/book?account=bank&from=2026-01-01&until=2026-01-02' },
      { name: 'record a payment', at: linked('/admin/payouts', /^Record pay/) },
      {
        name: 'record a settlement, refused',
        at: '/admin/payouts?record=provider',
        after: press('Record'),
      },
      {
        name: 'a run',
        at: {
          route: '/admin/reconciliation/:runId',
          find: async (page) => {
            await page.goto('/admin/reconciliation')
            await page.getByRole('button', { name: 'Run now' }).click()
            await page.waitForURL(/reconciliation\/[0-9a-f-]{36}$/)
            return new URL(page.url()).pathname
          },
        },
      },
    ],
  },
  {
    title: 'newcomers, who have nothing yet',
    enter: (page) =>
      signUp(page, {
        firstName: 'Maria',
        lastName: 'Clara',
        email: 'clara@hiram.test',
        username: 'clara',
        password: 'jeepney ride at dusk',
        portal: 'owner',
      }),
    views: [
      { name: 'dashboard', at: '/profile' },
      { name: 'my listings', at: listings },
      { name: 'favorites', at: '/profile/favorites' },
      { name: 'settings', at: '/profile/settings' },
      { name: 'delete one’s account', at: '/profile/settings/data?delete=1' },
      { name: 'messages', at: '/profile/messages' },
      { name: 'statement', at: '/profile/statement' },
      { name: 'tracker', at: tracker },
      { name: 'cart', at: '/cart' },
    ],
  },
]
