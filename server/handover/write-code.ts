import type { Direction, Tries } from '#domain/handover/code.ts'
import type { Tx } from '../context.ts'

/** Writes the version and the wrong tries of a code, in the transaction that locks its rental. */
export async function writeCode(
  tx: Tx,
  rentalId: string,
  direction: Direction,
  code: Tries & { version: number },
): Promise<void> {
  const { version, wrong, pausedUntil } = code
  await tx
    .insertInto('handoverCode')
    .values({ rentalId, direction, version, wrong, pausedUntil })
    .onConflict((on) => on.columns(['rentalId', 'direction']).doUpdateSet({ version, wrong, pausedUntil }))
    .execute()
}
