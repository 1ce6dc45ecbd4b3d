import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, type Day, periodOf } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { blockDates } from '../listing/block-dates.ts'
import { findListing, listHeldDays } from '../listing/queries.ts'
import { unblockDates } from '../listing/unblock-dates.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { rentOffered } from '../waitlist/rent-offered.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { askChange } from './ask-change.ts'
import { withdrawChange } from './withdraw-change.ts'

const {
  minutes,
  fixture,
  db,
  ask,
  extend,
  answer,
  act,
  rentalOf,
  changeOf,
  stateOf,
  holds,
  mails,
  inCash,
  waitStateOf,
} = rentalChanges()

/** The three days after those of a rental here, offered to a person on the waiting list. */
async function offered(who: people.Person, listingId: string) {
  const { katrina } = fixture.cast
  const days = { startDate: addDays(START, 3), durationDays: 3 as const }
  const { rentalId } = await people.rent(fixture.services, katrina, [listingId], days)
  const { entryId } = accepted(await joinWaitlist(by(fixture.services, who), { listingId, ...days }))
  accepted(await takePartyAction(by(fixture.services, katrina), { rentalId, action: 'cancel' }))
  expect(await sweepWaitlist(fixture.services)).toBe(1)
  await db().deleteFrom('effect').execute()
  return entryId
}

describe('a renter who asks for more days', () => {
  // Spec: D50
  it('holds them at once, and the owner is told', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 3), 3)])
    const { takenPeriods } = (await findListing(db(), listingId, TODAY, undefined, NOW))!
    expect(takenPeriods).toEqual([periodOf(START, 3), periodOf(addDays(START, 3), 3)])
    expect(await mails()).toEqual(['ask to owner'])
    expect(await changeOf(rentalId)).toMatchObject({
      state: 'asked',
      rentCentavos: 99_999,
      feeCentavos: 5_000,
      answerBy: new Date(NOW.getTime() + DAY * 60_000),
    })
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
  })

  it('is refused once the listing was taken down, and may still give days back', async () => {
    const { rentalId, listingId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({ reason: 'gone' })
    expect(await ask(rentalId, { what: 'shorten', lastDay: START })).toMatchObject({ ok: true })
    accepted(await act(rentalId, 'complete'))
  })

  it('can ask once at a time, and nobody else can', async () => {
    const { rentalId } = await inCash()
    expect(await ask(rentalId, { what: 'extend', days: 3 }, fixture.cast.katrina)).toMatchObject({
      reason: 'not-found',
    })
    expect(await ask(rentalId, { what: 'extend', days: 3 }, fixture.cast.olivia)).toMatchObject({
      reason: 'side',
    })
    await extend(rentalId)
    expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'changing' })
  })

  it('asks for nothing with a form that showed other days, and without what was seen it is not checked', async () => {
    const { rentalId } = await inCash()
    const seen = addDays(START, 2)
    const more = (seenNow?: Day) =>
      askChange(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        request: { what: 'extend', days: 3 },
        seen: seenNow,
      })
    accepted(await answer(accepted(await more(seen)).changeId))
    expect(await more(seen)).toMatchObject({ reason: 'stale' })
    expect(await changeOf(rentalId)).toMatchObject({ state: 'done' })
    accepted(await answer(accepted(await more(addDays(seen, 3))).changeId))
    accepted(await more())
  })

  it('is told from when on somebody else has them', async () => {
    const { rentalId, listingId } = await inCash()
    await people.rent(fixture.services, fixture.cast.katrina, [listingId], { startDate: addDays(START, 4) })
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({
      reason: 'dates-taken',
      message: 'It is taken from Dec 5, 2026, and free until Dec 4, 2026.',
    })
    expect((await ask(rentalId, { what: 'extend', days: 1 })).ok).toBe(true)
  })

  it('can ask for days that are offered to them: the offer ends, and the days are theirs once it is done', async () => {
    const { rentalId, listingId } = await inCash()
    const entryId = await offered(fixture.cast.ramon, listingId)
    const changeId = await extend(rentalId)
    expect(await holds(listingId)).toEqual([daysFrom(addDays(START, 3), 3)])
    expect([await waitStateOf(entryId), await sweepWaitlist(fixture.services)]).toEqual(['lapsed', 0])
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    expect(await rentOffered(...ramon, { entryId })).toMatchObject({
      reason: 'over',
    })
    accepted(await answer(changeId))
    expect([await waitStateOf(entryId), await holds(listingId)]).toEqual(['taken', []])
  })

  it('can’t keep offered days from the next one in line by asking for them again and again', async () => {
    const { rentalId, listingId } = await inCash()
    const first = await offered(fixture.cast.ramon, listingId)
    const days = { startDate: addDays(START, 3), durationDays: 3 as const }
    const diego = by(fixture.services, fixture.cast.diego)
    const { entryId } = accepted(await joinWaitlist(diego, { listingId, ...days }))
    accepted(await answer(await extend(rentalId), false))
    expect(await sweepWaitlist(fixture.services)).toBe(1)
    expect([await waitStateOf(first), await waitStateOf(entryId)]).toEqual(['lapsed', 'offered'])
  })

  it('can’t ask for days that are offered to somebody else', async () => {
    const { rentalId, listingId } = await inCash()
    const entryId = await offered(fixture.cast.diego, listingId)
    expect(await ask(rentalId, { what: 'extend', days: 3 })).toMatchObject({ reason: 'dates-taken' })
    expect(await waitStateOf(entryId)).toBe('offered')
  })

  it('keeps others from these days only while they are held, whether or not a job has run', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    const wanted = people.rentalRequest(listingId, { startDate: addDays(START, 3) })
    const add = () => addToCart(by(fixture.services, fixture.cast.katrina), wanted)
    expect(await add()).toMatchObject({ reason: 'dates-taken' })
    minutes(DAY)
    expect((await add()).ok).toBe(true)
  })

  it('keeps the owner from blocking them, who sees until when they are held and can’t free them', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    const owner = by(fixture.services, fixture.cast.olivia)
    const block = { listingId, firstDay: addDays(START, 5), lastDay: addDays(START, 8) }
    expect(await blockDates(owner, block)).toMatchObject({
      reason: 'rented',
      message: expect.stringContaining('held for someone until Nov 22, 2026'),
    })
    expect(await unblockDates(owner, { listingId, blockId: changeId })).toMatchObject({ reason: 'not-found' })
    const held = await listHeldDays(db(), people.owner(fixture.cast.olivia) as never, listingId, NOW)
    expect([held.blocks.length, held.holds.length]).toEqual([0, 1])
    minutes(DAY)
    accepted(await blockDates(owner, block))
    expect(await answer(changeId)).toMatchObject({ reason: 'over' })
  })

  it('can take it back before the answer', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    const withdraw = (who: people.Person) => withdrawChange(by(fixture.services, who), { changeId })
    expect(await withdraw(fixture.cast.olivia)).toMatchObject({ reason: 'side' })
    expect(await withdraw(fixture.cast.katrina)).toMatchObject({ reason: 'not-found' })
    accepted(await withdraw(fixture.cast.ramon))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['withdrawn', []])
    expect(await withdraw(fixture.cast.ramon)).toMatchObject({ reason: 'answered' })
    expect(await answer(changeId)).toMatchObject({ reason: 'answered' })
  })

  it('can ask 30 times for a rental', async () => {
    const { rentalId } = await inCash()
    for (let i = 0; i < 30; i++) {
      const changeId = await extend(rentalId)
      accepted(await withdrawChange(by(fixture.services, fixture.cast.ramon), { changeId }))
    }
    expect(await ask(rentalId, { what: 'shorten', lastDay: START })).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('30 times'),
    })
  })
})

it('who has something past its last day can’t ask for more days of anything else', async () => {
  const { rentalId: late } = await inCash()
  minutes(9 * DAY)
  accepted(await act(late, 'activate'))
  const { rentalId } = await inCash({ title: 'Stove' })
  minutes(13 * DAY)
  await sql`update rental set period = ${daysFrom(addDays(START, 30), 3)}::daterange where id = ${rentalId}`.execute(
    db(),
  )
  expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'late' })
  const renter = by(fixture.services, fixture.cast.ramon)
  accepted(await sayBroughtBack(renter, { rentalId: late, note: 'In the box.', photoIds: [] }))
  accepted(await ask(rentalId, { what: 'extend', days: 1 }))
})

it('who by their word never got something is not late with it', async () => {
  const { rentalId: late } = await inCash()
  minutes(9 * DAY)
  accepted(await act(late, 'activate'))
  const renter = by(fixture.services, fixture.cast.ramon)
  accepted(await objectToWord(renter, { rentalId: late, reason: 'Nobody was there.' }))
  const { rentalId } = await inCash({ title: 'Stove' })
  minutes(13 * DAY)
  await sql`update rental set period = ${daysFrom(addDays(START, 30), 3)}::daterange where id = ${rentalId}`.execute(
    db(),
  )
  accepted(await ask(rentalId, { what: 'extend', days: 1 }))
})
