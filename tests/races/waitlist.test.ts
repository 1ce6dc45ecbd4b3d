import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '#domain/actor.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts'
import { sweepWaitlist } from '#server/waitlist/sweep-waitlist.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { queueForLock } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['olivia', 'amihan'], {
  database: { poolSize: 30, connectionTimeoutMillis: 60_000 },
})
let renters: User[]
beforeAll(async () => {
  renters = await people.openManyAccounts(fixture.services, 4)
})
const START = addDays(TODAY, 10)

it('of sweeps at once and somebody who rents the days, one person gets them, and one is told at most', async () => {
  const { services, cast } = fixture
  const won = { offered: 0, ordered: 0 }
  for (let round = 0; round < 8; round++) {
    const tent = { title: 'Tent', bookableWhileRented: true }
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan }, tent)
    const [first, second, third, other] = renters as [User, User, User, User]
    const wanted = { startDate: START, durationDays: 3 as const }
    const { rentalId } = await people.rent(services, first, [listingId], wanted)
    for (const who of [second, third])
      accepted(await joinWaitlist(by(services, who), { listingId, ...wanted }))
    await services.db.deleteFrom('effect').execute()
    accepted(await takePartyAction(by(services, first), { rentalId, action: 'cancel' }))
    await people.fillCart(services, other, [listingId], { startDate: addDays(START, 1) })
    const checkout = await people.aCheckout(services, other)
    const order = () => placeOrder(by(services, other), people.renter(other), checkout)
    const sweeps = [1, 2, 3].map(() => () => sweepWaitlist(services))
    const sweepAll = () => Promise.all(sweeps.map((sweep) => sweep()))
    // In the last two rounds one of them is over before the other begins, so that each wins once on any machine.
    if (round === 6) await sweepAll()
    const ordering = order()
    if (round === 7) await ordering
    await sweepAll()
    const ordered = (await ordering).ok
    const { rows } = await sql<{ offered: number; holds: number; mails: number }>`select
      (select count(*)::int from waitlist_entry where listing_id = ${listingId} and state = 'offered') as offered,
      (select count(*)::int from blocked_period where listing_id = ${listingId}) as holds,
      (select count(*)::int from effect where kind = 'waitlist-mail') as mails`.execute(services.db)
    const { offered, holds, mails } = rows[0]!
    expect([offered, holds, mails]).toEqual(ordered ? [0, 0, 0] : [1, 1, 1])
    won.offered += offered
    won.ordered += Number(ordered)
    await services.db.deleteFrom('cartLine').execute()
    await sql`update waitlist_entry set state = 'left', ended_at = now() where ended_at is null`.execute(
      services.db,
    )
  }
  expect(won.offered).toBeGreaterThan(0)
  expect(won.ordered).toBeGreaterThan(0)
})

it('whoever joins the list of a listing that is being deleted is refused, and waits for nothing', async () => {
  const { services, cast } = fixture
  const { db } = services
  for (const [how, reason] of [
    ['archived', 'gone'],
    ['erased', 'not-found'],
  ] as const) {
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const days = { listingId, firstDay: START, lastDay: addDays(START, 2) }
    accepted(await blockDates(by(services, cast.olivia), days))
    const deletion =
      how === 'erased'
        ? sql`delete from listing where id = ${listingId}`
        : sql`update listing set archived_at = now() where id = ${listingId}`
    const wanted = { listingId, startDate: START, durationDays: 3 as const }
    const join = () => joinWaitlist(by(services, renters[0]!), wanted)
    expect(await queueForLock(db, deletion, [join])).toMatchObject([{ ok: false, reason }])
    const entries = db.selectFrom('waitlistEntry').select('id').where('listingId', '=', listingId)
    expect(await entries.execute()).toEqual([])
  }
})
