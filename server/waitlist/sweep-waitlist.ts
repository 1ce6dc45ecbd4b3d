import { sql } from 'kysely'
import { decideRental } from '#domain/order/order.ts'
import { daysIn } from '#domain/change/change.ts'
import { dayInManila, parsePeriod } from '#domain/period.ts'
import { fittingDuration } from '#domain/pricing/pricing.ts'
import { leavesTimeToOffer, mayGetOffer, offerUntil, UNUSED_OFFERS } from '#domain/waitlist/waitlist.ts'
import type { Services } from '../context.ts'
import { holdDates } from '../listing/hold-dates.ts'
import { findRentable, holding, lockListings, takenDays } from '../listing/queries.ts'
import { isLateWithRenter } from '../listing/with-renter.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { sweepEach } from '../sweep-each.ts'
import { areDaysRented, unusedOffers } from './queries.ts'

/** How many entries one statement reads. */
const BATCH = 1000
/** How many entries one sweep reads. */
const MOST_PER_SWEEP = 20_000

/** Where in the lines of all listings the next sweep begins; null: at the first. */
export type WaitlistProgress = { after: Position | null }

/**
 * Ends offers whose time is over and entries whose days are too close, and offers days that are free to the first in
 * line who can rent them: they are held, and the person is notified. Returns how many offers were made.
 *
 * - Offers that lapsed during downtime end before new ones are made, so that nobody is skipped or gets two offers.
 * - An item for one booking at a time is offered to one person at a time. When somebody else rents it before the offer
 *   is taken, an item leaves the site, a return is undone, or the person and the owner block each other, the person
 *   with the offer waits again, at the same place in line.
 * - It reads about `most` waiting entries, one listing's line after the other, and notes in `progress` where the next
 *   sweep begins: at the first entry of the line in which this one stopped, so that nobody is overtaken. Only a line
 *   longer than `most` is continued in its middle, and then read again from its first entry.
 */
export async function sweepWaitlist(
  services: Services,
  stopping: () => boolean = () => false,
  { progress = { after: null }, most = MOST_PER_SWEEP }: { progress?: WaitlistProgress; most?: number } = {},
): Promise<number> {
  const now = services.clock.now()
  await sql`update waitlist_entry set state = 'lapsed', ended_at = ${now}
    where state = 'offered' and offered_until <= ${now}`.execute(services.db)
  await takeOffersBack(services)
  let offered = 0
  const began = progress.after
  let last = began
  const batch = Math.min(BATCH, most)
  for (let read = 0; read < most && !stopping(); read += batch) {
    const entries = await listWaitingAfter(services, now, last, batch)
    const due = entries.filter(({ isDue }) => isDue)
    await sweepEach(services, stopping, due, async (entry) => {
      if (await offer(services, entry)) offered++
    })
    last = entries.length === batch ? entries.at(-1)! : null
    if (!last) break
  }
  const isSameLine = last?.listingId === began?.listingId
  progress.after = last && !isSameLine ? startOfLine(last.listingId) : last
  return offered
}

/** The position before the first entry of a listing's line. */
const startOfLine = (listingId: string): Position => ({
  listingId,
  askedAt: '-infinity',
  id: '00000000-0000-0000-0000-000000000000',
})

/**
 * Ends the offers of listings that can't be rented at all now, because somebody rented the item for other days, or it
 * is paused or taken down, or its owner suspended; and of days that somebody else has again, as a return was undone.
 * The person waits again, and gets an email. So does a person who can't rent from the owner as one blocked the other,
 * without an email. Whoever has these days in an order that is not paid yet keeps them.
 */
async function takeOffersBack(services: Services): Promise<void> {
  const today = dayInManila(services.clock.now())
  await inTransaction(services, async (tx) => {
    const { rows } = await sql<{ id: string; isUnrentable: boolean }>`with taken_back as (
      update waitlist_entry w set state = 'waiting', offered_until = null from listing l
        where w.state = 'offered' and l.id = w.listing_id and (not l.is_public or ${areDaysRented(today)}
            or exists (select from person_block p where p.blocker_id = w.account_id and p.blocked_id = l.owner_id)
            or exists (select from person_block p where p.blocker_id = l.owner_id and p.blocked_id = w.account_id))
          and not exists (select from rental r where r.listing_id = w.listing_id and r.renter_id = w.account_id
            and r.status in (${holding}) and r.period && w.period) returning w.id,
            not l.is_public or ${areDaysRented(today)} as is_unrentable),
    freed as (delete from blocked_period b using taken_back where b.id = taken_back.id and b.reason = 'offer')
    select id, is_unrentable from taken_back order by id`.execute(tx)
    const notified = rows.filter(({ isUnrentable }) => isUnrentable)
    await recordEffects(
      tx,
      services,
      notified.map(({ id }) => ({ kind: 'waitlist-mail', payload: { entryId: id, gone: true } })),
    )
    return { ok: true }
  })
}

/** SQL: the listing `l` of the statement is for one booking at a time, and offered to somebody at `now`. */
const isOfferedToSomeone = (now: Date) => sql`(not l.bookable_while_rented and exists (
  select from blocked_period b where b.listing_id = l.id and b.reason = 'offer' and b.held_until > ${now}))`

/** SQL: days of the entry `w` are taken; those that are held count, whoever they are held for. */
const isTaken = (now: Date) => sql`exists (
  select from ${takenDays(sql`w.listing_id`, dayInManila(now), { now })} t where t.period && w.period)`

/** SQL: the person of the entry `w` left too many offers of its days unused. */
const leftOffersUnused = (now: Date) => sql`(${unusedOffers(now, ofEntry)} >= ${UNUSED_OFFERS.most})`
const ofEntry = { accountId: sql`w.account_id`, listingId: sql`w.listing_id`, period: sql`w.period` }

/** The position of an entry: the lines of all listings follow each other. */
type Position = { listingId: string; askedAt: string; id: string }
type Entry = Position & { accountId: string; period: string; isDue: boolean }

/**
 * The first waiting entries after a position, at most `limit`. One is due when it must end, as its first day has
 * come, or may get an offer: its days are free, its person is not suspended, and did not leave too many offers
 * unused.
 */
async function listWaitingAfter(
  { db }: Services,
  now: Date,
  after: Position | null,
  limit: number,
): Promise<Entry[]> {
  const isAfter = after
    ? sql`and (listing_id, asked_at, id)
        > (${after.listingId}::uuid, ${after.askedAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Entry>`
    select w.id, w.account_id, w.listing_id, w.period::text as period, w.asked_at::text as asked_at,
      (lower(w.period) <= ${dayInManila(now)}::date
        or (l.is_public and not ${isOfferedToSomeone(now)} and a.suspended_at is null and a.deleted_at is null
          and not ${isTaken(now)} and not ${leftOffersUnused(now)})) as is_due
    from (select * from waitlist_entry where state = 'waiting' ${isAfter}
        order by listing_id, asked_at, id limit ${limit}) w
      join listing l on l.id = w.listing_id join account a on a.id = w.account_id
    order by w.listing_id, w.asked_at, w.id`.execute(db)
  return rows
}

/** Offers free days to one person, unless they are taken meanwhile, or this person can't get an offer now. */
async function offer(services: Services, entry: Entry): Promise<boolean> {
  const period = parsePeriod(entry.period)
  const { accountId, listingId, id } = entry
  const { made } = await inTransaction(services, async (tx) => {
    const now = services.clock.now()
    const today = dayInManila(now)
    await lockListings(tx, [listingId])
    const { rows } = await sql<{
      isSuspended: boolean
      isLate: boolean
      isOffered: boolean
      isTaken: boolean
      unused: number
    }>`
      select a.suspended_at is not null or a.deleted_at is not null as is_suspended,
        exists (select from rental x where x.renter_id = a.id and ${isLateWithRenter(sql.ref('x'), today)}) as is_late,
        ${isOfferedToSomeone(now)} as is_offered, ${isTaken(now)} as is_taken,
        ${unusedOffers(now, ofEntry)} as unused
      from waitlist_entry w join account a on a.id = w.account_id join listing l on l.id = w.listing_id
      where w.id = ${id} and w.state = 'waiting' for no key update of w`.execute(tx)
    const person = rows[0]
    if (!person) return { ok: true, made: false }
    if (!leavesTimeToOffer(period, now)) {
      await tx
        .updateTable('waitlistEntry')
        .set({ state: 'over', endedAt: now })
        .where('id', '=', id)
        .execute()
      return { ok: true, made: false }
    }
    if (person.isOffered || person.isTaken) return { ok: true, made: false }
    const listing = await findRentable(tx, { listingId, renterId: accountId, today, now })
    const choice = { startDate: period.start, durationDays: fittingDuration(daysIn(period)) }
    const mayRent = listing && decideRental(listing, choice, accountId, now)
    if (!mayRent || !mayGetOffer(person, mayRent, period, now)) return { ok: true, made: false }
    const heldUntil = offerUntil(period, now)
    await holdDates(tx, now, { id, listingId, period, heldFor: accountId, heldUntil, reason: 'offer' })
    await tx
      .updateTable('waitlistEntry')
      .set({ state: 'offered', offeredUntil: heldUntil })
      .where('id', '=', id)
      .execute()
    await recordEffects(tx, services, [{ kind: 'waitlist-mail', payload: { entryId: id } }])
    return { ok: true, made: true }
  })
  return made
}
