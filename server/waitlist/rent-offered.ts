import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import { daysIn } from '#domain/change/change.ts'
import { dayInManila, formatPeriod, parsePeriod } from '#domain/period.ts'
import { decideRentalRequest } from '#domain/person-block/person-block.ts'
import { fittingDuration } from '#domain/pricing/pricing.ts'
import { waitAgain } from '#domain/waitlist/waitlist.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import type { Context } from '../context.ts'
import { personBlocksOf } from '../listing/queries.ts'
import { rentedBy } from './queries.ts'

const whyOver = {
  days: 'this item is rented on these days after all',
  them: 'you rented this item for other days',
  other: 'someone rented this item for other days',
  gone: 'meanwhile this item was taken off the site',
}

/**
 * Adds the offered listing to the person's cart for the offered days. If the cart has the listing already, its days
 * are replaced, and its delivery option is kept. The days stay held until the offer ends, and are the person's once
 * they check out. `seenPriceCentavos` as for `addToCart`. Refusals: `not-found` (not theirs, or it ended without an
 * offer), `over` (the offer ended, or the person is waiting), `blocked`, and those of `addToCart`.
 */
export async function rentOffered(
  ctx: Context,
  renter: Renter,
  { entryId, seenPriceCentavos }: { entryId: string; seenPriceCentavos?: number },
): Promise<Verdict> {
  const entry = await ctx.db
    .selectFrom('waitlistEntry as w')
    .innerJoin('listing as l', 'l.id', 'w.listingId')
    .innerJoin('account as o', 'o.id', 'l.ownerId')
    .select([
      'w.listingId',
      'w.period',
      'w.state',
      'w.offeredUntil',
      rentedBy(dayInManila(ctx.clock.now())).as('rentedBy'),
    ])
    .select(['o.publicName as ownerName', personBlocksOf(sql`w.account_id`).as('personBlocks')])
    .where('w.id', '=', entryId)
    .where('w.accountId', '=', renter.id)
    .executeTakeFirst()
  if (!entry) return notFound()
  const period = parsePeriod(entry.period)
  if (entry.state === 'waiting') {
    const mayRequest = decideRentalRequest(entry.personBlocks, entry)
    if (!mayRequest.ok) return mayRequest
    const why = whyOver[entry.rentedBy ?? 'gone']
    return refuse('over', `The offer of ${formatPeriod(period)} is over: ${why}. ${waitAgain}`)
  }
  if (!entry.offeredUntil) return notFound()
  if (entry.state !== 'offered' || entry.offeredUntil <= ctx.clock.now())
    return refuse('over', `The offer of ${formatPeriod(period)} is over.`)
  const { listingId } = entry
  const choice = { startDate: period.start, durationDays: fittingDuration(daysIn(period)) }
  return addToCart(
    ctx,
    { listingId, ...choice, deliveryOption: 'pickup' },
    { replaces: true, seenPriceCentavos },
  )
}
