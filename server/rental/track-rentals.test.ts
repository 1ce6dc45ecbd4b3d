import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { trackerSectionNames } from '#domain/rental/tracker.ts'
import * as people from '#tests/support/people.ts'
import { walk } from '#tests/support/walk.ts'
import { withServices } from '#tests/support/with-services.ts'
import { listOwnListings } from '../listing/queries.ts'
import { listPurchases } from './queries.ts'
import { trackRentals } from './track-rentals.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const states = ['Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled'] as const
const EACH = 45

/** Copies one rental so often in every status, several with the same time, on different days. */
beforeAll(async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  await sql`insert into listing (id, owner_id, title, description, price_per_day_centavos, created_at)
    select gen_random_uuid(), ${cast.olivia.id}, 'Thing ' || n, 'x', 100,
      '2026-11-01T00:00:00Z'::timestamptz + make_interval(mins => n / 4)
    from generate_series(1, 60) n`.execute(services.db)
  for (const [i, status] of states.entries())
    await sql`insert into rental (id, order_id, listing_id, renter_id, owner_id, title,
      price_per_day_centavos, duration_days,
        delivery_option, period, status, created_at)
      select gen_random_uuid(), r.order_id, l.id, r.renter_id, r.owner_id, ${status} || ' ' || n,
        r.price_per_day_centavos,
        r.duration_days, r.delivery_option, daterange('2027-01-01'::date + ${i} * 20,
        '2027-01-01'::date + ${i} * 20 + r.duration_days),
        ${status}, '2026-11-01T00:00:00Z'::timestamptz + make_interval(mins => n / 4)
      from rental r, generate_series(1, ${EACH}) n join listing l on l.title = 'Thing ' || n
        where r.id = ${rentalId}`.execute(services.db)
  await sql`delete from money_line where rental_id = ${rentalId}`.execute(services.db)
  await sql`alter table rental_entry disable trigger rental_entry_kept`.execute(services.db)
  await sql`delete from rental_entry where rental_id = ${rentalId}`.execute(services.db)
  await sql`alter table rental_entry enable trigger rental_entry_kept`.execute(services.db)
  await sql`delete from rental where id = ${rentalId}`.execute(services.db)
})

const newestFirst = <T extends { id: string }>(items: T[], at: (item: T) => number) =>
  items.toSorted((a, b) => at(b) - at(a) || (a.id < b.id ? 1 : -1))
const numberOf = (title: string) => Number(title.split(' ')[1])

describe.each(['renter', 'owner'] as const)('the tracker of the %s', (side) => {
  const viewer = () => people.seenBy(side === 'renter' ? fixture.cast.ramon : fixture.cast.olivia)

  it('begins with the newest twenty of each section, in one statement', async () => {
    const { sections, only } = await trackRentals(fixture.services.db, viewer(), side)
    expect(Object.keys(sections)).toEqual(['pending', 'approved', 'active', 'completed', 'rejected'])
    for (const name of trackerSectionNames) {
      expect(sections[name].items).toHaveLength(20)
      expect(sections[name].next).not.toBeNull()
    }
    expect(only).toBeNull()
  })

  it.each(trackerSectionNames)(
    'has every rental of %s once, page by page, the newest first',
    async (section) => {
      const pages = await walk(async (after) => {
        const tracker = await trackRentals(fixture.services.db, viewer(), side, { section, after })
        expect(tracker.only).toBe(after ? section : null)
        return tracker.sections[section]
      })
      const all = pages.flat()
      expect(all).toHaveLength(section === 'rejected' ? 2 * EACH : EACH)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const inOrder = newestFirst(all, ({ title }) => Math.floor(numberOf(title) / 4))
      expect(all.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
    },
  )

  it('finds what is asked about on whatever page it is, and nothing of another’s', async () => {
    const { db } = fixture.services
    const oldest = await db
      .selectFrom('rental')
      .select('id')
      .where('title', '=', 'Completed 1')
      .executeTakeFirstOrThrow()
    const { asked, sections } = await trackRentals(db, viewer(), side, { asked: oldest.id })
    expect(asked).toMatchObject({ title: 'Completed 1' })
    expect(sections.completed.items).toHaveLength(20)
    const foreign = await trackRentals(db, people.seenBy(fixture.cast.katrina), side, { asked: oldest.id })
    expect(foreign).toMatchObject({ asked: null, unpaid: [] })
    expect((await trackRentals(db, viewer(), side, { asked: randomUUID() })).asked).toBeNull()
  })

  it('reads an invalid cursor as the first page', async () => {
    for (const after of [
      'x',
      Buffer.from('["now","me"]').toString('base64url'),
      "'; drop table rental; --",
    ]) {
      const { sections, only } = await trackRentals(fixture.services.db, viewer(), side, {
        section: 'active',
        after,
      })
      expect(only).toBeNull()
      expect(sections.active.items).toHaveLength(20)
    }
  })
})

it('what was not paid is nothing to its owner, also asked by its id', async () => {
  const { db } = fixture.services
  const { id: asked } = await db
    .selectFrom('rental')
    .select('id')
    .where('title', '=', 'Pending 1')
    .executeTakeFirstOrThrow()
  const askedBy = async (who: 'ramon' | 'olivia') =>
    (
      await trackRentals(db, people.seenBy(fixture.cast[who]), who === 'ramon' ? 'renter' : 'owner', {
        asked,
      })
    ).asked
  for (const status of ['awaiting_payment', 'expired', 'confirmed'] as const) {
    await sql`update "order" set status = ${status}, payment_method = 'online',
      holds_until = '2026-12-01'`.execute(db)
    expect(await askedBy('ramon')).toMatchObject({ title: 'Pending 1' })
    expect((await askedBy('olivia'))?.id).toBe(status === 'confirmed' ? asked : undefined)
  }
})

it('purchases and own listings are paged too: each once, the newest first', async () => {
  const { services, cast } = fixture
  const bought = await walk((after) => listPurchases(services.db, cast.ramon.id, after))
  expect(bought.map(({ length }) => length).slice(0, 2)).toEqual([20, 20])
  expect(new Set(bought.flat().map(({ id }) => id)).size).toBe(states.length * EACH)
  const listed = await walk((after) => listOwnListings(services.db, people.owner(cast.olivia), after))
  expect(listed.map(({ length }) => length)).toEqual([24, 24, 13])
  const all = listed.flat()
  expect(all.map(({ id }) => id)).toEqual(
    newestFirst(all, ({ createdAt }) => createdAt.getTime()).map(({ id }) => id),
  )
})
