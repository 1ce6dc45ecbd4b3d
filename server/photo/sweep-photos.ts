import type { Services } from '../context.ts'
import { removeFiles } from '../photo-files.ts'

const KEPT_UNATTACHED_MS = 24 * 3600 * 1000

/**
 * Removes uploads that no listing, no claim and no message took within a day; their files go by the outbox. Returns
 * how many.
 */
export async function sweepPhotos({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx
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
    const photoIds = gone.map(({ id }) => id)
    await removeFiles(tx, { clock }, photoIds)
    return gone.length
  })
}
