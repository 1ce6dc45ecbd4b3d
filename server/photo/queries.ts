import type { Owner } from '#domain/access.ts'
import type { Db } from '../context.ts'
import type { PhotoRef } from '../listing/queries.ts'

/** The owner's own photos among `photoIds`, in that order; others are left out. */
export async function findOwnPhotos(db: Db, owner: Owner, photoIds: readonly string[]): Promise<PhotoRef[]> {
  if (photoIds.length === 0) return []
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'width', 'height', 'widths', 'thumbhash'])
    .where('ownerId', '=', owner.id)
    .where('inChat', '=', false)
    .where('id', 'in', [...photoIds])
    .execute()
  return photoIds.flatMap((id) => photos.find((photo) => photo.id === id) ?? [])
}
