import { requirePlace, type TypedPlace } from '#domain/address/place-form.ts'
import { mayChangeDelivery } from '#domain/address/who-sees.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { places } from '../address/places.ts'
import { isDeliveredTo, writeDelivery } from '../address/write-place.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { checkMoreEntries } from '../timeline/queries.ts'
import { noteFact } from './note-fact.ts'
import { lockOwnRental } from './queries.ts'

/**
 * The renter says where their rental is delivered, or changes it, until it is handed over; it is remembered for the
 * next checkout. The timeline notes that it changed, not where to; the owner gets it once the rental is approved. The
 * same place again is only remembered.
 * Refusals: `limit`, `incomplete` (with errors of fields), `not-found`, `side`, `status`.
 */
export async function changeDelivery(
  ctx: Context,
  { rentalId, typed }: { rentalId: string; typed: TypedPlace },
): Promise<Verdict> {
  if (ctx.actor.kind !== 'user') return notFound()
  const refused = await ctx.limits.take('profileUpdates', ctx.actor.id)
  if (refused) return refused
  const read = requirePlace(places, typed)
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId, 'renter')
    if (!own.ok) return own
    const { rental } = own
    if (!mayChangeDelivery(rental))
      return refuse('status', 'The delivery address can’t be changed any more. Please write to the owner.')
    if (!read.ok) return read
    const { place } = read
    const now = ctx.clock.now()
    const isSame = await isDeliveredTo(tx, rentalId, place)
    const more = isSame
      ? null
      : await checkMoreEntries(tx, rentalId, { kind: 'change-delivery', side: 'renter' })
    if (more && !more.ok) return more
    await writeDelivery(tx, { renterId: rental.renterId, rentalIds: [rentalId], place }, now)
    if (isSame) return { ok: true }
    const head = await noteFact(tx, ctx, rental, { kind: 'change-delivery' })
    if (rental.status === 'Approved')
      await recordEffects(tx, ctx, [
        { kind: 'rental-mail', payload: { rentalId, action: 'change-delivery', to: 'owner', head } },
      ])
    return { ok: true }
  })
}
