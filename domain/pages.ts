import type { Role } from './account/account.ts'
import { type AdminArea, isInArea } from './account/admin-area.ts'

export type Visitor = Role | 'guest'

/** How the site answers a visitor at an address: an HTTP status, or the page they are sent to. */
type Answers = Readonly<Record<Visitor, number | string>>

type Page = {
  /** The answer to each visitor, with the people and things that the tests create. */
  answers: Answers
  /**
   * Of a page of the admin area: whose admins see links to it, besides those for everything. The page itself checks
   * who may open it (`app/routes/admin/admin-of.ts`); tests compare the two.
   */
  area?: AdminArea | 'any'
  /** Its name in the menu of the admin area, which has the order of these rows. */
  menu?: string
  /** Of a list of the admin area: its subject. `/admin/jobs` is in `app/routes/admin/<subject>/jobs.tsx`. */
  listOf?: string
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

const everyoneGets = (answer: number | string): Answers => ({
  guest: answer,
  renter: answer,
  owner: answer,
  admin: answer,
})
const everyone = everyoneGets(200)
const redirectsTo = (address: string) => ({ answers: everyoneGets(address) })
/** Renters and owners, in their own area. */
const members: Answers = { guest: '/', renter: 200, owner: 200, admin: '/admin' }
const owners: Answers = { ...members, renter: '/profile' }
const adminPage = (area: AdminArea | 'any') => ({
  answers: { guest: '/', renter: '/', owner: '/', admin: 200 } as Answers,
  area,
})
/** A list of the admin area: a page and a file to download. */
const adminList = (area: AdminArea, subject: string, menu: string) => ({
  ...adminPage(area),
  listOf: subject,
  menu,
})

/**
 * Every address of `app/routes.ts`. The site reads from it the menu and the lists of the admin area, the pages for
 * search engines, and those that are cached for guests. Tests read `answers` and `sample`: who may open what, valid
 * HTML, accessibility, screenshots.
 */
const pages = {
  '/': { answers: everyone, guests: 'shared' },
  '/products': { answers: everyone, guests: 'shared' },
  '/items': { ...redirectsTo('/products'), guests: 'public' },
  '/listing/:listingId': { answers: everyone, sample: '/listing/{listing}', guests: 'shared' },
  '/api/suggestions': { answers: everyone, sample: '/api/suggestions?q=tent', guests: 'public' },
  '/about': { answers: everyone, guests: 'shared' },
  '/contact': { answers: everyone, guests: 'shared' },
  '/faq': { answers: everyone, guests: 'shared' },
  '/support': { answers: everyone },
  '/help': { answers: everyone, guests: 'shared' },
  '/help/:slug': { answers: everyone, sample: '/help/cancel-a-rental', guests: 'shared' },
  '/privacy-policy': { answers: everyone, guests: 'shared' },

  '/cart': { answers: { ...members, guest: 200 } },
  // With an empty cart.
  '/checkout': redirectsTo('/items'),
  '/checkout/return': {
    answers: {
      renter: 200,
      owner: 404,
      admin: 404,
      guest: '/login?next=%2Fcheckout%2Freturn%3Forder%3D{online}',
    },
    sample: '/checkout/return?order={online}',
  },
  '/checkout/unpaid': {
    answers: { ...everyoneGets('/profile/rental-tracker?view=rented'), guest: '/items', admin: '/items' },
  },
  '/api/order-standing/:orderNumber': {
    answers: { guest: 401, renter: 200, owner: 404, admin: 403 },
    sample: '/api/order-standing/{online}',
  },
  '/handover/:rentalId': {
    answers: { ...members, guest: '/login?next=%2Fhandover%2F{rental}' },
    sample: '/handover/{rental}',
  },
  '/receipt/:orderNumber': { answers: { ...everyone, guest: 404 }, sample: '/receipt/{order}' },
  '/chat': { answers: { ...members, guest: 401 }, sample: '/chat?thread_id={thread}' },
  '/chat/assistant': redirectsTo('/profile/messages'),
  '/api/messages': {
    answers: { guest: 401, renter: 200, owner: 200, admin: 404 },
    sample: '/api/messages?thread_id={thread}',
  },
  '/report': {
    answers: { ...members, guest: '/login?next=%2Freport%3Fthread%3D{thread}' },
    sample: '/report?thread={thread}',
  },
  '/block': {
    answers: { ...members, guest: '/login?next=%2Fblock%3Fthread%3D{thread}' },
    sample: '/block?thread={thread}',
  },
  '/api/push': redirectsTo('/profile/settings/notifications'),
  '/api/passkey-challenge': redirectsTo('/'),
  '/api/favorites': redirectsTo('/profile/favorites'),

  '/login': { answers: { guest: 200, renter: '/profile', owner: '/profile', admin: '/admin' } },
  // Without a first step.
  '/login/code': { answers: { guest: '/login', renter: '/profile', owner: '/profile', admin: '/admin' } },
  '/confirm': { answers: { ...everyone, guest: '/login?next=%2Fhelp' }, sample: '/confirm?to=%2Fhelp' },
  '/logout': redirectsTo('/'),
  '/forgot-password': { answers: everyone },
  '/reset-password': { answers: everyone, sample: '/reset-password?token={reset}' },
  '/verify-email': { answers: everyone, sample: '/verify-email?token={confirm}' },
  '/change-email': { answers: everyone, sample: '/change-email?token={newEmail}' },
  '/verify-email/again': redirectsTo('/profile'),
  '/unsubscribe': { answers: everyoneGets(410) },

  '/profile': { answers: members },
  '/profile/listings': { answers: owners },
  '/profile/listings/:listingId/calendar': {
    answers: owners,
    sample: '/profile/listings/{listing}/calendar',
  },
  '/profile/listings/:listingId/pick-up': { answers: owners, sample: '/profile/listings/{listing}/pick-up' },
  '/profile/favorites': { answers: members },
  '/profile/messages': { answers: members },
  '/profile/notices': { answers: members },
  '/profile/notices/:noticeId': {
    answers: { ...members, renter: '/chat', owner: '/profile/notices' },
    sample: '/profile/notices/{notice}',
  },
  '/profile/rental-tracker': { answers: members },
  '/profile/rental-tracker/:rentalId': { answers: members, sample: '/profile/rental-tracker/{rental}' },
  '/profile/rental-tracker/:rentalId/address': {
    answers: { ...members, owner: '/profile/rental-tracker/{delivered}' },
    sample: '/profile/rental-tracker/{delivered}/address',
  },
  '/profile/rental-tracker/:rentalId/claim': {
    answers: members,
    sample: '/profile/rental-tracker/{rental}/claim',
  },
  '/profile/rental-tracker/:rentalId/late': {
    answers: members,
    sample: '/profile/rental-tracker/{late}/late',
  },
  '/profile/rental-tracker/:rentalId/owed': {
    answers: members,
    sample: '/profile/rental-tracker/{rental}/owed',
  },
  '/profile/rental-tracker/:rentalId/no-show': {
    answers: members,
    sample: '/profile/rental-tracker/{rental}/no-show',
  },
  '/profile/rental-tracker/:rentalId/change': {
    answers: members,
    sample: '/profile/rental-tracker/{changing}/change',
  },
  '/profile/waiting-list': { answers: members },
  '/profile/statement': { answers: owners },
  '/profile/statement.csv': { answers: owners },
  '/profile/become-owner': { answers: { ...members, owner: '/profile/listings' } },
  '/profile/settings': { answers: members },
  '/profile/settings/password': { answers: members },
  '/profile/settings/sessions': { answers: members },
  '/profile/settings/email': { answers: members },
  '/profile/settings/two-factor': { answers: members },
  '/profile/settings/notifications': { answers: members },
  '/profile/settings/calendar': { answers: members },
  '/profile/settings/blocked': { answers: members },
  '/profile/settings/data': { answers: members },
  '/profile/settings/data/download': { answers: members },

  '/admin': { ...adminPage('any'), menu: 'Overview' },
  '/admin/users': adminList('support', 'account', 'Users'),
  '/admin/users/:userId': { ...adminPage('support'), sample: '/admin/users/{user}' },
  '/admin/admins': adminList('all', 'account', 'Admins'),
  '/admin/listings': adminList('support', 'listing', 'Listings'),
  '/admin/listings/:listingId': { ...adminPage('support'), sample: '/admin/listings/{listing}' },
  '/admin/orders': adminList('money', 'order', 'Orders'),
  '/admin/orders/:orderNumber': { ...adminPage('money'), sample: '/admin/orders/{order}' },
  '/admin/claims': adminList('money', 'dispute', 'Deposit claims'),
  '/admin/claims/:rentalId': { ...adminPage('money'), sample: '/admin/claims/{claimed}' },
  '/admin/book': adminList('money', 'book', 'Book'),
  '/admin/refunds': adminList('money', 'refund', 'Refunds'),
  '/admin/payouts': adminList('money', 'book', 'Payouts'),
  '/admin/payouts/recorded': adminPage('money'),
  '/admin/payouts/recorded.csv': adminPage('money'),
  '/admin/proposals': adminList('money', 'proposal', 'Proposals'),
  '/admin/reconciliation': adminList('money', 'reconciliation', 'Reconciliation'),
  '/admin/reconciliation/:runId': { ...adminPage('money'), sample: '/admin/reconciliation/{run}' },
  '/admin/reconciliation/:runId.csv': { ...adminPage('money'), sample: '/admin/reconciliation/{run}.csv' },
  '/admin/reviews': adminList('support', 'review', 'Reviews'),
  '/admin/reports': adminList('support', 'report', 'Reports'),
  '/admin/reports/:reportId': { ...adminPage('support'), sample: '/admin/reports/{report}' },
  '/admin/contact-messages': adminList('support', 'contact', 'Contact messages'),
  '/admin/jobs': adminList('all', 'job', 'Jobs'),
  '/admin/health': { ...adminPage('all'), menu: 'Health' },
  '/admin/categories': adminList('support', 'category', 'Categories'),
  '/admin/tags': adminList('support', 'tag', 'Tags'),
  '/admin/content': { ...adminPage('all'), menu: 'Content' },
  '/admin/content/:version': { ...adminPage('all'), sample: '/admin/content/1' },
  '/admin/audit-log': adminList('all', 'audit', 'Audit log'),
  // Each file is for the area of its list.
  '/admin/:table.csv': { ...adminPage('any'), sample: '/admin/listings.csv' },
  '/admin/settings': { ...adminPage('any'), menu: 'Settings' },
  '/admin/settings/password': adminPage('any'),
  '/admin/settings/sessions': adminPage('any'),
  '/admin/settings/email': adminPage('any'),
  '/admin/settings/two-factor': adminPage('any'),

  // The first is only there in development, the second only where mail is kept.
  '/styleguide': { answers: everyoneGets(404) },
  '/dev/mail': { answers: everyone },
  // What `server/http` shows for an error outside every route.
  '/unexpected-error': { answers: everyoneGets(500) },
  '/*': { answers: everyoneGets(404), sample: '/no-such-page' },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof pages
export const pagePaths = Object.keys(pages) as PagePath[]

/** A row of the table; properties that it does not have are undefined. */
export const pageAt = (path: PagePath): Page => pages[path]

type ListPath = { [P in PagePath]: (typeof pages)[P] extends { listOf: string } ? P : never }[PagePath]
type Below<P> = P extends `/admin/${infer Name}` ? Name : never
/** The address of a list of the admin area, below `/admin`. */
export type AdminListName = Below<ListPath>

/** The lists of the admin area, each with its subject. */
export const adminLists = pagePaths.flatMap((path) => {
  const { listOf } = pageAt(path)
  return listOf ? [{ name: path.replace('/admin/', '') as AdminListName, subject: listOf }] : []
})

/** The menu of an admin: the pages that they may open. */
export const adminMenuFor = (admin: AdminArea | null | undefined) =>
  pagePaths.flatMap((to) => {
    const { menu } = pageAt(to)
    return menu && mayAdminOpen(admin, to) ? [{ to, label: menu }] : []
  })

/** The pages that search engines may list; all others belong to one person, or are a step of a process. */
export const listedPages = pagePaths.filter((path) => pageAt(path).guests === 'shared')

/** The address by which tests open a page. */
export const sampleOf = (path: PagePath): string => pageAt(path).sample ?? path

/** The first visitor who may open a page; undefined when no answer is 200. */
export const firstVisitorOf = (path: PagePath): Visitor | undefined =>
  (['guest', 'renter', 'owner', 'admin'] as const).find((visitor) => pages[path].answers[visitor] === 200)

/** Whether an admin may open a page of the admin area; of an address with a query, its path counts. */
export function mayAdminOpen(admin: AdminArea | null | undefined, address: string): boolean {
  const path = address.split('?')[0]!
  return isInArea(admin, pageAt(path as PagePath).area ?? 'all')
}
