import type { Direction, Tries } from '#domain/handover/code.ts'
import type { Db } from '../context.ts'

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
