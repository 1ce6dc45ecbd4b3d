import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { fullNameOf, splitFullName } from '#domain/account/full-name.ts'
import { PICTURE_SIZE, pictureAddress, pictureIdOf } from '#domain/account/picture.ts'
import type { ProfileForm } from '#domain/account/profile-form.ts'
import { decideNames } from '#domain/account/staff-name.ts'
import { statusAfterRename } from '#domain/account/verification.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { loginFirst, notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { keepFiles, removeFiles, type StoredFiles, storeFiles } from '../photo-files.ts'
import { inTransaction, recordEvents, recordStaleListings } from '../record.ts'

/**
 * Saves the actor's profile. A new picture is cut square, re-encoded and stored under its own id; an outbox job
 * removes the old file. With another name a verified person is unverified again. Refusals: `login`, `limit`; for the
 * picture `unreadable`, `too-large`, `photos-away`; for the name `name`, also when a new one says that its person
 * works for the site, which only those of admins may.
 */
export async function updateProfile(
  ctx: Context,
  form: ProfileForm & { picture: Uint8Array | null },
): Promise<Verdict> {
  if (ctx.actor.kind !== 'user') return loginFirst()
  const { id } = ctx.actor
  const refused =
    (await ctx.limits.take('profileUpdates', id)) ?? (form.picture && (await ctx.limits.take('uploads', id)))
  if (refused) return refused
  const stored = form.picture ? await keepPicture(ctx, form.picture) : null
  if (stored && !stored.ok) return stored
  return inTransaction(ctx, (tx) => save(ctx, tx, id, form, stored?.files))
}

/** Stores the file before the row that names it: a row without its file would be a broken picture. */
async function keepPicture(ctx: Context, file: Uint8Array): Promise<Verdict<{ files: StoredFiles }>> {
  if (file.byteLength > MAX_PHOTO_BYTES) return refuse('too-large', photoTooLarge)
  const processed = await ctx.images.processSquare(file, PICTURE_SIZE)
  if (!processed.ok) return processed
  const pictureId = uuid()
  return storeFiles(ctx, pictureId, () => ctx.images.store(pictureId, processed.image))
}

async function save(
  ctx: Context,
  tx: Tx,
  id: string,
  form: ProfileForm,
  picture: StoredFiles | undefined,
): Promise<Verdict> {
  const before = await tx
    .selectFrom('account')
    .select(['firstName', 'lastName', 'image', 'location', 'role', 'verificationStatus', 'deletedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before || before.deletedAt) return notFound()
  const names = splitFullName(form.fullName, before)
  if (!names.ok) return names
  const { firstName, lastName } = names
  const isRenamed = fullNameOf(before) !== fullNameOf(names)
  const named = isRenamed && before.role !== 'admin' ? decideNames(names, ctx.settings.siteName) : names
  if (!named.ok) return named
  const location = form.location || null
  const kept = picture && (await keepFiles(tx, picture))
  if (kept && !kept.ok) return kept
  const image = picture ? pictureAddress(picture.photoId) : form.removePicture ? null : before.image
  const status = before.verificationStatus
  const verificationStatus = isRenamed ? statusAfterRename(status) : status
  await tx
    .updateTable('account')
    .set({ firstName, lastName, name: '', location, image, verificationStatus, updatedAt: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  const oldPicture = image === before.image ? null : pictureIdOf(before.image)
  if (oldPicture) await removeFiles(tx, ctx, [oldPicture])
  // Only the names of the changed fields: the audit log outlives the account.
  const changed = [
    ...(isRenamed ? ['name'] : []),
    ...(before.location === location ? [] : ['location']),
    ...(before.image === image ? [] : ['picture']),
    ...(status === verificationStatus ? [] : ['verification']),
  ]
  await recordEvents(tx, ctx, [
    { subject: 'account', subjectId: id, action: 'edit-profile', detail: { changed } },
  ])
  recordStaleListings(tx, await listingsThatShow(tx, id), { listPages: false })
  return { ok: true }
}

/**
 * The listings beside which guests see a person: their own public ones, and those of which they wrote a published
 * review. One statement.
 */
async function listingsThatShow(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listing where owner_id = ${accountId} and is_public
      union select listing_id from review where author_id = ${accountId} and status = 'published'`.execute(tx)
  return rows.map(({ id }) => id)
}
