import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { lifecycle, rentalActions, type RentalAction } from '#domain/rental/lifecycle.ts'
import { notYetReturned } from '#domain/rental/not-back.ts'
import { rentalStatuses, type RentalStatus } from '#domain/status.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction, takePartyAction, takeSystemAction } from './take-action.ts'

// As with the embedded database: an action that used the pool inside its transaction would wait for itself.
const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], { database: { poolSize: 1 } })

const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const take = (rentalId: string, action: RentalAction, who: people.Person) =>
  takePartyAction(by(fixture.services, who), { rentalId, action })
const rentalOf = (id: string) =>
  fixture.services.db.selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await rentalOf(id)).status
const setStatus = (id: string, status: RentalStatus) =>
  fixture.services.db.updateTable('rental').set({ status }).where('id', '=', id).execute()
const listingOf = (id: string) =>
  fixture.services.db
    .selectFrom('listing')
    .select(['status', 'rentalCount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  fixture.services.db
    .selectFrom('event')
    .select(['action', 'actorId', 'detail'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
const notifiedOf = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'rental-mail')
      .orderBy('id')
      .execute()
  )
    .map(({ payload }) => payload)
    .filter((payload) => payload.rentalId === id)
    .map(({ action, to }) => `${action} ${to}`)

describe('every action, from every status, by every person, as the lifecycle says', () => {
  // One rental that starts tomorrow: every action that its status allows is possible today.
  let rentalId: string
  const sides = { owner: 'olivia', renter: 'ramon' } as const
  for (const action of rentalActions)
    for (const status of rentalStatuses) {
      // Spec: S4.10, S4.12, S6.4, S7.20, D22
      it(`${action} from ${status}`, async () => {
        rentalId ??= (await people.rent(fixture.services, fixture.cast.ramon, [await thing()])).rentalId
        const { by: side, from, to } = lifecycle[action]
        for (const [who, key] of Object.entries(sides)) {
          await setStatus(rentalId, status)
          const verdict = await take(rentalId, action, fixture.cast[key])
          if (who !== side) {
            const only = side === 'admin' ? 'an admin' : `the ${side}`
            expect(verdict).toEqual({ ok: false, reason: 'side', message: `Only ${only} can do this.` })
            expect(await statusOf(rentalId)).toBe(status)
          } else if (action === 'cancel-not-back' && status === 'Approved') {
            // Possible only while the item is out late with someone else.
            expect(verdict).toMatchObject({ reason: 'day' })
            expect(await statusOf(rentalId)).toBe(status)
          } else if ((from as readonly string[]).includes(status)) {
            expect(verdict).toMatchObject({ ok: true, action, from: status, to })
            expect(await statusOf(rentalId)).toBe(to)
          } else {
            const message = `This rental is ${status} now. Nothing was changed.`
            expect(verdict).toEqual({ ok: false, reason: 'status', message })
            expect(await statusOf(rentalId)).toBe(status)
          }
        }
        await setStatus(rentalId, status)
        for (const stranger of ['katrina', 'diego', 'amihan'] as const)
          expect(await take(rentalId, action, fixture.cast[stranger])).toMatchObject({ reason: 'not-found' })
        expect(await takePartyAction(by(fixture.services), { rentalId, action })).toMatchObject({
          reason: 'not-found',
        })
        expect(await statusOf(rentalId)).toBe(status)
      })
    }
})

describe('an action', () => {
  // Spec: S7.20, D31
  it('is written with who took it, and tells the other side', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await take(rentalId, action, fixture.cast.olivia))
    const events = await eventsOf(rentalId)
    expect(events.map(({ action }) => action)).toEqual(['request', 'approve', 'activate', 'complete'])
    expect(events[1]).toMatchObject({
      actorId: fixture.cast.olivia.id,
      detail: { from: 'Pending', to: 'Approved' },
    })
    expect(await notifiedOf(rentalId)).toEqual([
      'request owner',
      'request renter',
      'approve renter',
      'activate renter',
      'complete renter',
    ])
    expect((await rentalOf(rentalId)).statusChangedAt).toEqual(NOW)
  })

  it('that is refused writes no event and tells nobody', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()])
    const before = [await eventsOf(rentalId), await notifiedOf(rentalId)]
    for (const action of ['complete', 'cancel'] as const)
      expect((await take(rentalId, action, fixture.cast.olivia)).ok).toBe(false)
    expect([await eventsOf(rentalId), await notifiedOf(rentalId)]).toEqual(before)
  })

  // Spec: D8
  it.each([
    ['reject', 'olivia', [], 0],
    ['cancel', 'ramon', [], 0],
    ['complete', 'olivia', ['approve', 'activate'], 1],
  ] as const)(
    '%s makes the listing public again, and only a rental that took place counts',
    async (action, who, before, counted) => {
      const listingId = await thing()
      const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId])
      for (const earlier of before) accepted(await take(rentalId, earlier, fixture.cast.olivia))
      expect(await listingOf(listingId)).toEqual({ status: 'unavailable', rentalCount: 1 })
      accepted(await take(rentalId, action, fixture.cast[who]))
      expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: counted })
      await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    },
  )

  it('on one rental leaves the others of its order alone', async () => {
    const { rentalIds } = await people.rent(fixture.services, fixture.cast.ramon, [
      await thing(),
      await thing(),
    ])
    accepted(await take(rentalIds[0]!, 'approve', fixture.cast.olivia))
    expect([await statusOf(rentalIds[0]!), await statusOf(rentalIds[1]!)]).toEqual(['Approved', 'Pending'])
  })

  it('on a rental that is not there is not found', async () => {
    expect(await take(randomUUID(), 'approve', fixture.cast.olivia)).toMatchObject({ reason: 'not-found' })
  })

  it('waits for its day: a rental is handed over from the day before, and cancelled until then', async () => {
    const start = addDays(TODAY, 5)
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()], {
      startDate: start,
    })
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    expect(await take(rentalId, 'activate', fixture.cast.olivia)).toEqual({
      ok: false,
      reason: 'day',
      message: 'It can be handed over from Nov 25, 2026, the day before it starts.',
    })
    // Nov 26 begins in Manila at 16:00 UTC of the 25th.
    fixture.services.clock.set('2026-11-25T16:00:00Z')
    expect(await take(rentalId, 'cancel', fixture.cast.ramon)).toMatchObject({ reason: 'day' })
    fixture.services.clock.set('2026-11-25T15:59:59Z')
    accepted(await take(rentalId, 'cancel', fixture.cast.ramon))
    fixture.services.clock.set(NOW)
  })
})

describe('a cancellation that was paid online', () => {
  const { paid, refundsOf } = paying(fixture)
  const cancel = (rentalId: string, seenRefund?: number) =>
    takePartyAction(by(fixture.services, fixture.cast.ramon), { rentalId, action: 'cancel', seenRefund })
  /** A strict rental for three days at ₱1,000.00, which starts in ten days. */
  const requested = () =>
    paid(fixture.cast.ramon, { pricePerDay: 100_000, cancellationPolicy: 'strict', deposit: 50_000 })

  it('is refused when less goes back than its renter saw, as the owner has answered meanwhile', async () => {
    const { rentalId, id, totalCentavos } = await requested()
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    const before = [await eventsOf(rentalId), await notifiedOf(rentalId)]
    expect(await cancel(rentalId, totalCentavos)).toMatchObject({ reason: 'stale' })
    expect([await eventsOf(rentalId), await notifiedOf(rentalId)]).toEqual(before)
    expect([await statusOf(rentalId), await refundsOf(id)]).toEqual(['Approved', []])
    accepted(await cancel(rentalId, totalCentavos - 150_000))
    expect(await refundsOf(id)).toMatchObject([{ centavos: totalCentavos - 150_000 }])
  })

  it('gives back what its policy says when nobody says what they saw', async () => {
    const { rentalId, id, totalCentavos } = await requested()
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    accepted(await cancel(rentalId))
    expect(await refundsOf(id)).toMatchObject([{ centavos: totalCentavos - 150_000 }])
  })

  it('is refused when a day has begun on which less goes back', async () => {
    const { rentalId, totalCentavos } = await requested()
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    // Nov 29 begins in Manila at 16:00 UTC of the 28th.
    fixture.services.clock.set('2026-11-28T16:00:00Z')
    expect(await cancel(rentalId, totalCentavos - 150_000)).toMatchObject({ reason: 'stale' })
    fixture.services.clock.set('2026-11-28T15:59:59Z')
    accepted(await cancel(rentalId, totalCentavos - 150_000))
    fixture.services.clock.set(NOW)
  })
})

describe('an action of an admin', () => {
  const asAdmin = (rentalId: string, action: RentalAction) =>
    takeAdminAction(...people.asAdmin(fixture.services, fixture.cast.amihan), {
      rentalId,
      action,
    })

  it.each([
    ['reject-by-admin', [], 'Pending', 'Rejected'],
    ['cancel-by-admin', ['approve'], 'Approved', 'Cancelled'],
    ['end-by-admin', ['approve', 'activate'], 'Active', 'Completed'],
  ] as const)(
    '%s is only theirs, notifies both sides and frees the listing',
    async (action, before, from, to) => {
      const listingId = await thing()
      const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
        startDate: TODAY,
      })
      for (const earlier of before) accepted(await take(rentalId, earlier, fixture.cast.olivia))
      for (const person of [fixture.cast.olivia, fixture.cast.ramon])
        expect(await take(rentalId, action, person)).toMatchObject({ reason: 'side' })
      expect(await takeSystemAction(fixture.services, { rentalId, action })).toMatchObject({ reason: 'side' })
      const notified = await notifiedOf(rentalId)
      accepted(await asAdmin(rentalId, action))
      expect(await statusOf(rentalId)).toBe(to)
      expect((await listingOf(listingId)).status).toBe('approved')
      expect((await eventsOf(rentalId)).at(-1)).toMatchObject({
        action,
        actorId: fixture.cast.amihan.id,
        detail: { from, to },
      })
      expect(await notifiedOf(rentalId)).toEqual([...notified, `${action} renter`, `${action} owner`])
    },
  )

  it('is none of those of the rental’s people or of the system', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()])
    for (const action of rentalActions.filter((name) => lifecycle[name].by !== 'admin'))
      expect(await asAdmin(rentalId, action)).toMatchObject({ reason: 'side' })
    expect(await asAdmin(randomUUID(), 'reject-by-admin')).toMatchObject({ reason: 'not-found' })
    expect(await statusOf(rentalId)).toBe('Pending')
  })
})

describe('an item that is still with a renter', () => {
  // Spec: D46
  it('is handed to nobody else until it is returned, by the rule and by the database', async () => {
    const listingId = await thing({ bookableWhileRented: true })
    const first = await people.rent(fixture.services, fixture.cast.ramon, [listingId], { startDate: TODAY })
    const next = await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    for (const [id, action] of [
      [first.rentalId, 'approve'],
      [next.rentalId, 'approve'],
      [first.rentalId, 'activate'],
    ] as const)
      accepted(await take(id, action, fixture.cast.olivia))
    expect(await take(next.rentalId, 'activate', fixture.cast.olivia)).toEqual({
      ok: false,
      reason: 'day',
      message: notYetReturned,
    })
    await expect(setStatus(next.rentalId, 'Active')).rejects.toThrow(/rental_out_once/)
    accepted(await take(first.rentalId, 'complete', fixture.cast.olivia))
    accepted(await take(next.rentalId, 'activate', fixture.cast.olivia))
  })
})

describe('sweeping', () => {
  // Spec: D22
  it('rejects a request nobody answered when its start date ends in Manila, and tells both', async () => {
    const listingId = await thing()
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
      startDate: addDays(TODAY, 1),
    })
    fixture.services.clock.set('2026-11-22T15:59:59Z')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Pending')
    fixture.services.clock.set('2026-11-22T16:00:00Z')
    expect(await sweepRentals(fixture.services)).toBeGreaterThan(0)
    expect(await statusOf(rentalId)).toBe('Rejected')
    expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: 0 })
    expect((await eventsOf(rentalId)).at(-1)).toMatchObject({ action: 'expire', actorId: null })
    expect((await notifiedOf(rentalId)).slice(2)).toEqual(['expire renter', 'expire owner'])
    expect(await sweepRentals(fixture.services)).toBe(0)
    fixture.services.clock.set(NOW)
  })

  // Spec: D41
  it('rejects a request nobody answered within 48 hours, however far ahead it starts', async () => {
    const listingId = await thing()
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
      startDate: addDays(TODAY, 300),
    })
    expect((await rentalOf(rentalId)).answerBy).toEqual(new Date('2026-11-23T02:15:00Z'))
    fixture.services.clock.set('2026-11-23T02:14:59Z')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Pending')
    fixture.services.clock.set('2026-11-23T02:15:00Z')
    expect(await take(rentalId, 'approve', fixture.cast.olivia)).toMatchObject({ reason: 'day' })
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Rejected')
    expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: 0 })
    fixture.services.clock.set(NOW)
  })

  it('ends an approved rental that was never handed over, once nobody can say that the other did not come', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()], {
      startDate: TODAY,
      durationDays: 3,
    })
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    fixture.services.clock.set('2026-11-24T15:59:59Z')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Approved')
    fixture.services.clock.set('2026-11-24T16:00:00Z')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Cancelled')
    expect((await notifiedOf(rentalId)).slice(3)).toEqual(['lapse renter', 'lapse owner'])
    fixture.services.clock.set(NOW)
  })

  it('does not change a rental that is with its renter, however late', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    for (const action of ['approve', 'activate'] as const)
      accepted(await take(rentalId, action, fixture.cast.olivia))
    fixture.services.clock.set('2027-06-01T00:00:00Z')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
    fixture.services.clock.set(NOW)
  })

  it('does not replace an answer that came a moment before', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    accepted(await take(rentalId, 'approve', fixture.cast.olivia))
    expect(await takeSystemAction(fixture.services, { rentalId, action: 'expire' })).toMatchObject({
      reason: 'status',
    })
    expect(
      await takeSystemAction(fixture.services, { rentalId: randomUUID(), action: 'expire' }),
    ).toMatchObject({
      reason: 'not-found',
    })
  })
})
