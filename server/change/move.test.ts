import { describe, expect, it } from 'vitest'
import { addDays, periodOf } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { NOW, TODAY } from '#tests/support/services.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { changeEmails } from '../notification/change-mail.ts'
import { findListing } from '../listing/queries.ts'

const {
  minutes,
  fixture,
  db,
  ask,
  extend,
  answer,
  act,
  rentalOf,
  stateOf,
  holds,
  refundsOf,
  online,
  inCash,
  mails,
} = rentalChanges()

describe('a move', () => {
  it('costs nothing, frees the old days, and a cancellation is judged by the earlier start', async () => {
    const { rentalId, listingId } = await online({ cancellationPolicy: 'strict' })
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) }))
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 20), 3)])
    expect(accepted(await answer(changeId)).waits).toBe(false)
    expect(await rentalOf(rentalId)).toMatchObject({
      period: daysFrom(addDays(START, 20), 3),
      earliestStart: START,
    })
    expect((await findListing(db(), listingId, TODAY, undefined, NOW))!.takenPeriods).toEqual([
      periodOf(addDays(START, 20), 3),
    ])
    minutes(9 * DAY)
    accepted(await act(rentalId, 'cancel'))
    expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([5_000])
  })

  it('after the day it was to start never gives back more than somebody gets who did not come', async () => {
    for (const [cancellationPolicy, back] of [
      ['flexible', 71_666],
      ['moderate', 55_000],
      ['strict', 5_000],
    ] as const) {
      minutes(0)
      const { rentalId } = await online({ cancellationPolicy })
      minutes(10 * DAY)
      accepted(
        await answer(accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) })).changeId),
      )
      minutes(12 * DAY)
      accepted(await act(rentalId, 'cancel'))
      expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([back])
    }
  })

  it('to later days lets its renter be told again that the item is out', async () => {
    const { rentalId } = await inCash()
    const note = { rentalId, number: 1, sentAt: NOW }
    const kinds = ['starts-tomorrow', 'not-back', 'due-today'] as const
    await db()
      .insertInto('reminder')
      .values(kinds.map((kind) => ({ ...note, kind })))
      .execute()
    const left = async () =>
      (await db().selectFrom('reminder').select('kind').where('rentalId', '=', rentalId).execute()).length
    accepted(await answer(await extend(rentalId)))
    expect(await left()).toBe(2)
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(START, 20) }))
    accepted(await answer(changeId))
    expect(await left()).toBe(0)
  })

  it('back and forth never loses the earliest start', async () => {
    const { rentalId } = await inCash()
    for (const start of [addDays(START, 5), addDays(START, -5), addDays(START, 8)])
      accepted(await answer(accepted(await ask(rentalId, { what: 'move', start })).changeId))
    expect((await rentalOf(rentalId)).earliestStart).toBe(addDays(START, -5))
  })

  // Spec: D46
  it('never goes to a day on which the item is still out with another renter', async () => {
    const { rentalId: late, listingId } = await inCash()
    const { katrina } = fixture.cast
    const wanted = { startDate: addDays(START, 14), durationDays: 3 as const }
    const { rentalId } = await people.rent(fixture.services, katrina, [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    minutes(10 * DAY)
    accepted(await act(late, 'activate'))
    const today = addDays(START, 5)
    fixture.services.clock.set(new Date(`${today}T09:00:00+08:00`))
    expect(await ask(rentalId, { what: 'move', start: today }, katrina)).toMatchObject({
      reason: 'dates-taken',
    })
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(today, 1) }, katrina))
    fixture.services.clock.set(new Date(`${addDays(today, 1)}T08:00:00+08:00`))
    expect(await answer(changeId)).toMatchObject({ reason: 'dates-taken' })
    accepted(await act(late, 'complete'))
    accepted(await answer(changeId))
  })

  it('that waits ends with the hand-over, and its renter is told; more days don’t', async () => {
    const { rentalId } = await inCash()
    minutes(9 * DAY)
    const { changeId } = accepted(await ask(rentalId, { what: 'move', start: addDays(START, 5) }))
    accepted(await act(rentalId, 'activate'))
    expect(await stateOf(rentalId)).toBe('expired')
    expect((await mails()).at(-1)).toBe('expire to renter')
    const mail = { changeId, news: 'expire', to: 'renter' } as const
    expect((await changeEmails['change-mail'](fixture.services, mail))?.lead).toMatch(
      /^Your request ended with the hand-over. Your rental stays as it was: /,
    )
    await extend(rentalId)
    accepted(await act(rentalId, 'complete'))
    expect(await stateOf(rentalId)).toBe('expired')
  })
})
