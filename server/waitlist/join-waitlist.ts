import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { asRenter } from '#domain/access.ts'
import { decideRental, decideStartDate } from '#domain/order/order.ts'
import { type Day, dayInManila, formatDaterange, periodOf } from '#domain/period.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { decideJoining } from '#domain/waitlist/waitlist.ts'
import type { Context } from '../context.ts'
import { findRentable, lockListings } from '../listing/queries.ts'
import { inTransaction } from '../record.ts'
import { countWaits } from './queries.ts'

/**
 * Someone waits for days of a listing that are taken: when they are free, the first in line is notified and the days
 * are held for them. Refusals: `login`, `role`, `limit`, `not-found`, `start-date`, and those of `decideJoining`.
 */
export async function joinWaitlist(
  ctx: Context,
  { listingId, ...choice }: { listingId: string; startDate: Day; durationDays: DurationDays },
): Promise<Verdict<{ entryId: string }>> {
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return gate
  const { id: accountId } = gate.renter
  const refused = await ctx.limits.take('waitlist', accountId)
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<{ entryId: string }>> => {
    // Two requests of one person wait for each other, so that together they don't exceed the most entries.
    await sql`select from account where id = ${accountId} for no key update`.execute(tx)
    const now = ctx.clock.now()
    const wanted = { listingId, renterId: accountId, today: dayInManila(now), now }
    // Locked before it is read: a deletion of the listing also deletes its waiting list, and must see this entry.
    await lockListings(tx, [listingId])
    const listing = await findRentable(tx, wanted)
    if (!listing) return notFound()
    // `decideRental` may refuse the listing before it looks at the day.
    const start = decideStartDate(choice.startDate, now)
    if (!start.ok) return start
    const rentable = decideRental(listing, choice, accountId, now)
    const period = periodOf(choice.startDate, choice.durationDays)
    const daterange = formatDaterange(period)
    const waits = await countWaits(tx, accountId, { listingId, period: daterange, now })
    const verdict = decideJoining(rentable, { period, ...waits }, now)
    if (!verdict.ok) return verdict
    const entryId = uuid()
    await tx
      .insertInto('waitlistEntry')
      .values({ id: entryId, accountId, listingId, period: daterange, askedAt: now })
      .execute()
    return { ok: true, entryId }
  })
}
