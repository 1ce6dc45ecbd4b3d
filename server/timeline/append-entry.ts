import { randomBytes } from 'node:crypto'
import type { EntryFacts, EntryPhoto, EntrySide } from '#domain/timeline/entry.ts'
import type { EntryKind } from '#domain/timeline/entry-texts.ts'
import type { Context, Tx } from '../context.ts'
import { hashOfEntry, hashOfText } from './chain.ts'

export type NewEntry = {
  kind: EntryKind
  side: EntrySide
  /** No names and no free text; numbers are whole. */
  facts?: EntryFacts
  /** What a person wrote, if anything: 1 to 5,000 characters. It can be erased later. */
  text?: string | null
  /** Photos that the caller has checked to be this person's. */
  photoIds?: readonly string[]
}

/**
 * Adds an entry to the timeline of a rental, in the transaction of what it tells, and locks the rental until that
 * ends. Returns its number and its hash, which is the new head. Throws when there is no such rental or photo.
 */
export async function appendEntry(
  tx: Tx,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
  rentalId: string,
  { kind, side, facts = {}, text = null, photoIds = [] }: NewEntry,
): Promise<{ seq: number; hash: string }> {
  const { entryCount, entryHead } = await tx
    .selectFrom('rental')
    .select(['entryCount', 'entryHead'])
    .where('id', '=', rentalId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const textSalt = text === null ? null : randomBytes(16).toString('hex')
  const entry = {
    rentalId,
    seq: entryCount + 1,
    at: clock.now(),
    byId: actor.kind === 'user' && side !== 'system' ? actor.id : null,
    side,
    kind,
    facts,
    textHash: text === null ? null : hashOfText(text, textSalt!),
    photos: await photosOf(tx, photoIds),
    prev: entryHead,
  }
  const hash = hashOfEntry(entry)
  await tx
    .insertInto('rentalEntry')
    .values({
      ...entry,
      facts: JSON.stringify(facts),
      photos: JSON.stringify(entry.photos),
      text,
      textSalt,
      hash,
    })
    .execute()
  await tx
    .updateTable('rental')
    .set({ entryCount: entry.seq, entryHead: hash })
    .where('id', '=', rentalId)
    .execute()
  return { seq: entry.seq, hash }
}

async function photosOf(tx: Tx, photoIds: readonly string[]): Promise<EntryPhoto[]> {
  if (photoIds.length === 0) return []
  const rows = await tx
    .selectFrom('photo')
    .select(['id', 'sha256'])
    .where('id', 'in', [...photoIds])
    .execute()
  return photoIds.map((id) => {
    const photo = rows.find((row) => row.id === id)
    if (!photo) throw new Error(`there is no photo ${id}`)
    return { id, sha256: photo.sha256 }
  })
}
