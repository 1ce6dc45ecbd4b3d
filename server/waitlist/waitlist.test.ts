import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { asListingOwner } from '#domain/access.ts'
import { addDays, type Day, formatDaterange, periodOf } from '#domain/period.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeCursor } from '../cursor.ts'
import { readCart } from '../cart/read-cart.ts'
import { blockDates } from '../listing/block-dates.ts'
import { freeHold, holdDates } from '../listing/hold-dates.ts'
import { listHeldDays } from '../listing/queries.ts'
import { pauseListing } from '../listing/pause-listing.ts'
import { resumeListing } from '../listing/resume-listing.ts'
import { unblockDates } from '../listing/unblock-dates.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { releaseOrder } from '../order/release-order.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import { waitlistEmails } from '../notification/waitlist-mail.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { leaveWaitlist } from './leave-waitlist.ts'
import { countWaits, listWaiting } from './queries.ts'
import { rentOffered } from './rent-offered.ts'
import { sweepWaitlist, type WaitlistProgress } from './sweep-waitlist.ts'

const fixture = withServices(['ramon', 'katrina', 'liza', 'olivia', 'amihan'])
const { minutes, reset, list, order, providerIsDown, statusOf } = paying(fixture)
beforeEach(async () => {
  await reset()
  await sql`update waitlist_entry set state = 'left', ended_at = now() where ended_at is null`.execute(db())
})

const db = () => fixture.services.db
const START = addDays(TODAY, 10)
const tent = { title: 'Tent', bookableWhileRented: true }
const sweep = () => sweepWaitlist(fixture.services)
const wait = (
  who: people.Person,
  listingId: string,
  { startDate = START, durationDays = 3 }: { startDate?: Day; durationDays?: DurationDays } = {},
) => joinWaitlist(by(fixture.services, who), { listingId, startDate, durationDays })
const stateOf = async (id: string) =>
  (await db().selectFrom('waitlistEntry').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const mailed = async () =>
  (
    await db()
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'waitlist-mail')
      .orderBy('id')
      .execute()
  ).map(({ payload }) => (payload as { entryId: string }).entryId)

/** What the last email about the waiting list says now. */
async function lastMail() {
  const { rows } = await sql<{ payload: EmailPayloads['waitlist-mail'] }>`select payload from effect
    where kind = 'waitlist-mail' order by id desc limit 1`.execute(db())
  return waitlistEmails['waitlist-mail'](fixture.services, rows[0]!.payload)
}

/** A listing whose days from START on Ramon has rented; Katrina waits, then Liza. */
async function line() {
  const listingId = await list(tent)
  const { ramon, katrina, liza } = fixture.cast
  const { rentalId } = await people.rent(fixture.services, ramon, [listingId], {
    startDate: START,
    durationDays: 3,
  })
  const first = accepted(await wait(katrina, listingId)).entryId
  minutes(1)
  const second = accepted(await wait(liza, listingId)).entryId
  await db().deleteFrom('effect').execute()
  const free = async () =>
    accepted(await takePartyAction(by(fixture.services, ramon), { rentalId, action: 'cancel' }))
  return { listingId, rentalId, first, second, free }
}

/** A listing that is not bookable while rented, and that Ramon has; Katrina waits, then Liza, for other days. */
async function lineForOne() {
  const listingId = await list({ title: 'Tent for one' })
  const { ramon, katrina, liza, olivia } = fixture.cast
  const rental = { startDate: TODAY, durationDays: 3 as const }
  const { rentalId } = await people.rent(fixture.services, ramon, [listingId], rental)
  const act = async (action: 'approve' | 'activate' | 'complete') =>
    accepted(await takePartyAction(by(fixture.services, olivia), { rentalId, action }))
  await act('approve')
  await act('activate')
  const first = accepted(await wait(katrina, listingId, { startDate: addDays(TODAY, 20) })).entryId
  minutes(1)
  const second = accepted(await wait(liza, listingId, { startDate: addDays(TODAY, 30) })).entryId
  await db().deleteFrom('effect').execute()
  return { listingId, first, second, giveBack: () => act('complete') }
}

describe('waiting', () => {
  it('is for days that are taken, once, by those who could rent them', async () => {
    const { listingId } = await line()
    const { katrina, olivia, amihan } = fixture.cast
    expect(await wait(katrina, listingId)).toMatchObject({ reason: 'unchanged' })
    expect(await wait(katrina, listingId, { startDate: addDays(START, 5) })).toMatchObject({ reason: 'free' })
    expect(await wait(olivia, listingId)).toMatchObject({ reason: 'own' })
    expect(await wait(amihan, listingId)).toMatchObject({ reason: 'role' })
    expect(
      await joinWaitlist(by(fixture.services), { listingId, startDate: START, durationDays: 3 }),
    ).toMatchObject({ reason: 'login' })
    expect(await wait(katrina, listingId, { startDate: '2026-02-30' })).toMatchObject({
      reason: 'start-date',
    })
  })

  it('needs a start date within a year, also of a listing that can’t be rented at all', async () => {
    const { listingId } = await line()
    const { olivia } = fixture.cast
    for (const startDate of ['', addDays(START, 500)])
      expect(await wait(olivia, listingId, { startDate })).toMatchObject({ reason: 'start-date' })
  })

  it('ends when its person leaves, and only theirs', async () => {
    const { first, second, free } = await line()
    const leave = (who: people.Person) =>
      leaveWaitlist(by(fixture.services, who), people.renter(who), { entryId: first, declines: false })
    expect(await leave(fixture.cast.liza)).toMatchObject({ reason: 'not-found' })
    accepted(await leave(fixture.cast.katrina))
    await free()
    await sweep()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['left', 'offered'])
  })
})

describe('a sweep', () => {
  it('that may not read all lines leaves the others to the next, and begins again after the last', async () => {
    const lines = []
    for (let i = 0; i < 4; i++) lines.push(await line())
    const progress = { after: null }
    const some = () => sweepWaitlist(fixture.services, undefined, { progress, most: 3 })
    for (const { free } of lines) await free()
    const offers = []
    for (let i = 0; i < 5; i++) offers.push(await some())
    expect(offers.reduce((a, b) => a + b)).toBe(4)
    expect(Math.max(...offers)).toBe(2)
    for (const { first, second } of lines)
      expect([await stateOf(first), await stateOf(second)]).toEqual(['offered', 'waiting'])
  })

  it('that may read less than a line goes on in it', async () => {
    const { first, second } = await line()
    const progress: WaitlistProgress = { after: null }
    const places = []
    for (let i = 0; i < 4; i++) {
      await sweepWaitlist(fixture.services, undefined, { progress, most: 1 })
      places.push(progress.after?.id)
    }
    expect(places.slice(1)).toEqual([first, second, undefined])
  })
})

describe('free days', () => {
  it('are offered to the first in line, and held for them alone', async () => {
    const { listingId, first, second, free } = await line()
    expect(await sweep()).toBe(0)
    await free()
    expect(await sweep()).toBe(1)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['offered', 'waiting'])
    expect(await mailed()).toEqual([first])
    const wanted = { startDate: START, durationDays: 3 as const }
    await expect(people.fillCart(fixture.services, fixture.cast.liza, [listingId], wanted)).rejects.toThrow(
      'dates-taken',
    )
    expect(await sweep()).toBe(0)
    expect(await mailed()).toEqual([first])
  })

  it('take the place of the item with other days in the cart, which stays when they can’t be rented', async () => {
    const { listingId, first, free } = await line()
    await free()
    await sweep()
    const { katrina, olivia } = fixture.cast
    const who = [by(fixture.services, katrina), people.renter(katrina)] as const
    const startDate = addDays(START, 40)
    const chosen = { startDate, deliveryOption: 'delivery' } as const
    await people.fillCart(fixture.services, katrina, [listingId], chosen)
    const pause = { listingId }
    accepted(await pauseListing(by(fixture.services, olivia), pause))
    expect((await rentOffered(...who, { entryId: first })).ok).toBe(false)
    expect((await readCart(...who)).lines).toMatchObject([{ startDate }])
    accepted(await resumeListing(by(fixture.services, olivia), pause))
    accepted(await rentOffered(...who, { entryId: first }))
    expect((await readCart(...who)).lines).toMatchObject([
      { startDate: START, durationDays: 3, deliveryOption: 'delivery' },
    ])
    await db().deleteFrom('cartLine').execute()
  })

  it('are put in the cart with the price that the list showed, so that the cart tells a new one', async () => {
    const { listingId, first, free } = await line()
    await free()
    await sweep()
    const { katrina } = fixture.cast
    const who = [by(fixture.services, katrina), people.renter(katrina)] as const
    const { pricePerDayCentavos: shown } = (await listWaiting(db(), people.renter(katrina), NOW)).items[0]!
    const dearer = { pricePerDayCentavos: shown + 100 }
    await db().updateTable('listing').set(dearer).where('id', '=', listingId).execute()
    accepted(await rentOffered(...who, { entryId: first, seenPriceCentavos: shown }))
    expect((await readCart(...who)).lines).toMatchObject([
      { ...dearer, seenPricePerDayCentavos: shown, problem: { reason: 'terms-changed' } },
    ])
    await db().deleteFrom('cartLine').execute()
  })

  it('are rented with one tap and a checkout, and leave the line', async () => {
    const { listingId, first, second, free } = await line()
    await free()
    await sweep()
    const { katrina } = fixture.cast
    const who = [by(fixture.services, katrina), people.renter(katrina)] as const
    accepted(await rentOffered(...who, { entryId: first }))
    const cart = await readCart(...who)
    expect(cart.lines).toMatchObject([{ listingId, startDate: START, durationDays: 3, problem: null }])
    expect(
      await rentOffered(by(fixture.services, fixture.cast.liza), people.renter(fixture.cast.liza), {
        entryId: first,
      }),
    ).toMatchObject({ reason: 'not-found' })
    await db().deleteFrom('cartLine').execute()
    await people.rent(fixture.services, katrina, [listingId], { startDate: START, durationDays: 3 })
    expect([await stateOf(first), await stateOf(second)]).toEqual(['taken', 'waiting'])
    expect(await db().selectFrom('blockedPeriod').where('id', '=', first).select('id').execute()).toEqual([])
    expect(await sweep()).toBe(0)
  })

  it('stay held for their person when the payment page fails, and leave the line once they are paid', async () => {
    const { listingId, first, second, free } = await line()
    await free()
    await sweep()
    const { katrina } = fixture.cast
    const heldFirst = () =>
      db().selectFrom('blockedPeriod').where('id', '=', first).select('id').executeTakeFirst()
    providerIsDown()
    const { number } = await order(katrina, [listingId], START)
    fixture.services.emulator.faults.clear()
    expect(await statusOf(number)).toBe('cancelled')
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'offered', 'waiting'])
    expect(await heldFirst()).toBeDefined()
    await db().deleteFrom('cartLine').execute()
    const { sessionId } = await order(katrina, [listingId], START)
    fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    accepted(await settleCheckout(fixture.services, sessionId))
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'taken', 'waiting'])
    expect(await heldFirst()).toBeUndefined()
  })

  it('of an item for one booking at a time stay offered while their order waits for its payment', async () => {
    const { listingId, giveBack, first, second } = await lineForOne()
    await giveBack()
    await sweep()
    const { katrina, olivia } = fixture.cast
    const held = async () => {
      const now = fixture.services.clock.now()
      const { owner } = accepted(asListingOwner(olivia, { ownerId: olivia.id }, 'edit'))
      const { rentals, holds } = await listHeldDays(db(), owner, listingId, now)
      const [entry] = (await listWaiting(db(), people.renter(katrina), now)).items
      return [rentals.length, holds.length, entry!.state, entry!.isOrdered]
    }
    expect(await held()).toEqual([0, 1, 'offered', false])
    const { id } = await order(katrina, [listingId], addDays(TODAY, 20))
    expect([await sweep(), await stateOf(first)]).toEqual([0, 'offered'])
    expect(await held()).toEqual([1, 0, 'offered', true])
    accepted(await releaseOrder(fixture.services, { orderId: id, to: 'cancelled' }))
    expect(await held()).toEqual([0, 1, 'offered', false])
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'offered', 'waiting'])
    expect(await mailed()).toEqual([first])
    minutes(2 * 60 + 2)
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([1, 'lapsed', 'offered'])
  })

  it('that are paid after the offer ended, in the time of their order, count as rented', async () => {
    const { listingId, first, free } = await line()
    await free()
    await sweep()
    minutes(119)
    const { sessionId } = await order(fixture.cast.katrina, [listingId], START)
    minutes(125)
    expect([await sweep(), await stateOf(first)]).toEqual([0, 'lapsed'])
    fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await stateOf(first)).toBe('taken')
  })

  it('go to the next one when the offer lapses, also after downtime over it, and once', async () => {
    const { first, second, free } = await line()
    await free()
    await sweep()
    const { offeredUntil } = await db()
      .selectFrom('waitlistEntry')
      .select('offeredUntil')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    fixture.services.clock.set(new Date(offeredUntil!.getTime() + 3 * 86_400_000))
    expect(await sweep()).toBe(1)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['lapsed', 'offered'])
    expect(await mailed()).toEqual([first, second])
    const { katrina } = fixture.cast
    const late = rentOffered(by(fixture.services, katrina), people.renter(katrina), { entryId: first })
    expect(await late).toMatchObject({ reason: 'over' })
  })

  it('go to the next one when they are declined', async () => {
    const { first, second, free } = await line()
    await free()
    await sweep()
    const { katrina } = fixture.cast
    const entry = { entryId: first, declines: true }
    accepted(await leaveWaitlist(by(fixture.services, katrina), people.renter(katrina), entry))
    expect(await sweep()).toBe(1)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['declined', 'offered'])
  })

  it('are not held time and again for people who let them pass: twice a week, and then for others', async () => {
    const { listingId, first, second, free } = await line()
    const { katrina, liza } = fixture.cast
    const overlapping = accepted(await wait(liza, listingId, { startDate: addDays(START, 1) })).entryId
    await free()
    await sweep()
    let days = 0
    const passed = async () => {
      minutes(++days * 24 * 60)
      return sweep()
    }
    await passed()
    const again = accepted(await wait(katrina, listingId)).entryId
    expect([await stateOf(first), await stateOf(second)]).toEqual(['lapsed', 'offered'])
    await passed()
    expect([await stateOf(second), await stateOf(overlapping)]).toEqual(['lapsed', 'offered'])
    await passed()
    expect([await stateOf(overlapping), await stateOf(again)]).toEqual(['lapsed', 'offered'])
    expect(await wait(liza, listingId, { startDate: addDays(START, 2) })).toMatchObject({
      reason: 'too-many',
    })
    const overlaps = { startDate: addDays(START, 1) }
    const waits = accepted(await wait(fixture.cast.ramon, listingId, overlaps)).entryId
    await sql`update waitlist_entry set account_id = ${katrina.id} where id = ${waits}`.execute(db())
    // Who leaves the list in the middle of an offer has had it, too.
    const left = { entryId: again, declines: false }
    accepted(await leaveWaitlist(by(fixture.services, katrina), people.renter(katrina), left))
    expect([await passed(), await stateOf(again), await stateOf(waits)]).toEqual([0, 'left', 'waiting'])
  })

  it('that end early, as their person asks for the days by a change of a rental, are not left unused', async () => {
    const { listingId, first, second, free } = await line()
    const { katrina, liza } = fixture.cast
    const { clock } = fixture.services
    await free()
    await sweep()
    const period = periodOf(START, 3)
    const change = {
      id: crypto.randomUUID(),
      listingId,
      period,
      heldFor: katrina.id,
      reason: 'change' as const,
    }
    const heldUntil = new Date(clock.now().getTime() + 3_600_000)
    await db()
      .transaction()
      .execute((tx) => holdDates(tx, clock.now(), { ...change, heldUntil }))
    await db()
      .transaction()
      .execute((tx) => freeHold(tx, change.id))
    await sweep()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['lapsed', 'offered'])
    minutes(24 * 60)
    await sweep()
    expect(await stateOf(second)).toBe('lapsed')
    const asked = { listingId, period: formatDaterange(period), now: clock.now() }
    const unused = await Promise.all([katrina, liza].map(({ id }) => countWaits(db(), id, asked)))
    expect(unused.map((waits) => waits.unused)).toEqual([0, 1])
  })

  it('skip who is suspended, or has blocked or was blocked by the owner; they stay in line', async () => {
    const { first, second, free } = await line()
    await free()
    const { katrina, olivia } = fixture.cast
    const suspended = { suspendedAt: NOW, suspendedBy: fixture.cast.amihan.id, suspensionReason: 'Spam' }
    await db().updateTable('account').set(suspended).where('id', '=', katrina.id).execute()
    expect(await sweep()).toBe(1)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'offered'])
    const back = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
    await db().updateTable('account').set(back).where('id', '=', katrina.id).execute()
    const block = { blockerId: olivia.id, blockedId: katrina.id, blockedAt: NOW }
    await db().insertInto('personBlock').values(block).execute()
    minutes(10 * 60)
    expect(await sweep()).toBe(0)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'lapsed'])
    await db().deleteFrom('personBlock').execute()
    expect(await sweep()).toBe(1)
    expect(await stateOf(first)).toBe('offered')
  })

  it('of an item for one booking at a time are offered to one person at a time, once it is back', async () => {
    const { listingId, giveBack, first, second } = await lineForOne()
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'waiting', 'waiting'])
    await giveBack()
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['offered', 'waiting'])
    expect(await mailed()).toEqual([first])
    const { katrina } = fixture.cast
    const wanted = { startDate: addDays(TODAY, 20), durationDays: 3 as const }
    const { rentalId } = await people.rent(fixture.services, katrina, [listingId], wanted)
    minutes(600)
    expect([await sweep(), await stateOf(second)]).toEqual([0, 'waiting'])
    accepted(await takePartyAction(by(fixture.services, katrina), { rentalId, action: 'cancel' }))
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['taken', 'offered'])
    expect(await mailed()).toEqual([first, second])
  })

  it('of such an item that somebody rents meanwhile for other days are offered again once it is back', async () => {
    const { listingId, giveBack, first, second } = await lineForOne()
    await giveBack()
    await sweep()
    const { ramon } = fixture.cast
    const { rentalId } = await people.rent(fixture.services, ramon, [listingId], {
      startDate: addDays(TODAY, 40),
    })
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'waiting', 'waiting'])
    expect(await db().selectFrom('blockedPeriod').where('id', '=', first).select('id').execute()).toEqual([])
    accepted(await takePartyAction(by(fixture.services, ramon), { rentalId, action: 'cancel' }))
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['offered', 'waiting'])
    expect(await mailed()).toEqual([first, first, first])
  })

  it('of such an item that are gone as it is rented for other days: their person is told so, and waits again', async () => {
    const { listingId, giveBack, first } = await lineForOne()
    await giveBack()
    await sweep()
    const { ramon, katrina } = fixture.cast
    await people.rent(fixture.services, ramon, [listingId], { startDate: addDays(TODAY, 40) })
    await sweep()
    expect(await lastMail()).toMatchObject({
      accountId: katrina.id,
      subject: expect.stringMatching(/^Tent for one is rented out:/),
      lead: expect.stringContaining('You wait again, at the same place in line.'),
    })
    const rent = () => rentOffered(by(fixture.services, katrina), people.renter(katrina), { entryId: first })
    expect(await rent()).toEqual({
      ok: false,
      reason: 'over',
      message: expect.stringMatching(
        /^The offer of .* is over: someone rented this item for other days\. You wait again/,
      ),
    })
  })

  it('of such an item that are gone as their person rents it for other days: they are told so', async () => {
    const { listingId, giveBack, first } = await lineForOne()
    await giveBack()
    await sweep()
    const { katrina } = fixture.cast
    await people.rent(fixture.services, katrina, [listingId], { startDate: addDays(TODAY, 40) })
    expect([await sweep(), await stateOf(first)]).toEqual([0, 'waiting'])
    expect(await lastMail()).toMatchObject({
      lead: expect.stringContaining('You have rented the item for other days'),
    })
    const rent = await rentOffered(by(fixture.services, katrina), people.renter(katrina), { entryId: first })
    expect(rent).toMatchObject({ message: expect.stringContaining('you rented this item for other days') })
  })

  it('of an item whose return is undone are taken back, and offered to the same person again', async () => {
    const { services, cast } = fixture
    const { rentalId, first, second } = await line()
    const act = (action: 'approve' | 'activate' | 'complete') =>
      takePartyAction(by(services, cast.olivia), { rentalId, action })
    for (const action of ['approve', 'activate', 'complete'] as const) {
      if (action === 'activate') minutes(9 * 24 * 60)
      accepted(await act(action))
    }
    expect([await sweep(), await stateOf(first)]).toEqual([1, 'offered'])
    const admin = people.asAdmin(services, cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId, action: 'undo-complete' }))
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'waiting', 'waiting'])
    expect(await lastMail()).toMatchObject({
      accountId: cast.katrina.id,
      subject: expect.stringMatching(/^Tent is rented out:/),
      lead:
        'We held these days for you. The item is rented on these days after all, so the offer is over. ' +
        'You wait again, at the same place in line.',
    })
    const rent = await rentOffered(by(services, cast.katrina), people.renter(cast.katrina), {
      entryId: first,
    })
    expect(rent).toMatchObject({ message: expect.stringContaining('rented on these days after all') })
    accepted(await act('complete'))
    expect([await sweep(), await stateOf(first)]).toEqual([1, 'offered'])
  })

  it('of an item that its owner pauses are offered to the same person again once it is resumed', async () => {
    const { listingId, first, second, free } = await line()
    await free()
    await sweep()
    const { katrina, olivia } = fixture.cast
    accepted(await pauseListing(by(fixture.services, olivia), { listingId }))
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([0, 'waiting', 'waiting'])
    expect(await db().selectFrom('blockedPeriod').where('id', '=', first).select('id').execute()).toEqual([])
    expect(await lastMail()).toMatchObject({
      accountId: katrina.id,
      subject: expect.stringMatching(/^The offer of Tent is over:/),
      lead:
        'We held these days for you. Meanwhile the item was taken off the site, so the offer is over. ' +
        'You wait again, at the same place in line.',
    })
    const rent = await rentOffered(by(fixture.services, katrina), people.renter(katrina), { entryId: first })
    expect(rent).toMatchObject({ message: expect.stringContaining('meanwhile this item was taken off') })
    accepted(await resumeListing(by(fixture.services, olivia), { listingId }))
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([1, 'offered', 'waiting'])
  })

  it('of an owner who blocks their person go to the next one, and the person keeps their place in line', async () => {
    const { first, second, free } = await line()
    await free()
    await sweep()
    const { katrina, olivia } = fixture.cast
    const block = { blockerId: olivia.id, blockedId: katrina.id, blockedAt: NOW }
    await db().insertInto('personBlock').values(block).execute()
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([1, 'waiting', 'offered'])
    expect(await mailed()).toEqual([first, second])
    const rent = () => rentOffered(by(fixture.services, katrina), people.renter(katrina), { entryId: first })
    expect(await rent()).toMatchObject({
      reason: 'blocked',
      message: 'You can’t rent from Olivia S. at the moment. Please choose another item.',
    })
    await db().deleteFrom('personBlock').execute()
    minutes(24 * 60)
    expect([await sweep(), await stateOf(first), await stateOf(second)]).toEqual([1, 'offered', 'lapsed'])
  })

  it('can’t be blocked by the owner while they are held', async () => {
    const { listingId, free } = await line()
    await free()
    await sweep()
    const days = { listingId, firstDay: addDays(START, 2), lastDay: addDays(START, 5) }
    expect(await blockDates(by(fixture.services, fixture.cast.olivia), days)).toMatchObject({
      reason: 'rented',
      message: expect.stringContaining('These days are held for someone until'),
    })
  })

  it('are those of a block that its owner removes, and not those they keep', async () => {
    const listingId = await list(tent)
    const owner = by(fixture.services, fixture.cast.olivia)
    const days = { listingId, firstDay: START, lastDay: addDays(START, 2) }
    accepted(await blockDates(owner, days))
    const { entryId } = accepted(await wait(fixture.cast.katrina, listingId))
    expect(await sweep()).toBe(0)
    const { id: blockId } = await db()
      .selectFrom('blockedPeriod')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    accepted(await unblockDates(owner, { listingId, blockId }))
    expect(await sweep()).toBe(1)
    expect(await stateOf(entryId)).toBe('offered')
  })

  it('are not offered twice to one person who waits for overlapping days', async () => {
    const { listingId, first, free } = await line()
    const more = { startDate: addDays(START, 1) }
    const overlapping = accepted(await wait(fixture.cast.katrina, listingId, more)).entryId
    await free()
    expect(await sweep()).toBe(1)
    expect([await stateOf(first), await stateOf(overlapping)]).toEqual(['offered', 'waiting'])
    expect(fixture.services.errors).toEqual([])
  })

  it('are offered to who says that what they had is back, and not to who is late with it', async () => {
    const { first, second, free } = await line()
    const { services, cast } = fixture
    const { liza } = cast
    const leaving = { entryId: second, declines: false }
    accepted(await leaveWaitlist(by(services, liza), people.renter(liza), leaving))
    const other = { startDate: TODAY, durationDays: 3 as const }
    const { rentalId } = await people.rent(services, cast.katrina, [await list({ title: 'Stove' })], other)
    for (const action of ['approve', 'activate'] as const)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    minutes(4 * 24 * 60)
    await free()
    expect([await sweep(), await stateOf(first)]).toEqual([0, 'waiting'])
    accepted(
      await sayBroughtBack(by(services, cast.katrina), { rentalId, note: 'In the box.', photoIds: [] }),
    )
    expect([await sweep(), await stateOf(first)]).toEqual([1, 'offered'])
  })

  it('are offered however many before it in line can’t be asked', async () => {
    const { free, first } = await line()
    await free()
    const { ramon, olivia } = fixture.cast
    const listingId = await list({ title: 'Tent of many' })
    await sql`insert into waitlist_entry (id, account_id, listing_id, period, asked_at)
      select gen_random_uuid(), ${ramon.id}, ${listingId}, daterange(day, day + 1), ${new Date(0)}::timestamptz
      from (select ${START}::date + n as day from generate_series(1, 600) n) d`.execute(db())
    const block = { blockerId: olivia.id, blockedId: ramon.id, blockedAt: NOW }
    await db().insertInto('personBlock').values(block).execute()
    expect(await sweep()).toBe(1)
    expect(await stateOf(first)).toBe('offered')
    await db().deleteFrom('personBlock').execute()
  })

  it('that begin in less than 3 hours are offered to nobody', async () => {
    const { first, second, free } = await line()
    await free()
    minutes(10 * 24 * 60 + 10 * 60)
    expect(await sweep()).toBe(0)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['over', 'over'])
  })
})

it('the list shows its person what waits, and an offer that is over as such, whether or not a job has run', async () => {
  const { first, free } = await line()
  await free()
  await sweep()
  const of = async (who: people.Person) =>
    (await listWaiting(db(), people.renter(who), fixture.services.clock.now())).items
  expect((await of(fixture.cast.katrina))[0]).toMatchObject({ id: first, title: 'Tent', state: 'offered' })
  minutes(2 * 24 * 60)
  expect((await of(fixture.cast.katrina))[0]).toMatchObject({ id: first, state: 'lapsed' })
  expect((await of(fixture.cast.ramon)).map(({ id }) => id)).not.toContain(first)
})

it('the list leads to no page of a listing that is off the site', async () => {
  const { listingId } = await line()
  const { services, cast } = fixture
  const canOpen = async () =>
    (await listWaiting(db(), people.renter(cast.katrina), services.clock.now())).items[0]!.canOpen
  expect(await canOpen()).toBe(true)
  await sql`update listing set paused_at = ${NOW} where id = ${listingId}`.execute(db())
  expect(await canOpen()).toBe(false)
  await sql`update listing set paused_at = null, archived_at = ${NOW} where id = ${listingId}`.execute(db())
  expect(await canOpen()).toBe(false)
})

it('the list is read page by page to its end, in an order that an index gives', async () => {
  const { first } = await line()
  const { liza } = fixture.cast
  await sql`insert into waitlist_entry (id, account_id, listing_id, period, asked_at, state, ended_at)
    select gen_random_uuid(), ${liza.id}, listing_id, period, ${NOW}::timestamptz - interval '1 hour' * (i / 2),
      'left', ${NOW} from waitlist_entry, generate_series(1, 64) i where id = ${first}`.execute(db())
  const of = (after: string | null) =>
    listWaiting(db(), people.renter(liza), fixture.services.clock.now(), after)
  const seen = []
  for (let after: string | null = null, page = 0; page === 0 || after !== null; page++) {
    const { items, next }: Awaited<ReturnType<typeof of>> = await of(after)
    seen.push(...items)
    after = next
  }
  const { count } = await db()
    .selectFrom('waitlistEntry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', liza.id)
    .executeTakeFirstOrThrow()
  expect(new Set(seen.map(({ id }) => id)).size).toBe(Number(count))
  expect(seen).toHaveLength(Number(count))
  expect(seen[0]).toMatchObject({ state: 'waiting' })
  const ended = seen.filter(({ state }) => state !== 'waiting').map(({ askedAt }) => askedAt.getTime())
  expect(ended).toEqual(ended.toSorted((a, b) => b - a))
  const forged = writeCursor([true, '0000-01-01T00:00:00Z', first])
  expect(await of(forged)).toEqual(await of(null))
  const middle = (await of(null)).next
  // What is asked of each shown entry comes behind the list itself.
  const [plans] = (await plansOf(fixture.database.connection, () => of(middle))).split('SubPlan')
  expect(plans).toContain('Index Scan using waitlist_entry_list_idx')
  expect(plans).not.toMatch(/Sort|Filter/)
})
