import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Db, Tx } from '../context.ts'
import { photoOfMessage } from '../photo/queries.ts'

/** A photo that the actor uploaded for a conversation, to be sent with a message. Refusal: `photo`, if not theirs. */
export async function findOwnPhoto(
  tx: Tx,
  senderId: string,
  photoId: string,
): Promise<Verdict<{ photo: PhotoRef }>> {
  const photo = await tx
    .selectFrom('photo')
    .select(['id', 'width', 'height', 'widths', 'thumbhash'])
    .where('id', '=', photoId)
    .where('ownerId', '=', senderId)
    .where('inChat', '=', true)
    .where('entryRentalId', 'is', null)
    .executeTakeFirst()
  return photo
    ? { ok: true, photo }
    : refuse('photo', 'This photo could not be found. Please choose it again.')
}

/** The message that a side sent with a `clientId`, if it was sent before, and its photo. */
export function findSent(db: Db, threadId: string, sender: Side, clientId: string) {
  return db
    .selectFrom('message as m')
    .select(['m.id', 'm.body', 'm.sentAt', photoOfMessage.$castTo<PhotoRef | null>().as('photo')])
    .where('m.threadId', '=', threadId)
    .where('m.sender', '=', sender)
    .where('m.clientId', '=', clientId)
    .executeTakeFirst()
}
