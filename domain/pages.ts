import type { Role } from './account/account.ts'
import { type AdminArea, isInArea } from './account/admin-area.ts'

export type Visitor = Role | 'guest'

/** How the site answers a visitor at an address: an HTTP status, or the page they are sent to. */
type Opens = Readonly<Record<Visitor, number | string>>

type Page = {
  /** The answer to each visitor, with the people and things that the tests create. */
  opens: Opens
  /** Of a page of the admin area: the area whose admins may open it, besides those for everything. */
  area?: AdminArea | 'any'
  /**
   * The address of the page in tests, when the path has parameters or needs a query; the test replaces `{listing}`.
   */
  sample?: string
  /**
   * `public`: the page only reads public data, so a replica may answer guests. `shared`: it also looks the same to
   * all guests, so they share one rendering, and search engines may list it.
   */
  guests?: 'public' | 'shared'
}

const all = (what: number | string): Opens => ({ guest: what, renter: what, owner: what, admin: what })
const everyone = all(200)
const goesTo = (address: string) => ({ opens: all(address) })
/** Renters and owners, in their own area. */
const members: Opens = { guest: '/', renter: 200, owner: 200, admin: '/admin' }
const owners: Opens = { ...members, renter: '/profile' }
/** Admins of an area. */
const admins = (area: AdminArea | 'any') => ({
  opens: { guest: '/', renter: '/', owner: '/', admin: 200 } as Opens,
  area,
})
/** Renters and owners, who are asked to log in first. */
const writers: Opens = { guest: '/login', renter: 200, owner: 200, admin: '/admin' }

/**
 * Every address of `app/routes.ts`. The tests of who may open what, of valid HTML and of accessibility, the
 * screenshots, and the cache of guests' pages all read it.
 */
const pages = {
  '/': { opens: everyone, guests: 'shared' },
  '/products': { opens: everyone, guests: 'shared' },
  '/items': { ...goesTo('/products'), guests: 'public' },
  '/listing/:listingId': { opens: everyone, sample: '/listing/{listing}', guests: 'shared' },
  '/api/suggestions': { opens: everyone, sample: '/api/suggestions?q=tent', guests: 'public' },
  '/about': { opens: everyone, guests: 'shared' },
  '/contact': { opens: everyone, guests: 'shared' },
  '/faq': { opens: everyone, guests: 'shared' },
  '/support': { opens: everyone },
  '/help': { opens: everyone, guests: 'shared' },
  '/help/:slug': { opens: everyone, sample: '/help/cancel-a-rental', guests: 'shared' },
  '/privacy-policy': { opens: everyone, guests: 'shared' },

  '/cart': { opens: { ...members, guest: 200 } },
  // With an empty cart.
  '/checkout': goesTo('/items'),
  '/checkout/return': {
    opens: {
      renter: 200,
      owner: 404,
      admin: 404,
      guest: '/login?next=%2Fcheckout%2Freturn%3Forder%3D{online}',
    },
    sample: '/checkout/return?order={online}',
  },
  '/checkout/unpaid': {
    opens: { ...all('/profile/rental-tracker?view=rented'), guest: '/items', admin: '/items' },
  },
  '/api/order-standing/:orderNumber': {
    opens: { guest: 401, renter: 200, owner: 404, admin: 403 },
    sample: '/api/order-standing/{online}',
  },
  '/handover/:rentalId': {
    opens: { ...members, guest: '/login?next=%2Fhandover%2F{rental}' },
    sample: '/handover/{rental}',
  },
  '/receipt/:orderNumber': { opens: { ...everyone, guest: 404 }, sample: '/receipt/{order}' },
  '/chat': { opens: { ...writers, guest: 401 }, sample: '/chat?thread_id={thread}' },
  '/chat/assistant': goesTo('/profile/messages'),
  '/api/messages': {
    opens: { guest: 401, renter: 200, owner: 200, admin: 404 },
    sample: '/api/messages?thread_id={thread}',
  },
  '/report': { opens: writers, sample: '/report?thread={thread}' },
  '/block': { opens: writers, sample: '/block?thread={thread}' },
  '/api/push': goesTo('/profile/settings/notifications'),
  '/api/passkey-challenge': goesTo('/'),
  '/api/favorites': goesTo('/profile/favorites'),

  '/login': { opens: { guest: 200, renter: '/profile', owner: '/profile', admin: '/admin' } },
  // Without a first step.
  '/login/code': { opens: { guest: '/login', renter: '/profile', owner: '/profile', admin: '/admin' } },
  '/confirm': { opens: { ...everyone, guest: '/login?next=%2Fhelp' }, sample: '/confirm?to=%2Fhelp' },
  '/logout': goesTo('/'),
  '/forgot-password': { opens: everyone },
  '/reset-password': { opens: everyone, sample: '/reset-password?token={reset}' },
  '/verify-email': { opens: everyone, sample: '/verify-email?token={confirm}' },
  '/change-email': { opens: everyone, sample: '/change-email?token={newEmail}' },
  '/verify-email/again': goesTo('/profile'),
  '/unsubscribe': { opens: all(410) },

  '/profile': { opens: members },
  '/profile/listings': { opens: owners },
  '/profile/listings/:listingId/calendar': { opens: owners, sample: '/profile/listings/{listing}/calendar' },
  '/profile/listings/:listingId/pick-up': { opens: owners, sample: '/profile/listings/{listing}/pick-up' },
  '/profile/favorites': { opens: members },
  '/profile/messages': { opens: members },
  '/profile/notices': { opens: members },
  '/profile/notices/:noticeId': {
    opens: { ...members, renter: '/chat', owner: '/profile/notices' },
    sample: '/profile/notices/{notice}',
  },
  '/profile/rental-tracker': { opens: members },
  '/profile/rental-tracker/:rentalId': { opens: members, sample: '/profile/rental-tracker/{rental}' },
  '/profile/rental-tracker/:rentalId/address': {
    opens: { ...members, owner: '/profile/rental-tracker/{delivered}' },
    sample: '/profile/rental-tracker/{delivered}/address',
  },
  '/profile/rental-tracker/:rentalId/claim': {
    opens: members,
    sample: '/profile/rental-tracker/{rental}/claim',
  },
  '/profile/rental-tracker/:rentalId/late': {
    opens: members,
    sample: '/profile/rental-tracker/{late}/late',
  },
  '/profile/rental-tracker/:rentalId/owed': {
    opens: members,
    sample: '/profile/rental-tracker/{rental}/owed',
  },
  '/profile/rental-tracker/:rentalId/no-show': {
    opens: members,
    sample: '/profile/rental-tracker/{rental}/no-show',
  },
  '/profile/rental-tracker/:rentalId/change': {
    opens: members,
    sample: '/profile/rental-tracker/{changing}/change',
  },
  '/profile/waiting-list': { opens: members },
  '/profile/statement': { opens: owners },
  '/profile/statement.csv': { opens: owners },
  '/profile/become-owner': { opens: { ...members, owner: '/profile/listings' } },
  '/profile/settings': { opens: members },
  '/profile/settings/password': { opens: members },
  '/profile/settings/sessions': { opens: members },
  '/profile/settings/email': { opens: members },
  '/profile/settings/two-factor': { opens: members },
  '/profile/settings/notifications': { opens: members },
  '/profile/settings/calendar': { opens: members },
  '/profile/settings/blocked': { opens: members },
  '/profile/settings/data': { opens: members },
  '/profile/settings/data/download': { opens: members },

  '/admin': admins('any'),
  '/admin/users': admins('support'),
  '/admin/users/:userId': { ...admins('support'), sample: '/admin/users/{user}' },
  '/admin/admins': admins('all'),
  '/admin/listings': admins('support'),
  '/admin/listings/:listingId': { ...admins('support'), sample: '/admin/listings/{listing}' },
  '/admin/orders': admins('money'),
  '/admin/orders/:orderNumber': { ...admins('money'), sample: '/admin/orders/{order}' },
  '/admin/claims': admins('money'),
  '/admin/claims/:rentalId': { ...admins('money'), sample: '/admin/claims/{claimed}' },
  '/admin/audit-log': admins('all'),
  '/admin/reviews': admins('support'),
  '/admin/contact-messages': admins('support'),
  '/admin/jobs': admins('all'),
  '/admin/health': admins('all'),
  '/admin/reports': admins('support'),
  '/admin/reports/:reportId': { ...admins('support'), sample: '/admin/reports/{report}' },
  '/admin/:table.csv': { ...admins('any'), sample: '/admin/listings.csv' },
  '/admin/book': admins('money'),
  '/admin/refunds': admins('money'),
  '/admin/payouts': admins('money'),
  '/admin/payouts/recorded': admins('money'),
  '/admin/payouts/recorded.csv': admins('money'),
  '/admin/proposals': admins('money'),
  '/admin/reconciliation': admins('money'),
  '/admin/reconciliation/:runId': { ...admins('money'), sample: '/admin/reconciliation/{run}' },
  '/admin/reconciliation/:runId.csv': { ...admins('money'), sample: '/admin/reconciliation/{run}.csv' },
  '/admin/categories': admins('support'),
  '/admin/tags': admins('support'),
  '/admin/content': admins('all'),
  '/admin/content/:version': { ...admins('all'), sample: '/admin/content/1' },
  '/admin/settings': admins('any'),
  '/admin/settings/password': admins('any'),
  '/admin/settings/sessions': admins('any'),
  '/admin/settings/email': admins('any'),
  '/admin/settings/two-factor': admins('any'),

  // For developers only; answers 404 in production.
  '/styleguide': { opens: all(404) },
  '/dev/mail': { opens: everyone },
  '/unexpected-error': { opens: all(500) },
  '/*': { opens: all(404), sample: '/no-such-page' },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof pages
export const pagePaths = Object.keys(pages) as PagePath[]

/** A row of the table; properties that it does not have are undefined. */
export const pageAt = (path: PagePath): Page => pages[path]

/** The pages that search engines may list; all others belong to one person, or are a step of a process. */
export const listedPages = pagePaths.filter((path) => pageAt(path).guests === 'shared')

/** The address by which tests open a page. */
export const sampleOf = (path: PagePath): string => pageAt(path).sample ?? path

/** The first visitor who may open a page; undefined when nobody can open it without more data. */
export const visitorOf = (path: PagePath): Visitor | undefined =>
  (['guest', 'renter', 'owner', 'admin'] as const).find((visitor) => pages[path].opens[visitor] === 200)

/** Whether an admin may open a page of the admin area; of an address with a query, its path counts. */
export function mayOpen(admin: AdminArea | null | undefined, address: string): boolean {
  const path = address.split('?')[0]!
  return isInArea(admin, pageAt(path as PagePath).area ?? 'all')
}
