import { expect, type Page } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { routeOf } from '#tests/support/page-routes.ts'
import { chooseOnline, giveUp, intoCart, orderOnline } from './paying.ts'
import { enter, openPortal, signUp } from './people.ts'
import type { View } from './views.ts'

/** The screens of one visitor: how they come in, and what they can then find. */
export type Tour = { title: string; enter?: (page: Page) => Promise<unknown>; views: readonly Screen[] }
/**
 * A view whose address may first have to be found on the site: `route` is what of `app/routes.ts` it turns out to be.
 */
export type Screen = Omit<View, 'at'> & { at: string | Search }
type Search = { route: string; find: (page: Page) => Promise<string> }

/** Where a screen is, in the town that `page` has open. */
export async function locate(page: Page, { at, ...view }: Screen): Promise<View> {
  if (typeof at === 'string') return { ...view, at }
  const found = await at.find(page)
  expect(routeOf(found), `${view.name}: the page it is`).toBe(at.route)
  return { ...view, at: found }
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('dialog').or(page.getByRole('main')).last().getByRole('button', { name }).click()
  await expect(page.locator('[aria-invalid=true], [role=alert]:not(:empty)').first()).toBeVisible()
}

/** The address that a link on a page leads to, with what is added to it; without `route` to the same page again. */
const linked = (list: string, link: string | RegExp, route = routeOf(list), added = ''): Search => ({
  route,
  find: async (page) => {
    await page.goto(list)
    const href = await page.getByRole('link', { name: link }).first().getAttribute('href')
    const { pathname, search } = new URL(href!, new URL(list, page.url()))
    return pathname + search + added
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

/** A page about the person of the first conversation. */
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
  // The next screen is looked at without it.
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
const tracker = '/profile/rental-tracker'
const claim = '/profile/rental-tracker/:rentalId/claim'
const openClaim = linked('/admin/claims?status=open', /^Decide/, '/admin/claims/:rentalId')
const listings = '/profile/listings'
const receipt = linked(tracker, /^Print Receipt/, '/receipt/:orderNumber')

/** The link that is mailed to someone who forgot their password. */
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

/** The page behind the link in a mail that the town got. */
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

/** The order of the cart that waits for its payment, placed now if there is none. */
async function unpaid(page: Page): Promise<string> {
  await page.goto('/cart')
  const number = page.locator('form [name=orderNumber]')
  return (await number.count()) > 0 ? number.first().inputValue() : (await orderOnline(page)).number
}

/** The page one comes back to from the provider's, after what is done to the order. */
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
  const address = await nintendo.find(page)
  const added = await page.request.post(address, {
    form: {
      listingId: address.split('/').at(-1)!,
      durationDays: '3',
      deliveryOption: 'delivery',
      startDate: addDays(dayInManila(new Date()), 90),
    },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
  expect(added.status()).toBe(302)
}

/** Every screen of the site in every state that a person may find it in, by visitor. */
export const tours: readonly Tour[] = [
  {
    title: 'guests, the public pages',
    views: [
      { name: 'home', at: '/' },
      { name: 'products', at: '/products' },
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
      { name: 'cart', at: '/cart' },
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
      { name: 'log-in', at: '/login' },
      { name: 'log-in of admins', at: '/login?portal=admin' },
      { name: 'log-in, refused', at: '/login?portal=renter', after: press('Login as Renter') },
      { name: 'sign-up', at: '/login?portal=renter&tab=signup' },
      { name: 'a forgotten password', at: '/forgot-password' },
      { name: 'a forgotten password, refused', at: '/forgot-password', after: press('Send the link') },
      { name: 'a link on its way', at: '/forgot-password?sent=1' },
      { name: 'a new password', at: mailedReset },
      { name: 'a link to a new password that has ended', at: '/reset-password?token=none' },
      { name: 'a link to confirm an email that has ended', at: '/verify-email?token=none' },
      { name: 'about', at: '/about' },
      { name: 'contact', at: '/contact' },
      { name: 'contact, refused', at: '/contact', after: press('Send Message') },
      { name: 'faq', at: '/faq' },
      { name: 'faq, answers open', at: '/faq', after: openAnswers },
      { name: 'help', at: '/help' },
      { name: 'help, a search', at: '/help?q=magkano' },
      { name: 'help, nothing found', at: '/help?q=zeppelin' },
      { name: 'a help text', at: '/help/pay-online' },
      { name: 'the assistant, for guests', at: '/support' },
      { name: 'the assistant’s panel, for guests', at: '/about', after: openAssistant },
      { name: 'privacy policy', at: '/privacy-policy' },
      { name: 'emails that can be stopped', at: mailedStop },
      { name: 'a link to stop emails that is not complete', at: '/unsubscribe?token=none' },
      { name: 'mail', at: '/dev/mail' },
    ],
  },
  {
    title: 'renters',
    enter: enterWithFullCart,
    views: [
      { name: 'favorites', at: '/profile/favorites' },
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
      { name: 'dashboard', at: '/profile' },
      { name: 'favorites', at: '/profile/favorites' },
      { name: 'messages', at: '/profile/messages' },
      { name: 'what happened', at: '/profile/notices' },
      { name: 'a conversation', at: linked('/profile/messages', /^Olivia Santos/, '/chat') },
      { name: 'report someone', at: aboutPartner('/report') },
      { name: 'a report, refused', at: aboutPartner('/report'), after: reportWithoutReason },
      { name: 'a report sent', at: aboutPartner('/report', '&sent=1') },
      { name: 'block someone', at: aboutPartner('/block') },
      { name: 'tracker', at: tracker },
      { name: 'tracker, a question', at: linked(tracker, /^Cancel rental/) },
      { name: 'a claim on a deposit', at: linked(tracker, /^See the claim/, claim) },
      { name: 'a deposit in cash, a question', at: linked(tracker, /^I have it back/, claim) },
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
      { name: 'tracker, an order unpaid', at: tracker },
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
      { name: 'settings', at: '/profile/settings' },
      {
        name: 'settings, refused',
        at: '/profile/settings',
        after: async (on) => {
          await on.getByLabel(/^Full Name/).fill('')
          await press('Update Info')(on)
        },
      },
      { name: 'notices', at: '/profile/settings/notifications' },
      { name: 'people one blocked', at: '/profile/settings/blocked' },
      { name: 'one’s data', at: '/profile/settings/data' },
      { name: 'password', at: '/profile/settings/password' },
      { name: 'password, refused', at: '/profile/settings/password', after: press('Update Password') },
      { name: 'sessions', at: '/profile/settings/sessions' },
      { name: 'become an owner', at: '/profile/become-owner' },
    ],
  },
  {
    title: 'owners',
    enter: (page) => enter(page, 'owner'),
    views: [
      { name: 'dashboard', at: '/profile' },
      { name: 'my listings', at: listings },
      { name: 'a new listing', at: `${listings}?add=1` },
      { name: 'a new listing, refused', at: `${listings}?add=1`, after: press('Add Listing') },
      { name: 'edit a listing', at: linked(listings, /^Edit /) },
      { name: 'delete a listing', at: linked(listings, /^Delete /) },
      {
        name: 'a calendar of one’s own',
        at: linked(listings, /^Calendar of/, '/profile/listings/:listingId/calendar'),
      },
      { name: 'favorites', at: '/profile/favorites' },
      { name: 'messages', at: '/profile/messages' },
      { name: 'tracker, lent', at: tracker },
      { name: 'tracker, reject', at: linked(tracker, /^Reject/) },
      { name: 'tracker, rented', at: `${tracker}?view=rented` },
      { name: 'a deposit', at: linked(tracker, /^Claim damage/, claim) },
      { name: 'a claim, refused', at: linked(tracker, /^Claim damage/, claim), after: press('Send Claim') },
      { name: 'statement', at: '/profile/statement' },
      { name: 'receipt', at: receipt },
      { name: 'own listing', at: fujifilm },
    ],
  },
  {
    title: 'admins',
    enter: (page) => enter(page, 'admin'),
    views: [
      { name: 'overview', at: '/admin' },
      { name: 'overview by month', at: '/admin?by=month' },
      { name: 'version of the template', at: '/admin/content/1' },
      { name: 'all listings', at: '/admin/listings' },
      { name: 'listings that wait', at: '/admin/listings?status=available' },
      { name: 'no listings', at: '/admin/listings?status=edited' },
      { name: 'delete a listing', at: linked('/admin/listings?status=rejected', /^Delete /) },
      { name: 'a listing', at: openListing },
      { name: 'a listing, not taken down', at: openListing, after: press('Take down') },
      { name: 'claims', at: '/admin/claims' },
      { name: 'a claim', at: openClaim },
      { name: 'a claim, refused', at: openClaim, after: press('Decide') },
      { name: 'all reviews', at: '/admin/reviews' },
      { name: 'contact messages', at: '/admin/contact-messages' },
      { name: 'reports', at: '/admin/reports' },
      { name: 'a report', at: openReport },
      { name: 'a report, its conversation open', at: openReport, after: readThread },
      { name: 'a report, not closed', at: openReport, after: press('Close report') },
    ],
  },
  {
    title: 'admins, people and words',
    enter: (page) => enter(page, 'admin'),
    views: [
      { name: 'users', at: '/admin/users' },
      { name: 'users that nobody is', at: '/admin/users?search=zeppelin' },
      { name: 'delete a user', at: linked('/admin/users?search=benjie', /^Delete /) },
      { name: 'a user', at: openUser },
      { name: 'a user, not suspended', at: openUser, after: press('Suspend') },
      { name: 'orders', at: '/admin/orders' },
      { name: 'an order', at: linked('/admin/orders', /^cod-/, '/admin/orders/:orderNumber') },
      { name: 'categories', at: '/admin/categories' },
      { name: 'rename a category', at: linked('/admin/categories', /^Rename /) },
      { name: 'delete a category', at: linked('/admin/categories', /^Delete /) },
      { name: 'tags', at: '/admin/tags' },
      { name: 'merge a tag', at: linked('/admin/tags', /^Merge /) },
      { name: 'content', at: '/admin/content' },
      { name: 'the audit log', at: '/admin/audit-log' },
      { name: 'the jobs', at: '/admin/jobs' },
      { name: 'settings', at: '/admin/settings' },
      { name: 'password', at: '/admin/settings/password' },
      { name: 'sessions', at: '/admin/settings/sessions' },
    ],
  },
  {
    title: 'admins, the money',
    enter: (page) => enter(page, 'admin'),
    views: [
      { name: 'the book', at: '/admin/book' },
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
      { name: 'refunds', at: '/admin/refunds' },
      { name: 'payouts', at: '/admin/payouts' },
      { name: 'record a payment', at: linked('/admin/payouts', /^Record pay/) },
      {
        name: 'record a settlement, refused',
        at: '/admin/payouts?record=provider',
        after: press('Record'),
      },
      { name: 'payouts written down', at: '/admin/payouts/recorded' },
      { name: 'reconciliation', at: '/admin/reconciliation' },
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
