import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '#domain/actor.ts'
import { addDays } from '#domain/period.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { type Checkout, placeOrder } from '#server/order/place-order.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['olivia', 'amihan'], {
  database: { poolSize: 40, connectionTimeoutMillis: 60_000 },
})
let renters: User[]
beforeAll(async () => {
  renters = await people.openManyAccounts(fixture.services, 10)
})
const list = () =>
  people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    { title: 'Tent', bookableWhileRented: true },
  )
const block = (listingId: string, from: number, to: number) =>
  blockDates(by(fixture.services, fixture.cast.olivia), {
    listingId,
    firstDay: addDays(TODAY, from),
    lastDay: addDays(TODAY, to),
  })

async function overlapsOf(listingId: string) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rental r join blocked_period b
    on b.listing_id = r.listing_id and b.period && r.period
    where r.listing_id = ${listingId} and r.status in ('Pending', 'Approved', 'Active')`.execute(
    fixture.services.db,
  )
  return rows[0]!.n
}

it('of an owner who blocks days and renters who rent them at once, never two get a day', async () => {
  let [rented, blocked] = [0, 0]
  for (let round = 0; round < 12; round++) {
    const listingId = await list()
    const checkouts: Checkout[] = []
    for (const [i, person] of renters.entries()) {
      await people.fillCart(fixture.services, person, [listingId], {
        startDate: addDays(TODAY, 1 + i),
        durationDays: 3,
      })
      checkouts.push(await people.aCheckout(fixture.services, person))
    }
    const rent = (i: number) =>
      placeOrder(by(fixture.services, renters[i]!), people.renter(renters[i]!), checkouts[i]!)
    // In every other round only two blocks, so that some renters request days that nobody blocks.
    const blocks = round % 2 ? renters.keys() : [2, 7]
    const acts: (() => ReturnType<typeof rent> | ReturnType<typeof block>)[] = renters.map(
      (_, i) => () => rent(i),
    )
    for (const i of blocks) acts.splice(i * 2, 0, () => block(listingId, 2 + i, 3 + i))
    const verdicts = await Promise.all((round % 4 > 1 ? acts.toReversed() : acts).map((act) => act()))
    expect(await overlapsOf(listingId)).toBe(0)
    rented += verdicts.filter((verdict) => verdict.ok && 'orderNumber' in verdict).length
    blocked += verdicts.filter((verdict) => verdict.ok && 'period' in verdict).length
    await fixture.services.db.deleteFrom('cartLine').execute()
  }
  // Both kinds must win some of the races; otherwise there was no race.
  expect(rented).toBeGreaterThan(0)
  expect(blocked).toBeGreaterThan(0)
})

it('a checkout that waits for an owner’s block finds the days taken', async () => {
  const listingId = await list()
  const [person] = renters as [User]
  await people.fillCart(fixture.services, person, [listingId], { startDate: addDays(TODAY, 2) })
  const checkout = await people.aCheckout(fixture.services, person)
  const holder = await fixture.services.db.startTransaction().execute()
  await sql`select id from listing where id = ${listingId} for no key update`.execute(holder)
  const placing = placeOrder(by(fixture.services, person), people.renter(person), checkout)
  await waitForBlockedConnections(fixture.services.db)
  await sql`insert into blocked_period (id, listing_id, period)
    values (gen_random_uuid(), ${listingId}, '[2026-11-23,2026-11-25)')`.execute(holder)
  await holder.commit().execute()
  expect(await placing).toMatchObject({ ok: false, reason: 'line' })
  expect(await overlapsOf(listingId)).toBe(0)
})

it('many blocks of the same days at once become one', async () => {
  const listingId = await list()
  const verdicts = await Promise.all(Array.from({ length: 20 }, (_, i) => block(listingId, 3 + (i % 3), 6)))
  expect(verdicts.filter((verdict) => verdict.ok).length).toBeGreaterThan(0)
  const rows = await fixture.services.db
    .selectFrom('blockedPeriod')
    .select('period')
    .where('listingId', '=', listingId)
    .execute()
  expect(rows).toEqual([{ period: '[2026-11-24,2026-11-28)' }])
})
