import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import {
  lifecycle,
  rentalActions,
  rentalStatuses,
  type RentalAction,
  type RentalStatus,
  stillOut,
} from '#domain/rental/lifecycle.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminStep, takeStep, takeSystemStep } from './take-step.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const thing = (changes = {}) =>
  people.listApproved(town.services, { owner: town.cast.olivia, admin: town.cast.amihan }, changes)
const step = (rentalId: string, action: RentalAction, who: people.Person) =>
  takeStep(by(town.services, who), { rentalId, action })
const rentalOf = (id: string) =>
  town.services.db.selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await rentalOf(id)).status
const setStatus = (id: string, status: RentalStatus) =>
  town.services.db.updateTable('rental').set({ status }).where('id', '=', id).execute()
const listingOf = (id: string) =>
  town.services.db
    .selectFrom('listing')
    .select(['status', 'rentalCount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  town.services.db
    .selectFrom('event')
    .select(['action', 'actorId', 'detail'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
const toldOf = async (id: string) =>
  (
    await town.services.db
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
  // One rental that starts tomorrow: every step that its status allows may be taken today.
  let rentalId: string
  const sides = { owner: 'olivia', renter: 'ramon' } as const
  for (const action of rentalActions)
    for (const status of rentalStatuses) {
      it(`${action} from ${status}`, async () => {
        rentalId ??= (await people.rent(town.services, town.cast.ramon, [await thing()])).rentalId
        const { by: side, from, to } = lifecycle[action]
        for (const [who, key] of Object.entries(sides)) {
          await setStatus(rentalId, status)
          const verdict = await step(rentalId, action, town.cast[key])
          if (who !== side) {
            const only = side === 'admin' ? 'an admin' : `the ${side}`
            expect(verdict).toEqual({ ok: false, reason: 'side', message: `Only ${only} can do this.` })
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
          expect(await step(rentalId, action, town.cast[stranger])).toMatchObject({ reason: 'not-found' })
        expect(await takeStep(by(town.services), { rentalId, action })).toMatchObject({ reason: 'not-found' })
        expect(await statusOf(rentalId)).toBe(status)
      })
    }
})

describe('a step', () => {
  it('is written with who took it, and tells the other side', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await step(rentalId, action, town.cast.olivia))
    const events = await eventsOf(rentalId)
    expect(events.map(({ action }) => action)).toEqual(['request', 'approve', 'activate', 'complete'])
    expect(events[1]).toMatchObject({
      actorId: town.cast.olivia.id,
      detail: { from: 'Pending', to: 'Approved' },
    })
    expect(await toldOf(rentalId)).toEqual([
      'request owner',
      'request renter',
      'approve renter',
      'activate renter',
      'complete renter',
    ])
    expect((await rentalOf(rentalId)).statusChangedAt).toEqual(NOW)
  })

  it('that is refused writes no event and tells nobody', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()])
    const before = [await eventsOf(rentalId), await toldOf(rentalId)]
    for (const action of ['complete', 'cancel'] as const)
      expect((await step(rentalId, action, town.cast.olivia)).ok).toBe(false)
    expect([await eventsOf(rentalId), await toldOf(rentalId)]).toEqual(before)
  })

  it.each([
    ['reject', 'olivia', [], 0],
    ['cancel', 'ramon', [], 0],
    ['complete', 'olivia', ['approve', 'activate'], 1],
  ] as const)(
    '%s makes the listing public again, and only a rental that took place counts',
    async (action, who, before, counted) => {
      const listingId = await thing()
      const { rentalId } = await people.rent(town.services, town.cast.ramon, [listingId])
      for (const earlier of before) accepted(await step(rentalId, earlier, town.cast.olivia))
      expect(await listingOf(listingId)).toEqual({ status: 'unavailable', rentalCount: 1 })
      accepted(await step(rentalId, action, town.cast[who]))
      expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: counted })
      await people.rent(town.services, town.cast.katrina, [listingId])
    },
  )

  it('on one rental leaves the others of its order alone', async () => {
    const { rentalIds } = await people.rent(town.services, town.cast.ramon, [await thing(), await thing()])
    accepted(await step(rentalIds[0]!, 'approve', town.cast.olivia))
    expect([await statusOf(rentalIds[0]!), await statusOf(rentalIds[1]!)]).toEqual(['Approved', 'Pending'])
  })

  it('of the same kind taken twice at once is taken once', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()])
    const verdicts = await Promise.all([1, 2, 3].map(() => step(rentalId, 'approve', town.cast.olivia)))
    expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
    expect(await toldOf(rentalId)).toEqual(['request owner', 'request renter', 'approve renter'])
  })

  it('on a rental that is not there is not found', async () => {
    expect(await step(randomUUID(), 'approve', town.cast.olivia)).toMatchObject({ reason: 'not-found' })
  })

  it('waits for its day: a rental is handed over from the day before, and cancelled until then', async () => {
    const start = addDays(TODAY, 5)
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()], {
      startDate: start,
    })
    accepted(await step(rentalId, 'approve', town.cast.olivia))
    expect(await step(rentalId, 'activate', town.cast.olivia)).toEqual({
      ok: false,
      reason: 'day',
      message: 'It can be handed over from Nov 25, 2026, the day before it starts.',
    })
    // Nov 26 begins in Manila at 16:00 UTC of the 25th.
    town.services.clock.set('2026-11-25T16:00:00Z')
    expect(await step(rentalId, 'cancel', town.cast.ramon)).toMatchObject({ reason: 'day' })
    town.services.clock.set('2026-11-25T15:59:59Z')
    accepted(await step(rentalId, 'cancel', town.cast.ramon))
    town.services.clock.set(NOW)
  })
})

describe('a step of an admin', () => {
  const asAdmin = (rentalId: string, action: RentalAction) =>
    takeAdminStep(by(town.services, town.cast.amihan), people.admin(town.cast.amihan), { rentalId, action })

  it.each([
    ['reject-by-admin', [], 'Pending', 'Rejected'],
    ['cancel-by-admin', ['approve'], 'Approved', 'Cancelled'],
    ['end-by-admin', ['approve', 'activate'], 'Active', 'Completed'],
  ] as const)(
    '%s is theirs alone, tells both sides and frees the listing',
    async (action, before, from, to) => {
      const listingId = await thing()
      const { rentalId } = await people.rent(town.services, town.cast.ramon, [listingId], {
        startDate: TODAY,
      })
      for (const earlier of before) accepted(await step(rentalId, earlier, town.cast.olivia))
      for (const person of [town.cast.olivia, town.cast.ramon])
        expect(await step(rentalId, action, person)).toMatchObject({ reason: 'side' })
      expect(await takeSystemStep(town.services, { rentalId, action })).toMatchObject({ reason: 'side' })
      const told = await toldOf(rentalId)
      accepted(await asAdmin(rentalId, action))
      expect(await statusOf(rentalId)).toBe(to)
      expect((await listingOf(listingId)).status).toBe('approved')
      expect((await eventsOf(rentalId)).at(-1)).toMatchObject({
        action,
        actorId: town.cast.amihan.id,
        detail: { from, to },
      })
      expect(await toldOf(rentalId)).toEqual([...told, `${action} renter`, `${action} owner`])
    },
  )

  it('is none of those of the rental’s people or of the system', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()])
    for (const action of rentalActions.filter((name) => lifecycle[name].by !== 'admin'))
      expect(await asAdmin(rentalId, action)).toMatchObject({ reason: 'side' })
    expect(await asAdmin(randomUUID(), 'reject-by-admin')).toMatchObject({ reason: 'not-found' })
    expect(await statusOf(rentalId)).toBe('Pending')
  })
})

describe('a thing that is still out', () => {
  it('is handed to nobody else until it is returned, by the rule and by the database', async () => {
    const listingId = await thing({ bookableWhileRented: true })
    const first = await people.rent(town.services, town.cast.ramon, [listingId], { startDate: TODAY })
    const next = await people.rent(town.services, town.cast.katrina, [listingId])
    for (const [id, action] of [
      [first.rentalId, 'approve'],
      [next.rentalId, 'approve'],
      [first.rentalId, 'activate'],
    ] as const)
      accepted(await step(id, action, town.cast.olivia))
    expect(await step(next.rentalId, 'activate', town.cast.olivia)).toEqual({
      ok: false,
      reason: 'day',
      message: stillOut,
    })
    await expect(setStatus(next.rentalId, 'Active')).rejects.toThrow(/rental_out_once/)
    accepted(await step(first.rentalId, 'complete', town.cast.olivia))
    accepted(await step(next.rentalId, 'activate', town.cast.olivia))
  })

  it('is handed over once when two of its rentals are marked as active at once', async () => {
    const listingId = await thing({ bookableWhileRented: true })
    const ids: string[] = []
    for (const [who, startDate] of [
      [town.cast.ramon, TODAY],
      [town.cast.katrina, addDays(TODAY, 1)],
    ] as const) {
      const { rentalId } = await people.rent(town.services, who, [listingId], { startDate })
      accepted(await step(rentalId, 'approve', town.cast.olivia))
      ids.push(rentalId)
    }
    const verdicts = await Promise.all(ids.map((id) => step(id, 'activate', town.cast.olivia)))
    expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
    expect(verdicts.find((verdict) => !verdict.ok)).toMatchObject({ message: stillOut })
  })
})

describe('sweeping', () => {
  it('rejects a request nobody answered when its start date ends in Manila, and tells both', async () => {
    const listingId = await thing()
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [listingId], {
      startDate: addDays(TODAY, 1),
    })
    town.services.clock.set('2026-11-22T15:59:59Z')
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Pending')
    town.services.clock.set('2026-11-22T16:00:00Z')
    expect(await sweepRentals(town.services)).toBeGreaterThan(0)
    expect(await statusOf(rentalId)).toBe('Rejected')
    expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: 0 })
    expect((await eventsOf(rentalId)).at(-1)).toMatchObject({ action: 'expire', actorId: null })
    expect((await toldOf(rentalId)).slice(2)).toEqual(['expire renter', 'expire owner'])
    expect(await sweepRentals(town.services)).toBe(0)
    town.services.clock.set(NOW)
  })

  it('rejects a request nobody answered within 48 hours, however far ahead it starts', async () => {
    const listingId = await thing()
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [listingId], {
      startDate: addDays(TODAY, 300),
    })
    expect((await rentalOf(rentalId)).answerBy).toEqual(new Date('2026-11-23T02:15:00Z'))
    town.services.clock.set('2026-11-23T02:14:59Z')
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Pending')
    town.services.clock.set('2026-11-23T02:15:00Z')
    expect(await step(rentalId, 'approve', town.cast.olivia)).toMatchObject({ reason: 'day' })
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Rejected')
    expect(await listingOf(listingId)).toEqual({ status: 'approved', rentalCount: 0 })
    town.services.clock.set(NOW)
  })

  it('ends an approved rental that was never handed over after its last day', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()], {
      startDate: TODAY,
      durationDays: 3,
    })
    accepted(await step(rentalId, 'approve', town.cast.olivia))
    town.services.clock.set('2026-11-23T15:59:59Z')
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Approved')
    town.services.clock.set('2026-11-23T16:00:00Z')
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Cancelled')
    expect((await toldOf(rentalId)).slice(3)).toEqual(['lapse renter', 'lapse owner'])
    town.services.clock.set(NOW)
  })

  it('leaves a rental alone that is with its renter, however late', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    for (const action of ['approve', 'activate'] as const)
      accepted(await step(rentalId, action, town.cast.olivia))
    town.services.clock.set('2027-06-01T00:00:00Z')
    await sweepRentals(town.services)
    expect(await statusOf(rentalId)).toBe('Active')
    town.services.clock.set(NOW)
  })

  it('does not overrule an answer that came a moment before', async () => {
    const { rentalId } = await people.rent(town.services, town.cast.ramon, [await thing()], {
      startDate: TODAY,
    })
    accepted(await step(rentalId, 'approve', town.cast.olivia))
    expect(await takeSystemStep(town.services, { rentalId, action: 'expire' })).toMatchObject({
      reason: 'status',
    })
    expect(await takeSystemStep(town.services, { rentalId: randomUUID(), action: 'expire' })).toMatchObject({
      reason: 'not-found',
    })
  })
})
