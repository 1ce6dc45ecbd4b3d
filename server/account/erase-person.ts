import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deletedUser } from '#domain/account/deletion.ts'
import { pictureIdOf } from '#domain/account/picture.ts'
import { erasePlaces } from '../address/write-place.ts'
import type { Context, Tx } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { isContactMessageOf } from '../contact/queries.ts'
import { eraseTexts } from '../timeline/erase-texts.ts'
import { endSessions } from './end-session.ts'

type Account = { id: string; email: string; image: string | null }

/**
 * Erases a person's data, in the transaction that locks their account. The row stays as "Deleted user", for the other
 * side of their rentals; its email and username become random placeholders, so that the person may sign up again.
 * Returns the addresses to which a change of their email was mailed lately.
 */
export async function erasePerson(tx: Tx, ctx: Pick<Context, 'clock'>, account: Account): Promise<string[]> {
  const { id } = account
  await erasePhotos(tx, ctx, account)
  await eraseLogIns(tx, id)
  const addresses = await eraseJobs(tx, id)
  await eraseLists(tx, id)
  await eraseNetworks(tx, id)
  await eraseWords(tx, id)
  await emptyAccount(tx, id, ctx.clock.now())
  return addresses
}

/** What stays of a listing is the title and the photo by which the other side knows what was rented. */
async function erasePhotos(tx: Tx, ctx: Pick<Context, 'clock'>, { id, image }: Account): Promise<void> {
  await sql`update message set photo_id = null, photo_gone = true
    where photo_id in (select p.id from photo p where p.owner_id = ${id} and p.in_chat)`.execute(tx)
  const gone = await tx
    .deleteFrom('photo')
    .where('ownerId', '=', id)
    .where('claimId', 'is', null)
    // The other side relies on these until they expire.
    .where('entryRentalId', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('rental').select('id').whereRef('rental.photoId', '=', 'photo.id'))),
    )
    .returning('id')
    .execute()
  const pictureId = pictureIdOf(image)
  await removeFiles(tx, ctx, [...gone.map((photo) => photo.id), ...(pictureId ? [pictureId] : [])])
}

/** Everything by which they, or a link that was mailed to them, could log in. */
async function eraseLogIns(tx: Tx, id: string): Promise<void> {
  await endSessions(tx, id)
  await tx.deleteFrom('credential').where('userId', '=', id).execute()
  await tx.deleteFrom('twoFactor').where('accountId', '=', id).execute()
  await tx.deleteFrom('passkey').where('accountId', '=', id).execute()
  await tx.deleteFrom('calendarFeed').where('accountId', '=', id).execute()
  await tx.deleteFrom('verification').where('value', '=', id).execute()
}

/**
 * The jobs whose payload names them as `accountId`: these mail them, and may have what an admin or they wrote. Those
 * about a change of their email name an address: returns these.
 */
async function eraseJobs(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ to: string | null }>`delete from effect where payload->>'accountId' = ${id}
    returning payload->>'to' as to`.execute(tx)
  return rows.flatMap(({ to }) => to ?? [])
}

/** What they chose, keep or wait for, and what the site and its assistant told them. */
async function eraseLists(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('notice').where('accountId', '=', id).execute()
  await tx.deleteFrom('notificationChoice').where('accountId', '=', id).execute()
  await tx.deleteFrom('favorite').where('accountId', '=', id).execute()
  await tx.deleteFrom('waitlistEntry').where('accountId', '=', id).execute()
  await tx.deleteFrom('blockedPeriod').where('heldFor', '=', id).execute()
  await tx.deleteFrom('supportMessage').where('accountId', '=', id).execute()
  await tx
    .deleteFrom('personBlock')
    .where((eb) => eb.or([eb('blockerId', '=', id), eb('blockedId', '=', id)]))
    .execute()
  await tx.deleteFrom('cartLine').where('renterId', '=', id).execute()
}

/** Who did what stays. Of an event only the network can go, and what an admin wrote (`eraseReasons`). */
async function eraseNetworks(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('event')
    .set({ network: null })
    .where('network', 'is not', null)
    .where((eb) =>
      eb.or([eb('actorId', '=', id), eb.and([eb('subject', '=', 'account'), eb('subjectId', '=', id)])]),
    )
    .execute()
}

/** What they wrote, and where they are. */
async function eraseWords(tx: Tx, id: string): Promise<void> {
  await erasePlaces(tx, id)
  await eraseTexts(tx, id)
  await sql`delete from contact_message m where ${isContactMessageOf(sql`${id}::uuid`)}`.execute(tx)
  await eraseEmptyThreads(tx, id)
  // The pick-up location may have been their home.
  await sql`update listing set location = 'Deleted', description = 'Deleted', owner_terms = '', tags = '{}',
    approved_text = null where owner_id = ${id}`.execute(tx)
}

/** Deletes the conversations whose other side is deleted too, unless a report is about them. */
async function eraseEmptyThreads(tx: Tx, id: string): Promise<void> {
  await sql`delete from thread t using account other
    where ${id}::uuid in (t.renter_id, t.owner_id)
      and other.id = case when t.renter_id = ${id}::uuid then t.owner_id else t.renter_id end
      and other.deleted_at is not null
      and not exists (select from report p where p.thread_id = t.id)`.execute(tx)
}

async function emptyAccount(tx: Tx, id: string, now: Date): Promise<void> {
  const nobody = randomBytes(16).toString('hex')
  await tx
    .updateTable('account')
    .set({
      name: '',
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
      twoFactorAt: null,
    })
    .where('id', '=', id)
    .execute()
}
