import type { Side } from '#domain/side.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Db, Tx } from '../context.ts'

/**
 * The id of a photo that the actor uploaded for a conversation, to be sent with a message. Refusal: `photo`, when it
 * is not theirs.
 */
export async function findOwnPhoto(
  tx: Tx,
  senderId: string,
  photoId: string,
): Promise<Verdict<{ thumbhash: string }>> {
  const photo = await tx
    .selectFrom('photo')
    .select('thumbhash')
    .where('id', '=', photoId)
    .where('ownerId', '=', senderId)
    .where('inChat', '=', true)
    .where('entryRentalId', 'is', null)
    .executeTakeFirst()
  return photo
    ? { ok: true, ...photo }
    : refuse('photo', 'This photo could not be found. Please choose it again.')
}

/** The message that a side sent with a `clientId`, if it was sent before; `thumbhash` identifies its photo. */
export function findSent(db: Db, threadId: string, sender: Side, clientId: string) {
  return db
    .selectFrom('message')
    .leftJoin('photo', 'photo.id', 'message.photoId')
    .select(['message.id', 'message.body', 'message.sentAt', 'photo.thumbhash'])
    .where('message.threadId', '=', threadId)
    .where('message.sender', '=', sender)
    .where('message.clientId', '=', clientId)
    .executeTakeFirst()
}
