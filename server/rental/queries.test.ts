import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { dashboardFigures, earningsByMonth, listAgenda } from './queries.ts'
import { takePartyAction } from './take-action.ts'
import { trackRentals } from './track-rentals.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const thing = (changes = {}, lister: people.Person = fixture.cast.olivia) =>
  people.listApproved(fixture.services, { owner: lister, admin: fixture.cast.amihan }, changes)
const play = async (rentalId: string, ...actions: ('approve' | 'activate' | 'complete' | 'reject')[]) => {
  for (const action of actions)
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
}
const figures = (who: people.Person) => dashboardFigures(fixture.services.db, who.id)

describe('the figures of a dashboard', () => {
  it('of someone new are all nought', async () => {
    expect(await figures(fixture.cast.diego)).toEqual({
      totalListings: 0,
      rentedOut: 0,
      earningsCentavos: 0,
      keptRentCentavos: 0,
      waitingRequests: 0,
      activeRentals: 0,
      hasRented: false,
    })
  })

  // Spec: S2.47, S2.48, S6.4
  it('count what is lent and rented; earnings are the rent of completed rentals, without fees', async () => {
    const { services, cast } = fixture
    const out = await people.rent(services, cast.ramon, [await thing()], { startDate: TODAY })
    await play(out.rentalId, 'approve', 'activate')
    const back = await people.rent(services, cast.ramon, [await thing({ pricePerDay: 33_333 })], {
      startDate: TODAY,
      durationDays: 3,
      deliveryOption: 'delivery',
    })
    await play(back.rentalId, 'approve', 'activate', 'complete')
    const refused = await people.rent(services, cast.ramon, [await thing({ pricePerDay: 77_777 })])
    await play(refused.rentalId, 'reject')
    await people.rent(services, cast.katrina, [await thing()])
    await people.listThing(services, cast.olivia)
    expect(await figures(cast.olivia)).toEqual({
      totalListings: 5,
      rentedOut: 1,
      earningsCentavos: 99_999,
      keptRentCentavos: 0,
      waitingRequests: 1,
      activeRentals: 0,
      hasRented: false,
    })
    expect(await figures(cast.ramon)).toMatchObject({
      activeRentals: 1,
      hasRented: true,
      earningsCentavos: 0,
    })
    expect(await figures(cast.katrina)).toMatchObject({ activeRentals: 0, hasRented: true })
  })

  it('don’t count deleted listings', async () => {
    const before = await figures(fixture.cast.olivia)
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    await fixture.services.db
      .updateTable('listing')
      .set({ archivedAt: new Date() })
      .where('id', '=', listingId)
      .execute()
    expect(await figures(fixture.cast.olivia)).toEqual(before)
  })
})

/** All rentals that the tracker of one side shows. */
const listed = async (...asked: Parameters<typeof trackRentals>) =>
  Object.values((await trackRentals(...asked)).sections).flatMap(({ items }) => items)

describe('the rental tracker', () => {
  // Spec: S3.12, S7.5, S7.7
  it('shows each side their rentals, the newest first, with the other’s name and what it costs', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ title: 'Gown', pricePerDay: 20_000 })
    services.clock.set('2026-11-21T05:00:00Z')
    const { rentalId, orderNumber } = await people.rent(services, cast.katrina, [listingId], {
      durationDays: 3,
    })
    const [rented] = await listed(services.db, people.seenBy(cast.katrina), 'renter')
    expect(rented).toMatchObject({
      id: rentalId,
      orderNumber,
      title: 'Gown',
      partnerName: 'Olivia S.',
      status: 'Pending',
      period: { start: '2026-11-22', end: '2026-11-25' },
      totals: { subtotal: 60_000, serviceFee: 3_000, deliveryFee: 0, total: 63_000 },
    })
    expect(rented!.photo).not.toBeNull()
    const [lent] = await listed(services.db, people.seenBy(cast.olivia), 'owner')
    expect(lent).toMatchObject({ id: rentalId, partnerName: 'Katrina O.' })
  })

  it('shows nobody else’s rentals', async () => {
    const { services, cast } = fixture
    expect(await listed(services.db, people.seenBy(cast.diego), 'owner')).toEqual([])
    expect(await listed(services.db, people.seenBy(cast.diego), 'renter')).toEqual([])
    expect(await listed(services.db, people.seenBy(cast.katrina), 'owner')).toEqual([])
    for (const rental of await listed(services.db, people.seenBy(cast.ramon), 'renter'))
      expect(rental.renterId).toBe(cast.ramon.id)
  })
})

describe('the earnings by month', () => {
  const earned = async (now: Date) =>
    (await earningsByMonth(fixture.services.db, fixture.cast.diego.id, now)).filter(
      ({ rentals }) => rentals > 0,
    )
  const completedAt = async (listingId: string, startDate: string, at: string) => {
    const { services, cast } = fixture
    services.clock.set(`${startDate}T04:00:00Z`)
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], {
      startDate,
      deliveryOption: 'delivery',
    })
    for (const action of ['approve', 'activate'] as const)
      accepted(await takePartyAction(by(services, cast.diego), { rentalId, action }))
    services.clock.set(at)
    accepted(await takePartyAction(by(services, cast.diego), { rentalId, action: 'complete' }))
    services.clock.set(NOW)
  }

  it('are twelve months, nought where nothing was completed', async () => {
    const months = await earningsByMonth(fixture.services.db, fixture.cast.amihan.id, NOW)
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({ month: '2025-12', centavos: 0, rentals: 0 })
    expect(months[11]).toEqual({ month: '2026-11', centavos: 0, rentals: 0 })
  })

  it('count the rent in the month in which it was completed, as it was in Manila', async () => {
    const listingId = await thing({ pricePerDay: 10_001, bookableWhileRented: true }, fixture.cast.diego)
    // 00:30 on October 1 in Manila, and one minute before November there.
    await completedAt(listingId, '2026-09-30', '2026-09-30T16:30:00Z')
    await completedAt(listingId, '2026-10-31', '2026-10-31T15:59:00Z')
    await completedAt(listingId, '2026-11-01', '2026-10-31T16:00:00Z')
    expect(await earned(NOW)).toEqual([
      { month: '2026-10', centavos: 20_002, rentals: 2 },
      { month: '2026-11', centavos: 10_001, rentals: 1 },
    ])
  })

  it('leave out what is more than twelve months ago', async () => {
    expect(await earned(new Date('2027-10-01T00:00:00Z'))).toEqual([
      { month: '2026-11', centavos: 10_001, rentals: 1 },
    ])
  })
})

describe('what comes next', () => {
  it('is handed over or due back, the soonest first, for both people of a rental', async () => {
    const { services, cast } = fixture
    const lent = () => thing({ bookableWhileRented: true }, cast.diego)
    const rent = async (
      startDate: string,
      durationDays: 1 | 3 | 7,
      ...actions: ('approve' | 'activate')[]
    ) => {
      const { rentalId } = await people.rent(services, cast.katrina, [await lent()], {
        startDate,
        durationDays,
      })
      for (const action of actions)
        accepted(await takePartyAction(by(services, cast.diego), { rentalId, action }))
      return rentalId
    }
    const later = await rent('2026-11-24', 1, 'approve')
    const back = await rent(TODAY, 3, 'approve', 'activate')
    const soon = await rent('2026-11-22', 7, 'approve')
    await rent('2026-11-23', 1)
    const agenda = await listAgenda(services.db, people.seenBy(cast.diego))
    expect(agenda.map(({ id, status, side }) => [id, status, side])).toEqual([
      [soon, 'Approved', 'owner'],
      [back, 'Active', 'owner'],
      [later, 'Approved', 'owner'],
    ])
    expect(agenda[0]).toMatchObject({
      partnerName: 'Katrina Ocampo',
      period: { start: '2026-11-22', end: '2026-11-29' },
    })
    const hers = (await listAgenda(services.db, people.seenBy(cast.katrina))).map(({ id, side }) => [
      id,
      side,
    ])
    expect(hers).toEqual([soon, back, later].map((id) => [id, 'renter']))
    expect(await listAgenda(services.db, people.seenBy(cast.amihan))).toEqual([])
  })

  it('is at most six of each side', async () => {
    const { services, cast } = fixture
    for (let i = 0; i < 5; i++) {
      const listingId = await thing({}, cast.diego)
      const { rentalId } = await people.rent(services, cast.ramon, [listingId])
      accepted(await takePartyAction(by(services, cast.diego), { rentalId, action: 'approve' }))
    }
    expect(await listAgenda(services.db, people.seenBy(cast.diego))).toHaveLength(6)
  })
})
