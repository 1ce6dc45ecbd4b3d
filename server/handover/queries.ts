import { sql } from 'kysely'
import type { Direction, Tries } from '#domain/handover/code.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Db } from '../context.ts'
import { isUnused } from '../photo/queries.ts'

/** The version of a rental's code in one direction, and its wrong tries; the first version before any. */
export async function readCode(
  db: Db,
  rentalId: string,
  direction: Direction,
): Promise<Tries & { version: number }> {
  const row = await db
    .selectFrom('handoverCode')
    .select(['version', 'wrong', 'pausedUntil'])
    .where('rentalId', '=', rentalId)
    .where('direction', '=', direction)
    .executeTakeFirst()
  return row ?? { version: 1, wrong: 0, pausedUntil: null }
}

/** Those of `photoIds` that a person uploaded and that are part of no entry yet, in that order. */
export async function findWaitingPhotos(
  db: Db,
  personId: string,
  photoIds: readonly string[],
): Promise<PhotoRef[]> {
  if (photoIds.length === 0) return []
  const { rows } = await sql<PhotoRef>`select p.id, p.width, p.height, p.widths, p.thumbhash from photo p
    where p.id = any(${[...photoIds]}::uuid[]) and p.owner_id = ${personId} and ${isUnused('private')}`.execute(
    db,
  )
  return photoIds.flatMap((id) => rows.find((photo) => photo.id === id) ?? [])
}
