import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { changeOffers } from '#app/routes/change/change-offers.ts'
import { by } from '#tests/support/services.ts'
import { findChanges } from './find-changes.ts'
import { takeAdminAction } from '../rental/take-action.ts'

const {
  minutes,
  balances,
  fixture,
  db,
  ask,
  extend,
  answer,
  act,
  rentalOf,
  changeOf,
  linesOf,
  differences,
  inCash,
} = rentalChanges()

describe('in cash', () => {
  it('a yes changes the days at once, and the difference is a part of what is collected', async () => {
    const { rentalId, orderId } = await inCash()
    expect(accepted(await answer(await extend(rentalId))).waits).toBe(false)
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 6), durationDays: 6 })
    expect(await linesOf(rentalId)).toEqual([
      ['rent', 99_999],
      ['delivery', 0],
      ['service_fee', 5_000],
      ['rent', 99_999],
      ['service_fee', 5_000],
    ])
    expect(await balances(orderId)).toEqual({})
    minutes(9 * DAY)
    accepted(await act(rentalId, 'activate'))
    expect(await balances(orderId)).toEqual({
      cash_collected: 209_998,
      owner_payable: -199_998,
      platform_fee: -10_000,
    })
    expect(await differences()).toEqual([])
  })

  it('while the renter has it, the book gets the difference, and an undone hand-over takes all back', async () => {
    const { rentalId, orderId } = await inCash()
    minutes(9 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId, 7)))
    expect(await balances(orderId)).toMatchObject({ cash_collected: 349_997, owner_payable: -333_330 })
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId, action: 'undo-activate' }))
    expect(await balances(orderId)).toEqual({})
    accepted(await act(rentalId, 'activate'))
    expect(await balances(orderId)).toMatchObject({ cash_collected: 349_997, platform_fee: -16_667 })
    expect(await differences()).toEqual([])
  })

  it('the dearest one stays within what a payment can be, so that it can be ended', async () => {
    const { rentalId } = await inCash({ pricePerDay: 100_000_000 })
    expect(await ask(rentalId, { what: 'extend', days: 7 })).toMatchObject({ ok: false, reason: 'amount' })
    accepted(await answer(await extend(rentalId)))
    expect(await ask(rentalId, { what: 'extend', days: 7 })).toMatchObject({ ok: false, reason: 'amount' })
    accepted(await act(rentalId, 'withdraw'))
    expect(await linesOf(rentalId)).toContainEqual(['waived rent', -600_000_000])
  })

  it('days given back are waived, before the hand-over and after it', async () => {
    const { rentalId, orderId } = await inCash()
    accepted(await answer(await extend(rentalId)))
    const shorten = async (days: number) =>
      accepted(
        await answer(
          accepted(await ask(rentalId, { what: 'shorten', lastDay: addDays(START, days - 1) })).changeId,
        ),
      )
    await shorten(4)
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    await shorten(2)
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 2), durationDays: 2 })
    expect(await balances(orderId)).toEqual({
      cash_collected: 69_999,
      owner_payable: -66_666,
      platform_fee: -3_333,
    })
    accepted(await act(rentalId, 'complete'))
    expect(await differences()).toEqual([])
  })
})

it('days that were agreed during the grace of a late return cost no late fee', async () => {
  const { rentalId } = await inCash()
  minutes(10 * DAY)
  accepted(await act(rentalId, 'activate'))
  // 9:00 of the day after the last one.
  fixture.services.clock.set(new Date(`${addDays(START, 3)}T09:00:00+08:00`))
  const found = accepted(await findChanges(by(fixture.services, fixture.cast.ramon), rentalId))
  const { graceUntil } = changeOffers(fixture.services, found, fixture.services.clock.now())
  accepted(await answer(await extend(rentalId)))
  expect(graceUntil).toEqual((await changeOf(rentalId)).answerBy)
  fixture.services.clock.set(new Date(`${addDays(START, 6)}T11:59:00+08:00`))
  accepted(await act(rentalId, 'complete'))
  expect(await db().selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).execute()).toEqual([])
  expect(await differences()).toEqual([])
})
