import { z } from 'zod'
import { asListingOwner } from '#domain/access.ts'
import { dayInManila } from '#domain/period.ts'
import type { Context } from '#server/context.ts'
import { findListing } from '#server/listing/queries.ts'
import { recordDenial } from './attempt.ts'
import { redirectWithToast } from './flash.ts'

const myListings = '/profile/listings'

/**
 * A listing, for its owner; null if there is none or it was deleted. Anyone else is redirected to My Listings with a
 * message.
 */
export async function findOwnListing(
  ctx: Context,
  listingId: string,
  intent: Parameters<typeof asListingOwner>[2],
) {
  const isUuid = z.uuid().safeParse(listingId).success
  const listing = isUuid ? await findListing(ctx.db, listingId, dayInManila(ctx.clock.now())) : null
  if (!listing || listing.archivedAt) return null
  const gate = recordDenial(ctx, asListingOwner(ctx.actor, listing, intent))
  if (!gate.ok) throw await redirectWithToast(myListings, { kind: 'error', text: gate.message })
  return { listing, owner: gate.owner }
}

/** As `findOwnListing`, but redirects to My Listings instead of returning null. */
export async function requireOwnListing(...args: Parameters<typeof findOwnListing>) {
  const found = await findOwnListing(...args)
  if (found) return found
  throw await redirectWithToast(myListings, {
    kind: 'error',
    text: 'Sorry, that listing could not be found.',
  })
}
