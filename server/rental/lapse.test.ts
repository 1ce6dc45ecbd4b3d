import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { noShows, type Who } from '#tests/support/no-shows.ts'
import { whatHappened } from '#app/routes/rental/rental-events.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { findRental } from './find-rental.ts'
import { sweepLate } from './sweep-late.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takePartyAction } from './take-action.ts'

const { fixture, list, refundsOf, say, takeBack, act, at, statusOf, lastAction, approved } = noShows()

describe('a rental of which nobody said anything', () => {
  const sweep = async (rentalId: string) => {
    await sweepRentals(fixture.services)
    return statusOf(rentalId)
  }
  const oneDay = async (listingId: string, who: Who = 'ramon', day = 1) => {
    const { services, cast } = fixture
    const wanted = { startDate: addDays(TODAY, day), durationDays: 1 as const }
    const { rentalId } = await people.rent(services, cast[who], [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    return rentalId
  }

  it('of three days waits for 72 hours after its first day, in which each side can say so', async () => {
    const { rentalId, orderId } = await approved()
    at(13, '23:59')
    expect(await sweep(rentalId)).toBe('Approved')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    accepted(await say(rentalId, 'ramon'))
    accepted(await takeBack(rentalId, 'ramon'))
    at(14, '00:00')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'late' })
    expect(await sweep(rentalId)).toBe('Cancelled')
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'lapse', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
  })

  it('of one day, approved in the evening of that day, waits until 72 hours after it can first be said', async () => {
    const { services, cast } = fixture
    const { rentalId } = await people.rent(services, cast.ramon, [await list()], {
      startDate: TODAY,
      durationDays: 1,
    })
    at(0, '19:00')
    accepted(await act(rentalId, 'approve'))
    at(0, '23:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(1, '00:00')
    expect(await sweep(rentalId)).toBe('Approved')
    at(1, '01:00')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(4, '00:59')
    expect(await sweep(rentalId)).toBe('Approved')
    at(4, '01:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })

  it('waits 6 and 72 hours after the renter before brought the item back, and not for later renters', async () => {
    const listingId = await list({ bookableWhileRented: true })
    const before = await oneDay(listingId, 'diego', 0)
    const rentalId = await oneDay(listingId, 'ramon', 1)
    const later = await oneDay(listingId, 'katrina', 2)
    at(0, '19:00')
    accepted(await act(before, 'activate'))
    at(1, '20:00')
    accepted(await act(before, 'complete'))
    at(2, '09:00')
    accepted(await act(later, 'activate'))
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(3, '09:00')
    await sweepLate(fixture.services)
    expect(
      await takePartyAction(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        action: 'cancel-not-back',
      }),
    ).toMatchObject({ reason: 'day' })
    accepted(await act(later, 'complete'))
    at(5, '01:59')
    expect(await sweep(rentalId)).toBe('Approved')
    at(5, '02:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })

  it('waits no longer when the item came back from the renter before only after its last day', async () => {
    const listingId = await list({ bookableWhileRented: true })
    const before = await oneDay(listingId, 'diego', 0)
    const rentalId = await oneDay(listingId, 'ramon', 1)
    at(0, '19:00')
    accepted(await act(before, 'activate'))
    at(4, '20:00')
    accepted(await act(before, 'complete'))
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'day' })
    at(5, '00:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })
})

describe('an owner who did not mark a hand-over', () => {
  it('of a week has until 12:00 of the day after the last day to report a problem', async () => {
    const week = async () => {
      const wanted = { startDate: TODAY, durationDays: 7 as const }
      const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await list()], wanted)
      accepted(await act(rentalId, 'approve'))
      return rentalId
    }
    const [reported, forgotten] = [await week(), await week()]
    at(7, '11:59')
    await sweepRentals(fixture.services)
    const problem = { rentalId: reported, kind: 'money', text: 'They have it.' } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), problem))
    at(7, '12:00')
    await sweepRentals(fixture.services)
    expect(await statusOf(reported)).toBe('Approved')
    expect(await lastAction(forgotten)).toBe('lapse')
  })

  it('reads after the last day what to do, and a problem that they report keeps the rental', async () => {
    const { rentalId } = await approved()
    at(13, '10:00')
    expect(await act(rentalId, 'activate')).toMatchObject({
      message: expect.stringMatching(
        /^Its last day has passed\. If the renter has it, please report a problem/,
      ),
    })
    const problem = { rentalId, kind: 'money', text: 'They have it.', askedCentavos: 50_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), problem))
    at(14, '00:00')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Approved')
  })

  it('reads after it has lapsed to write to us, and the renter does not', async () => {
    const { rentalId } = await approved()
    const linksFor = async (who: 'olivia' | 'ramon') => {
      const { rental } = accepted(await findRental(by(fixture.services, fixture.cast[who]), rentalId))
      const { links } = whatHappened(
        rental,
        who === 'olivia' ? 'lent' : 'rented',
        fixture.services.clock.now(),
      )
      return links.map(({ to }) => to)
    }
    at(14, '00:00')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await linksFor('olivia')).toEqual(['/contact'])
    expect(await linksFor('ramon')).toEqual([])
    const mail = { rentalId, action: 'lapse', to: 'owner' } as const
    expect((await rentalEmails['rental-mail'](fixture.services, mail))?.lead).toContain('please write to us')
    const toRenter = { rentalId, action: 'lapse', to: 'renter', back: 191_750 } as const
    expect((await rentalEmails['rental-mail'](fixture.services, toRenter))?.lead).toBe(
      'It was never handed over. ₱1,917.50 goes back to you the way you paid.',
    )
    at(27, '00:00')
    expect(await linksFor('olivia')).toEqual([])
  })
})
