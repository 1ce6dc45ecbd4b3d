import { readPlace, type TypedPlace } from '#domain/address/place-form.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { places } from '../address/places.ts'
import { writePickUp } from '../address/write-place.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockOwnListing } from './queries.ts'

/**
 * The owner says where a listing is handed over, or with `all`, where all of their listings are; when every field is
 * empty it is removed. Refusals: `not-found`, `not-owner`, `limit`, `incomplete` (with errors of fields).
 */
export async function setPickUp(
  ctx: Context,
  { listingId, typed, all }: { listingId: string; typed: TypedPlace; all: boolean },
): Promise<Verdict<{ removed: boolean }>> {
  if (ctx.actor.kind !== 'user') return notFound()
  const refused = await ctx.limits.take('profileUpdates', ctx.actor.id)
  if (refused) return refused
  const read = readPlace(places, typed)
  return inTransaction(ctx, async (tx): Promise<Verdict<{ removed: boolean }>> => {
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'edit')
    if (!own.ok) return own
    if (!read.ok) return read
    const listings = all
      ? await tx
          .selectFrom('listing')
          .select('id')
          .where('ownerId', '=', own.owner.id)
          .where('archivedAt', 'is', null)
          .orderBy('id')
          .execute()
      : [{ id: listingId }]
    const listingIds = listings.map(({ id }) => id)
    const { place } = read
    if (place) await writePickUp(tx, { listingIds, place }, ctx.clock.now())
    else await tx.deleteFrom('place').where('listingId', 'in', listingIds).execute()
    await recordEvents(tx, ctx, [
      { subject: 'listing', subjectId: listingId, action: 'change-pick-up', detail: { all } },
    ])
    return { ok: true as const, removed: place === null }
  })
}
