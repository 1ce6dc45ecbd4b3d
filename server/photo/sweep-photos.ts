import type { Services } from '../context.ts'

const KEPT_UNATTACHED_MS = 24 * 3600 * 1000

/** Removes uploads that no listing, no claim and no message took within a day. Returns how many. */
export async function sweepPhotos({
  db,
  images,
  clock,
}: Pick<Services, 'db' | 'images' | 'clock'>): Promise<number> {
  const gone = await db
    .deleteFrom('photo')
    .where('listingId', 'is', null)
    .where('formerListingId', 'is', null)
    .where('claimId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('message').select('id').whereRef('message.photoId', '=', 'photo.id'))),
    )
    .where('createdAt', '<', new Date(clock.now().getTime() - KEPT_UNATTACHED_MS))
    .returning('id')
    .execute()
  for (const { id } of gone) await images.remove(id)
  return gone.length
}
