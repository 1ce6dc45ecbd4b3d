import { sql } from 'kysely'
import { asHeadAdmin, asListingOwner, asOwner, asThreadParty } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { dayInManila } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { userTable } from '#server/account/user-table.ts'
import { readTable } from '#server/admin-table.ts'
import { auditTable } from '#server/audit/audit-table.ts'
import { postingTable } from '#server/book/book-table.ts'
import { listCartRows } from '#server/cart/queries.ts'
import { listMessages, listThreads } from '#server/chat/queries.ts'
import type { Services } from '#server/context.ts'
import { claimTable } from '#server/dispute/claim-table.ts'
import { listFavorites } from '#server/favorite/queries.ts'
import { findListing, listHeldDays, listOwnListings, lockListings } from '#server/listing/queries.ts'
import { listingTable } from '#server/listing/listing-table.ts'
import { similarListings } from '#server/listing/similar-listings.ts'
import { listNotices } from '#server/notification/queries.ts'
import { findCheckoutFacts } from '#server/order/queries.ts'
import { orderTable } from '#server/order/order-table.ts'
import { refundTable } from '#server/refund/refund-table.ts'
import { findOwnerRecord } from '#server/rental/find-owner-record.ts'
import { dashboardFigures, earningsByMonth, listAgenda, listPurchases } from '#server/rental/queries.ts'
import { trackRentals } from '#server/rental/track-rentals.ts'
import { reportTable } from '#server/report/report-table.ts'
import { listReviews } from '#server/review/queries.ts'
import { reviewTable } from '#server/review/review-table.ts'
import { readFrame } from '#server/stream/queries.ts'

/** The queries of the pages of people and of admins, by name, as those with most rows ask them. */
export async function pageQueries({ db }: Pick<Services, 'db'>): Promise<[string, () => Promise<unknown>][]> {
  const busiest = async (column: string, table: string): Promise<string> =>
    (
      await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
        where ${sql.ref(column)} is not null group by 1 order by count(*) desc, 1 limit 1`.execute(db)
    ).rows[0]?.id ?? '00000000-0000-7000-8000-000000000000'
  const someone = (id: string, role: User['role']) =>
    ({ kind: 'user', id, role, adminArea: role === 'admin' ? 'all' : null }) as User
  const lender = someone(await busiest('owner_id', 'listing'), 'owner')
  const renter = someone(await busiest('renter_id', 'rental'), 'renter')
  const fan = someone(await busiest('account_id', 'favorite'), 'renter')
  const [listingId, threadId] = [await busiest('listing_id', 'review'), await busiest('thread_id', 'message')]
  const { admin } = accepted(asHeadAdmin(someone(lender.id, 'admin')))
  const { owner } = accepted(asOwner(lender))
  const held = accepted(asListingOwner(lender, { ownerId: lender.id }, 'edit')).owner
  const { party } = accepted(asThreadParty(renter, { renterId: renter.id, ownerId: lender.id }))
  const now = new Date()
  const listings = [listingId, await busiest('listing_id', 'rental')]
  const shown = await findListing(db, listingId, dayInManila(now), renter, now)
  const query = new URLSearchParams()
  const ctx = { db }
  return [
    ['frame of a page', () => readFrame(db, renter.id)],
    ['tracker of an owner', () => trackRentals(db, { id: lender.id, now }, 'owner')],
    ['tracker of a renter', () => trackRentals(db, { id: renter.id, now }, 'renter')],
    ['purchases', () => listPurchases(db, renter.id)],
    ['figures of the dashboard', () => dashboardFigures(db, lender.id)],
    ['earnings by month', () => earningsByMonth(db, lender.id, now)],
    ['agenda', () => listAgenda(db, { id: lender.id, now })],
    ['my listings', () => listOwnListings(db, owner)],
    ['calendar of a listing', () => listHeldDays(db, held, listings[1]!, now)],
    ['favourites', () => listFavorites(db, fan as never, null)],
    ['conversations of an owner', () => listThreads(db, { id: lender.id, now })],
    ['conversations of a renter', () => listThreads(db, { id: renter.id, now })],
    ['messages', () => listMessages(db, party, { threadId })],
    ['notices', () => listNotices(db, renter.id)],
    ['listing', () => findListing(db, listingId, dayInManila(now), renter, now)],
    ['similar listings', () => similarListings(db, shown!, { viewer: renter })],
    ['record of an owner', () => findOwnerRecord(db, lender.id, now)],
    ['reviews', () => listReviews(db, { listingId, reviewerId: renter.id, after: null })],
    ['cart', () => listCartRows(db, renter.id, dayInManila(now), now)],
    ['facts of a checkout', () => findCheckoutFacts(db as never, renter.id, listingId, now)],
    ['locking what is ordered', () => lockListings(db as never, listings)],
    ['admin users', () => readTable(ctx, admin, userTable, query)],
    ['admin listings', () => readTable(ctx, admin, listingTable, query)],
    ['admin orders', () => readTable(ctx, admin, orderTable, query)],
    ['admin claims', () => readTable(ctx, admin, claimTable, query)],
    ['admin refunds', () => readTable(ctx, admin, refundTable, query)],
    ['admin reviews', () => readTable(ctx, admin, reviewTable, query)],
    ['admin reports', () => readTable(ctx, admin, reportTable, query)],
    ['admin audit log', () => readTable(ctx, admin, auditTable, query)],
    ['admin book', () => readTable(ctx, admin, postingTable, query)],
  ]
}
