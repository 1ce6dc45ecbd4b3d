import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { findRentalOfParty, type RentalOfParty } from '#server/rental/find-rental-of-party.ts'
import { recordDenial } from './attempt.ts'
import { redirectWithToast } from './flash.ts'
import { trackerPath } from '#domain/rental/rental-path.ts'

/** The answer to everyone whom a page of a rental is not for. */
export const redirectToTracker = () =>
  redirectWithToast(trackerPath, { kind: 'error', text: 'Sorry, that could not be found.' })

/** The rental in the address, for one of its two people; everyone else is redirected to their tracker. */
export async function rentalOf(ctx: Context, rentalId: string): Promise<RentalOfParty> {
  const found = z.uuid().safeParse(rentalId).success
    ? recordDenial(ctx, await findRentalOfParty(ctx, rentalId))
    : null
  if (!found?.ok) throw await redirectToTracker()
  return found.rental
}
