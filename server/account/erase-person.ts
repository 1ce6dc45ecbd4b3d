import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deletedUser } from '#domain/account/deletion.ts'
import { pictureIdOf } from '#domain/account/picture.ts'
import type { Context, Tx } from '../context.ts'
import { recordEndOfSessions } from '../news.ts'
import { removeFiles } from '../photo-files.ts'

/**
 * Erases what is known of a person, in the transaction that holds their account. The row stays, for the other side of
 * their rentals, as "Deleted user"; its email and username become placeholders nobody can guess, so that the person
 * may sign up anew.
 */
export async function erasePerson(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  account: { id: string; email: string; image: string | null },
): Promise<void> {
  const { id, email, image } = account
  const now = ctx.clock.now()
  await sql`update message set photo_id = null, photo_gone = true
    where photo_id in (select p.id from photo p where p.owner_id = ${id} and p.in_chat)`.execute(tx)
  const unattached = await tx
    .deleteFrom('photo')
    .where('ownerId', '=', id)
    .where('listingId', 'is', null)
    .where('claimId', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('rental').select('id').whereRef('rental.photoId', '=', 'photo.id'))),
    )
    .returning('id')
    .execute()
  const pictureId = pictureIdOf(image)
  const files = [...unattached.map((photo) => photo.id), ...(pictureId ? [pictureId] : [])]
  await removeFiles(tx, ctx, files)
  await tx.deleteFrom('session').where('userId', '=', id).execute()
  recordEndOfSessions(tx, id)
  await tx.deleteFrom('credential').where('userId', '=', id).execute()
  await tx.deleteFrom('notice').where('accountId', '=', id).execute()
  await tx.deleteFrom('favorite').where('accountId', '=', id).execute()
  await tx.deleteFrom('supportMessage').where('accountId', '=', id).execute()
  await tx
    .deleteFrom('personBlock')
    .where((eb) => eb.or([eb('blockerId', '=', id), eb('blockedId', '=', id)]))
    .execute()
  await tx.deleteFrom('cartLine').where('renterId', '=', id).execute()
  await tx
    .deleteFrom('verification')
    .where((eb) =>
      eb.or([eb('value', '=', id), eb('value', 'like', `%${id}%`), eb('identifier', '=', email)]),
    )
    .execute()
  // The one change that events allow: who did what stays, from where does not.
  await tx
    .updateTable('event')
    .set({ network: null })
    .where('network', 'is not', null)
    .where((eb) =>
      eb.or([eb('actorId', '=', id), eb.and([eb('subject', '=', 'account'), eb('subjectId', '=', id)])]),
    )
    .execute()
  await tx.updateTable('contactMessage').set({ accountId: null }).where('accountId', '=', id).execute()
  // Where their things were picked up may have been their home.
  await sql`update listing set location = 'Deleted', owner_terms = '' where owner_id = ${id}`.execute(tx)
  const nobody = randomBytes(16).toString('hex')
  await tx
    .updateTable('account')
    .set({
      name: deletedUser.fullName,
      firstName: deletedUser.firstName,
      lastName: deletedUser.lastName,
      username: `deleted-${nobody}`,
      email: `deleted-${nobody}@deleted.invalid`,
      emailVerified: false,
      image: null,
      location: null,
      verificationStatus: 'unverified',
      updatedAt: now,
      deletedAt: now,
      suspendedAt: null,
      suspendedBy: null,
      suspensionReason: null,
    })
    .where('id', '=', id)
    .execute()
}
