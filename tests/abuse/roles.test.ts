import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageAt, pagePaths, sampleOf, type Visitor as Role } from '#domain/pages.ts'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { sendReport } from '#server/report/send-report.ts'
import { textOf } from '#tests/support/html.ts'
import { makeSamples, withIds } from '#tests/support/page-samples.ts'
import { by } from '#tests/support/services.ts'
import { rent } from '#tests/support/people.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const people = { guest: undefined, renter: 'ramon', owner: 'olivia', admin: 'amihan' } as const

/** The answer to each visitor at an address: a status, or the redirect's target. */
const matrix: Record<string, Readonly<Record<Role, number | string>>> = {
  // Every page by its sample address; all files of lists are one page, and admin-areas.test.ts opens each.
  ...Object.fromEntries(pagePaths.map((path) => [sampleOf(path), pageAt(path).answers])),
  '/help/none': { guest: 404, renter: 404, owner: 404, admin: 404 },
  '/reset-password?token=x': { guest: 410, renter: 410, owner: 410, admin: 410 },
  '/verify-email?token=x': { guest: 410, renter: 410, owner: 410, admin: 410 },
  '/admin/orders/cod-1': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/admin/reconciliation/{unknown}': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/admin/reconciliation/nothing': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/admin/reports/{thread}': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/admin/reports/nothing': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/report': { guest: '/login?next=%2Freport', renter: 404, owner: 404, admin: '/admin' },
  '/report?message={message}': {
    guest: '/login?next=%2Freport%3Fmessage%3D{message}',
    renter: 404,
    owner: 200,
    admin: '/admin',
  },
  '/report?thread={unknown}': {
    guest: '/login?next=%2Freport%3Fthread%3D{unknown}',
    renter: 404,
    owner: 404,
    admin: '/admin',
  },
  '/block?thread={unknown}': {
    guest: '/login?next=%2Fblock%3Fthread%3D{unknown}',
    renter: 404,
    owner: 404,
    admin: '/admin',
  },
  '/admin/nothing.csv': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/admin/content/99': { guest: '/', renter: '/', owner: '/', admin: 404 },
  '/listing/{approved}': { guest: 200, renter: 200, owner: 200, admin: 200 },
  '/listing/{waiting}': { guest: 404, renter: 404, owner: 200, admin: 200 },
  '/listing/{rejected}': { guest: 404, renter: 404, owner: 200, admin: 200 },
  '/listing/{deleted}': { guest: 410, renter: 410, owner: 410, admin: 410 },
  '/listing/{unknown}': { guest: 404, renter: 404, owner: 404, admin: 404 },
  '/listing/not-an-id': { guest: 404, renter: 404, owner: 404, admin: 404 },
}

let ids: Record<string, string> = { unknown: '0199a000-0000-7000-8000-000000000000' }
beforeAll(async () => {
  const { db } = site.services
  for (const name of ['approved', 'waiting', 'rejected', 'deleted'])
    ids[name] = await site.publish({ title: name })
  await db.updateTable('listing').set({ status: 'available' }).where('id', '=', ids.waiting!).execute()
  await db.updateTable('listing').set({ status: 'rejected' }).where('id', '=', ids.rejected!).execute()
  await db.updateTable('listing').set({ archivedAt: new Date() }).where('id', '=', ids.deleted!).execute()
  const now = site.services.clock.now()
  const run = { id: randomUUID(), day: '2026-11-21', beganAt: now, endedAt: now }
  await db.insertInto('reconciliation').values(run).execute()
  ids.run = run.id
  const about = { listingId: ids.approved! }
  const sent = await sendMessage(by(site.services, site.cast.ramon), { to: about, text: 'Is it free?' })
  ids.thread = accepted(sent).threadId
  const message = await db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  ids.message = String(message.id)
  const report = { about: { threadId: ids.thread }, reason: 'spam' as const, note: 'A secret note' }
  ids.report = accepted(await sendReport(by(site.services, site.cast.olivia), report)).reportId
  ids.order = (
    await rent(site.services, site.cast.ramon, [await site.publish({ title: 'Rented' })])
  ).orderNumber
  ids = { ...(await makeSamples(site)), ...ids }
})
const addressOf = (path: string) => withIds(path, ids)

/** The address of a page's data. */
const dataOf = (address: string) => (address === '/' ? '/_.data' : address.replace(/(?=\?|$)/, '.data'))

const rows = Object.entries(matrix).flatMap(([path, expected]) =>
  (Object.keys(people) as Role[]).map((role) => [path, role, expected[role]] as const),
)

describe('each page, for each visitor', () => {
  // Spec: S2.1, S2.2, S2.3, S2.32, S2.41, S2.42, S2.62, S2.63, S4.2, S6.5, S6.10, S6.13, S7.3, S0.4, D19
  it.each(rows)('%s for %s is %s', async (path, role, expected) => {
    const response = await site.visitor(people[role]).get(addressOf(path))
    const went = response.headers.get('location')
    expect(went ?? response.status).toBe(typeof expected === 'string' ? addressOf(expected) : expected)
  })

  // Spec: S6.14, D1
  it.each(rows.filter(([path]) => path !== '/logout' && path !== '/items'))(
    'its data %s for %s is %s too',
    async (path, role, expected) => {
      const response = await site.visitor(people[role]).get(dataOf(addressOf(path)))
      const text = await response.text()
      if (typeof expected === 'string') {
        expect(response.status).toBe(202)
        expect(text).toContain('SingleFetchRedirect')
        expect(text).toContain(`"${addressOf(expected)}"`)
      } else expect(response.status).toBe(expected)
    },
  )
})

// Spec: S4.2
it.each(['waiting', 'rejected', 'deleted'])('a search does not find a listing that is %s', async (title) => {
  const found = async (words: string) =>
    textOf(await (await site.visitor().get(`/products?search=${words}`)).text())
  expect(await found(title)).toContain('No items match your current filters or search term.')
  expect(await found('approved')).not.toContain('No items match')
})

describe('a redirected visitor gets no data of the page', () => {
  it.each([
    ['/profile/listings', 'ramon'],
    ['/admin/listings', 'ramon'],
    ['/admin/listings', 'olivia'],
    ['/admin/listings.csv', undefined],
    ['/admin/listings.csv', 'olivia'],
    ['/admin/users', 'olivia'],
    ['/admin/users.csv', 'ramon'],
    ['/admin/orders/{order}', 'ramon'],
    ['/admin/book', 'olivia'],
    ['/admin/book.csv', 'ramon'],
    ['/admin/refunds', 'ramon'],
    ['/admin/payouts', 'olivia'],
    ['/admin/payouts.csv', undefined],
    ['/admin/reconciliation/{run}', 'olivia'],
    ['/profile/statement', 'ramon'],
    ['/admin/reports', 'ramon'],
    ['/admin/reports.csv', undefined],
    ['/admin/reports/{report}', 'olivia'],
    ['/report?thread={thread}', 'katrina'],
    ['/report?message={message}', 'diego'],
    ['/block?thread={thread}', 'katrina'],
    ['/chat?thread_id={thread}', 'amihan'],
    ['/profile/rental-tracker', undefined],
    ['/listing/{waiting}', 'katrina'],
  ] as const)('%s for %s', async (path, who) => {
    for (const address of [addressOf(path), dataOf(addressOf(path))]) {
      const text = await (await site.visitor(who).get(address)).text()
      expect(text).not.toMatch(
        /4-person|Rented|waiting for|Is it free|A secret note|(?<!support@)hiram\.test/,
      )
    }
  })
})

it.each(['/admin/users', '/admin/listings', '/admin/reviews', '/admin/contact-messages'])(
  'an action of %s, with scripts or without, goes back to the page of the table it was taken on',
  async (path) => {
    const query = '?search=x&sort=-created'
    const plain = await site.visitor('amihan').post(`${path}${query}&delete=1`, { intent: 'nothing' })
    expect(plain.headers.get('location')).toBe(path + query)
    const scripted = await site.visitor('amihan').post(`${path}.data${query}&delete=1`, { intent: 'nothing' })
    const text = await scripted.text()
    expect(text).toContain(`"${path}${query}"`)
    expect(text).not.toContain('.data')
  },
)
