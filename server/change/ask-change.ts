import { onlyFor } from '#domain/side.ts'
import { v7 as uuid } from 'uuid'
import { asPartyOf, type RentalParty } from '#domain/access.ts'
import { type ChangeRequest, periodWith } from '#domain/change/change.ts'
import { type Change, decideAsking } from '#domain/change/decide-change.ts'
import { priceOf } from '#domain/change/price-change.ts'
import { type Day, formatDaterange, lastDay, type Period } from '#domain/period.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { holdDates } from '../listing/hold-dates.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction } from '../record.ts'
import { payableOnline } from './payable-online.ts'
import { type Changeable, lockChangeable } from './queries.ts'
import { recordChange } from '../rental/record-change.ts'
import { checkMoreEntries } from '../timeline/queries.ts'

/**
 * A renter asks for more days, fewer days or another start. The days that it adds are held from now on until the
 * owner has to have answered. `seen` is the last day that the renter saw; without it that is not checked. Refusals:
 * `not-found` (for anyone but its two people), `limit` (also once it was asked too often for this rental), `stale`
 * (its last day is another one than was seen), `side` (its owner), those of `decideAsking`, and those of
 * `onlineOffer` when the difference can't be paid online.
 */
export async function askChange(
  ctx: Context,
  { rentalId, request, seen }: { rentalId: string; request: ChangeRequest; seen?: Day },
): Promise<Verdict<{ changeId: string; change: Change }>> {
  const refused = await takeOfActor(ctx, 'changes')
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<{ changeId: string; change: Change }>> => {
    const now = ctx.clock.now()
    const own = asPartyOf(ctx.actor, await lockChangeable(tx, rentalId, now))
    if (!own.ok) return own
    const { rental, party } = own
    if (seen !== undefined && seen !== lastDay(rental.period))
      return refuse('stale', 'The rental has other days now. Please look at them, and ask again.')
    const to = periodWith(rental.period, request)
    const verdict = mayAsk(ctx, party, rental, to, now)
    if (!verdict.ok) return verdict
    const more = await checkMoreEntries(tx, rentalId, { kind: 'ask-change', side: 'renter' })
    if (!more.ok) return more
    const { change } = verdict
    const { rentCentavos, feeCentavos, answerBy, added } = change
    const id = uuid()
    await tx
      .insertInto('rentalChange')
      .values({
        id,
        rentalId,
        rentCentavos,
        feeCentavos,
        answerBy,
        askedAt: now,
        fromPeriod: formatDaterange(rental.period),
        toPeriod: formatDaterange(to),
      })
      .execute()
    if (added)
      await holdDates(tx, now, {
        id,
        listingId: rental.listingId,
        period: added,
        reason: 'change',
        heldFor: rental.renterId,
        heldUntil: answerBy,
      })
    await recordChange(tx, ctx, rental, { id, from: rental.period, to, rentCentavos, feeCentavos }, 'ask', [
      'owner',
    ])
    return { ok: true, changeId: id, change }
  })
}

/** Whether one of a rental's people may ask for these days, and can pay for them. Refusals as `askChange`. */
export function mayAsk(
  ctx: Pick<Context, 'payments' | 'settings'>,
  { side }: RentalParty,
  rental: Changeable,
  to: Period,
  now: Date,
): Verdict<{ change: Change }> {
  if (side !== 'renter') return onlyFor('renter')
  const verdict = decideAsking(rental, to, now)
  if (!verdict.ok || rental.paymentMethod !== 'online' || priceOf(verdict.change) <= 0) return verdict
  const payable = payableOnline(ctx, rental, to, priceOf(verdict.change), now)
  return payable.ok ? verdict : payable
}
