import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { lateFees } from '#tests/support/late-fees.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { placeOrder } from '../order/place-order.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { resumeListing } from '../listing/resume-listing.ts'
import { readTable } from '../admin-table.ts'
import { orderTable } from '../order/order-table.ts'
import { readOverview } from '../overview/overview.ts'
import { findRentalOfParty } from './find-rental-of-party.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

const { fixture, hours, active, balances, refundsOf, feeOf, disputeOf, grant, statusOf, sweep, mails } =
  lateFees()

describe('an item that is out late', () => {
  it('counts as not returned from 12:00 of the seventh day, once, and both are told', async () => {
    const { rentalId } = await active('online')
    hours(24 * 6 + 1.7)
    await sweep()
    expect(await feeOf(rentalId)).toBeUndefined()
    hours(24 * 6 + 1.8)
    await sweep()
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: new Date('2026-11-27T04:00:00Z') })
    expect(await mails('late-mail', rentalId)).toEqual(['not-returned to owner', 'not-returned to renter'])
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'not-returned', openedBy: 'system', ownerAsked: null },
    ])
    expect(await mails('dispute-mail', rentalId)).toEqual([])
  })

  it('and stays out ends once the dispute is over: the late fee is fixed, the deposit follows, the listing is paused', async () => {
    const { rentalId, orderId, listingId } = await active('online', 1_000_000)
    hours(24 * 7)
    await sweep()
    hours(24 * 21)
    await sweep()
    expect(await statusOf(rentalId)).toBe('Active')
    hours(24 * 21 + 0.1)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Completed')
    const { returnedAt, returnProof } = await fixture.services.db
      .selectFrom('rental')
      .select(['returnedAt', 'returnProof'])
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    expect([returnedAt, returnProof]).toEqual([null, null])
    const listing = await fixture.services.db
      .selectFrom('listing')
      .select(['pausedAt', 'status'])
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ pausedAt: fixture.services.clock.now(), status: 'approved' })
    expect(await feeOf(rentalId)).toMatchObject({ days: 7, feeCentavos: 700_000, depositCentavos: 700_000 })
    expect((await mails('rental-mail', rentalId)).slice(-2)).toEqual(['renter', 'owner'])
    accepted(await resumeListing(by(fixture.services, fixture.cast.olivia), { listingId }))
    hours(24 * 23 + 0.2)
    await sweep()
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 300_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -800_000 })
  })

  it('waits with its dispute until one that is decided already is over', async () => {
    const { rentalId } = await active('online')
    hours(24 * 5)
    const torn = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 10_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), torn))
    hours(24 * 6.9)
    await grant(rentalId, 0)
    hours(24 * 8)
    await sweep()
    expect((await feeOf(rentalId))?.notReturnedAt).toBeUndefined()
    hours(24 * 14)
    await sweep()
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'damage', outcome: 'decided' },
      { kind: 'not-returned', closedAt: null },
    ])
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
  })

  it('that its renter says is back counts as not returned only once the owner objected', async () => {
    const saidBack = async () => {
      const { rentalId } = await active('online')
      hours(24 * 6)
      const back = { rentalId, note: 'In the box.', photoIds: [] }
      accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
      hours(24 * 7)
      await sweep()
      expect(await disputeOf(rentalId)).toEqual([])
      return rentalId
    }
    const silent = await saidBack()
    hours(24 * 8)
    await sweep()
    await sweepRentals(fixture.services)
    expect([await statusOf(silent), await disputeOf(silent)]).toEqual(['Completed', []])
    const objected = await saidBack()
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await objectToWord(olivia, { rentalId: objected, reason: 'The box is empty.' }))
    await sweep()
    expect(await feeOf(objected)).toMatchObject({ notReturnedAt: expect.any(Date) })
    expect(await disputeOf(objected)).toMatchObject([{ kind: 'not-returned', openedBy: 'owner' }])
  })

  it('does not count as not returned for admins while its renter’s word that it is back stands', async () => {
    const { rentalId, orderNumber } = await active('online')
    const counts = async () => {
      const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
      const { rows, total } = await readTable(...admin, orderTable, new URLSearchParams('returned=no'))
      expect((await readOverview(...admin)).notReturned).toBe(total)
      return rows.some(({ number }) => number === orderNumber)
    }
    hours(24 * 7)
    await sweep()
    expect(await counts()).toBe(true)
    const back = { rentalId, note: 'In the box.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    expect(await counts()).toBe(false)
    const reason = 'The box is empty.'
    accepted(await objectToWord(by(fixture.services, fixture.cast.olivia), { rentalId, reason }))
    expect(await counts()).toBe(true)
  })

  it('whose return is undone counts as not returned anew, and does not end by the dispute that was over', async () => {
    const { rentalId } = await active('online')
    hours(24 * 7)
    await sweep()
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await takePartyAction(olivia, { rentalId, action: 'complete' }))
    accepted(await answerDispute(olivia, { rentalId, text: 'It is back.', askedCentavos: null }))
    const accepts = { what: 'demand', centavos: null } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.ramon), { rentalId, accepts }))
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId, action: 'undo-complete' }))
    await sweepRentals(fixture.services)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'not-returned', outcome: 'agreed' },
      { kind: 'not-returned', closedAt: null },
    ])
    hours(24 * 21 + 0.1)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Completed')
  })

  it('that its renter says is back does not end as never returned', async () => {
    const { rentalId } = await active('online')
    hours(24 * 7)
    await sweep()
    hours(24 * 20)
    const renter = by(fixture.services, fixture.cast.ramon)
    accepted(await sayBroughtBack(renter, { rentalId, note: 'In the box.', photoIds: [] }))
    hours(24 * 21 + 0.1)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
    hours(24 * 22 + 0.1)
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Completed')
    expect(await feeOf(rentalId)).toMatchObject({ days: 7 })
    const { rental } = accepted(await findRentalOfParty(renter, rentalId))
    expect(rental.returnedAt).toEqual(new Date(NOW.getTime() + 24 * 20 * 3_600_000))
  })

  it('has the next renter told once, who may take all their money back', async () => {
    const { services, cast } = fixture
    const { listingId } = await active('online')
    hours(-47)
    const next = await rentNext(listingId, 1)
    await services.db.deleteFrom('effect').execute()
    hours(9.7)
    await sweep()
    expect(await mails('not-back-mail', next)).toHaveLength(1)
    hours(10)
    await sweep()
    expect(await mails('not-back-mail', next)).toHaveLength(1)
    const taken = await takePartyAction(by(services, cast.katrina), {
      rentalId: next,
      action: 'cancel-not-back',
    })
    expect(taken).toMatchObject({ ok: true, refund: 'all' })
  })

  it('tells nobody when it is back in time', async () => {
    const { services, cast } = fixture
    const { listingId, rentalId } = await active('online')
    hours(-47)
    const next = await rentNext(listingId, 1)
    await services.db.deleteFrom('effect').execute()
    hours(0)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
    await sweep()
    expect(await mails('not-back-mail', next)).toEqual([])
    expect(
      await takePartyAction(by(services, cast.katrina), { rentalId: next, action: 'cancel-not-back' }),
    ).toMatchObject({ reason: 'day' })
  })

  it('is never rented over its days up to today, whatever asks', async () => {
    const { services, cast } = fixture
    const { listingId } = await active('online')
    hours(0)
    const one = { renterId: cast.katrina.id, listingId }
    await expect(insertRental({ ...one, start: TODAY })).rejects.toThrow(/out late/)
    const planned = await insertRental({ ...one, start: addDays(TODAY, 1) })
    await expect(moveRental(planned!.id, TODAY, NOW)).rejects.toThrow(/out late/)
    await expect(moveRental(planned!.id, addDays(TODAY, 2), NOW)).resolves.toBeUndefined()
    const tomorrow = new Date(NOW.getTime() + 24 * 3_600_000)
    await expect(moveRental(planned!.id, addDays(TODAY, 1), tomorrow)).rejects.toThrow(/out late/)
    const line = { listingId, startDate: TODAY, durationDays: 1 as const, deliveryOption: 'pickup' as const }
    await services.db
      .insertInto('cartLine')
      .values({ ...line, renterId: cast.diego.id, seenPricePerDayCentavos: 100_000 })
      .execute()
    const checkout = await people.aCheckout(services, cast.diego)
    expect(await placeOrder(by(services, cast.diego), people.renter(cast.diego), checkout)).toMatchObject({
      ok: false,
      reason: 'line',
    })
  })
})

it('an item that was handed over the day before its first day is never rented over that day', async () => {
  const { services, cast } = fixture
  const { listingId, rentalId } = await active('online')
  hours(-47)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
  const next = await rentNext(listingId, -1)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId: next, action: 'activate' }))
  const out = { renterId: cast.diego.id, listingId, start: addDays(TODAY, -2) }
  await expect(insertRental({ ...out, at: services.clock.now() })).rejects.toThrow(/out late/)
})

async function rentNext(listingId: string, inDays: number): Promise<string> {
  const { services, cast } = fixture
  const bookable = { bookableWhileRented: true, status: 'approved' as const }
  await services.db.updateTable('listing').set(bookable).where('id', '=', listingId).execute()
  const { rentalId } = await people.rent(services, cast.katrina, [listingId], {
    startDate: addDays(TODAY, inDays),
  })
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  return rentalId
}

/** Writes a rental past every rule of the code. */
async function insertRental({
  renterId,
  listingId,
  start,
  at = NOW,
}: {
  renterId: string
  listingId: string
  start: string
  at?: Date
}) {
  const { db } = fixture.services
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into rental (id, order_id, listing_id, renter_id, owner_id, title, price_per_day_centavos, duration_days,
        delivery_option, period, status, created_at, status_changed_at)
      select gen_random_uuid(), r.order_id, r.listing_id, ${renterId}, r.owner_id, r.title, 1, 1, 'pickup',
        daterange(${start}::date, ${start}::date + 1), 'Pending', ${at}, ${at}
      from rental r where r.listing_id = ${listingId} limit 1 returning id`.execute(tx)
    return rows[0]
  })
}

/** Moves a rental of one day past every rule of the code. */
async function moveRental(rentalId: string, start: string, at: Date): Promise<void> {
  const to = `[${start},${addDays(start, 1)})`
  await fixture.services.db.transaction().execute(async (tx) => {
    await sql`insert into rental_change (id, rental_id, from_period, to_period, rent_centavos, fee_centavos, state,
      asked_at, answer_by, ended_at)
      select gen_random_uuid(), id, period, ${to}::daterange, 0, 0, 'done', ${at}, ${at}, ${at} from rental
      where id = ${rentalId}`.execute(tx)
    await sql`update rental set period = ${to}::daterange where id = ${rentalId}`.execute(tx)
  })
}
