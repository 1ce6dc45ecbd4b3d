import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { dashboardFigures, listRentals } from './queries.ts'
import { takeStep } from './take-step.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const thing = (changes = {}, lister: people.Person = town.cast.olivia) =>
  people.listApproved(town.services, { owner: lister, admin: town.cast.amihan }, changes)
const play = async (rentalId: string, ...actions: ('approve' | 'activate' | 'complete' | 'reject')[]) => {
  for (const action of actions)
    accepted(await takeStep(by(town.services, town.cast.olivia), { rentalId, action }))
}
const figures = (who: people.Person) => dashboardFigures(town.services.db, who.id)

describe('the figures of a dashboard', () => {
  it('of someone new are all nought', async () => {
    expect(await figures(town.cast.diego)).toEqual({
      totalListings: 0,
      rentedOut: 0,
      earningsCentavos: 0,
      waitingRequests: 0,
      activeRentals: 0,
      hasRented: false,
    })
  })

  it('count what is lent and rented; earnings are the rent of completed rentals, without fees', async () => {
    const { services, cast } = town
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
    const before = await figures(town.cast.olivia)
    const listingId = await people.listThing(town.services, town.cast.olivia)
    await town.services.db
      .updateTable('listing')
      .set({ archivedAt: new Date() })
      .where('id', '=', listingId)
      .execute()
    expect(await figures(town.cast.olivia)).toEqual(before)
  })
})

describe('the rental tracker', () => {
  it('shows each side their rentals, the newest first, with the other’s name and what it costs', async () => {
    const { services, cast } = town
    const listingId = await thing({ title: 'Gown', pricePerDay: 20_000 })
    services.clock.set('2026-11-21T05:00:00Z')
    const { rentalId, orderNumber } = await people.rent(services, cast.katrina, [listingId], {
      durationDays: 3,
    })
    const [rented] = await listRentals(services.db, cast.katrina.id, 'renter')
    expect(rented).toMatchObject({
      id: rentalId,
      orderNumber,
      title: 'Gown',
      partnerName: 'Olivia Santos',
      status: 'Pending',
      period: { start: '2026-11-22', end: '2026-11-25' },
      totals: { subtotal: 60_000, serviceFee: 3_000, deliveryFee: 0, total: 63_000 },
    })
    expect(rented!.photo).not.toBeNull()
    const [lent] = await listRentals(services.db, cast.olivia.id, 'owner')
    expect(lent).toMatchObject({ id: rentalId, partnerName: 'Katrina Ocampo' })
  })

  it('shows nobody another’s', async () => {
    const { services, cast } = town
    expect(await listRentals(services.db, cast.diego.id, 'owner')).toEqual([])
    expect(await listRentals(services.db, cast.diego.id, 'renter')).toEqual([])
    expect(await listRentals(services.db, cast.katrina.id, 'owner')).toEqual([])
    for (const rental of await listRentals(services.db, cast.ramon.id, 'renter'))
      expect(rental.renterId).toBe(cast.ramon.id)
  })
})
