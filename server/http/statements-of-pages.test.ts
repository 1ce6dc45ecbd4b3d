import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { pagePaths, sampleOf, firstVisitorOf } from '#domain/pages.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { makeSamples, withIds } from '#tests/support/page-samples.ts'
import { fillCart, openManyAccounts, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { withSite } from '#tests/support/with-site.ts'
import { sendMessage } from '../chat/send-message.ts'
import { blockDates } from '../listing/block-dates.ts'
import { writeNotice } from '../notification/write-notice.ts'

/* Every page for the first visitor who may open it, and some for others, first with few rows and then with many. */
const often = { points: 10_000, seconds: 60 }
const site = withSite(['ramon', 'olivia', 'amihan'], {
  limits: {
    dataDownloads: often,
    search: often,
    messages: often,
    newThreads: often,
    reports: often,
    auditEntries: often,
  },
})
const [FEW, MORE] = [1, 3]
const people = { guest: undefined, renter: 'ramon', owner: 'olivia', admin: 'amihan' } as const
type Who = keyof typeof people

/** Pages that list something; each has to grow. */
const lists = Object.entries({
  guest: '/products /products?search=tent /listing/{listing}',
  renter: `
    /products /listing/{listing} /cart /checkout /profile /profile/favorites /profile/messages /profile/notices
    /chat?thread_id={thread} /profile/rental-tracker /profile/waiting-list /profile/settings/blocked`,
  owner: `
    /profile /profile/listings /profile/listings/{listing}/calendar /profile/favorites /profile/messages
    /profile/notices /chat?thread_id={thread} /profile/rental-tracker /profile/statement /profile/statement.csv`,
  admin: `
    /admin/users /admin/listings /admin/orders /admin/claims /admin/audit-log /admin/reviews
    /admin/contact-messages /admin/reports /admin/book /admin/refunds
    /admin/payouts/recorded /admin/reconciliation /admin/listings.csv /admin/orders.csv
    /admin/claims.csv /admin/reviews.csv /admin/refunds.csv /admin/book.csv /admin/reports.csv`,
}).flatMap(([who, addresses]) =>
  addresses
    .trim()
    .split(/\s+/)
    .map((address): [string, Who] => [address, who as Who]),
)
/** What a waiting payment is, is asked of the provider now and then, which is no question of rows. */
const asksProvider = (address: string) => address.includes('{online}')
const ofTable = pagePaths.flatMap((path): [string, Who][] => {
  const who = firstVisitorOf(path)
  return who && !asksProvider(sampleOf(path)) ? [[sampleOf(path), who]] : []
})
const pages = [
  ...new Map(
    [...ofTable, ['/', 'renter'] as [string, Who], ...lists].map((page) => [page.join(), page]),
  ).values(),
]

let samples: Record<string, string> | undefined
let crowd: Awaited<ReturnType<typeof openManyAccounts>>
let grown = 0

/** Adds one more of everything that pages list; the first listing, conversation and people get more too. */
async function grow() {
  const { services, cast } = site
  const { db } = services
  const nth = ++grown
  const made = await makeSamples(site, nth)
  samples ??= made
  const { listing: listingId, thread: threadId } = samples as { listing: string; thread: string }
  // Otherwise it is not shown while it is rented.
  await db.updateTable('listing').set({ bookableWhileRented: true }).where('id', '=', listingId).execute()
  const [someone, another] = [crowd[2 * nth]!, crowd[2 * nth + 1]!]
  const review = { authorId: someone.id, rating: 4, body: 'It kept us dry.', verified: false }
  const [published, waiting] = [{ status: 'published' as const }, { status: 'waiting' as const }]
  await db
    .insertInto('review')
    .values([
      { id: randomUUID(), ...review, listingId, ...published },
      { id: randomUUID(), ...review, authorId: another.id, listingId, ...waiting },
    ])
    .execute()
  await db
    .insertInto('personBlock')
    .values({ blockerId: cast.ramon.id, blockedId: someone.id, blockedAt: NOW })
    .execute()
  const from = { name: 'Ana', email: 'ana@hiram.test', subject: 'Rain', message: 'Is it dry?' }
  await db
    .insertInto('contactMessage')
    .values({ id: randomUUID(), ...from })
    .execute()
  const things = await db.selectFrom('listing').select('id').execute()
  for (const accountId of [cast.ramon.id, cast.olivia.id])
    await db
      .insertInto('favorite')
      .values(things.map(({ id }) => ({ accountId, listingId: id })))
      .onConflict((same) => same.doNothing())
      .execute()
  const notice = { kind: 'new-message', title: 'Ramon wrote', text: 'Is it dry?', path: '/chat' } as const
  for (const [i, accountId] of [cast.ramon.id, cast.olivia.id].entries())
    await writeNotice(services, 1000 + 2 * nth + i, { ...notice, accountId })
  for (const who of [cast.ramon, cast.olivia])
    accepted(await sendMessage(by(services, who), { to: { threadId }, text: `Message ${nth}` }))
  // Others write to Olivia, and rent her first listing.
  accepted(await sendMessage(by(services, someone), { to: { listingId }, text: 'And for us?' }))
  const days = { startDate: addDays(TODAY, 30 + 2 * nth), durationDays: 1 as const }
  await rent(services, someone, [listingId], days)
  const blocked = addDays(TODAY, 60 + 2 * nth)
  accepted(await blockDates(by(services, cast.olivia), { listingId, firstDay: blocked, lastDay: blocked }))
  await sql`insert into waitlist_entry (id, account_id, listing_id, period, asked_at)
    select gen_random_uuid(), ${cast.ramon.id}, id, daterange(${blocked}::date, ${addDays(blocked, 1)}::date), ${NOW}
    from listing on conflict do nothing`.execute(db)
  for (let i = 0; i < nth; i++) await fillCart(services, cast.ramon, [await site.publish()])
}

/** How many statements each page takes when it is opened again, and how long it is. */
async function openAll() {
  const opened = new Map<string, { statements: number; characters: number }>()
  for (const [address, who] of pages) {
    let characters = 0
    const open = async () => {
      const answer = await site.visitor(people[who]).get(withIds(address, samples!))
      expect([address, answer.status]).toEqual([address, 200])
      characters = (await answer.text()).length
    }
    // The first time it may mark as read what it shows.
    await open()
    const { length: statements } = await statementsOf(site.services.connection, open)
    opened.set(`${address} for ${who}`, { statements, characters })
  }
  return opened
}

let few: Awaited<ReturnType<typeof openAll>>
let many: typeof few
beforeAll(async () => {
  crowd = await openManyAccounts(site.services, 2 * (1 + FEW + MORE))
  for (let i = 0; i < FEW; i++) await grow()
  few = await openAll()
  for (let i = 0; i < MORE; i++) await grow()
  many = await openAll()
})

it.each(pages)('a page takes as many statements for many rows as for few: %s for %s', (address, who) => {
  const page = `${address} for ${who}`
  expect(many.get(page)!.statements).toBe(few.get(page)!.statements)
})

it.each(lists)('the pages of lists have many rows: %s for %s', (address, who) => {
  const page = `${address} for ${who}`
  expect(many.get(page)!.characters).toBeGreaterThan(few.get(page)!.characters + 200)
})
