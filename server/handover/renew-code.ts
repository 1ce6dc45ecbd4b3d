import { onlyFor } from '#domain/side.ts'
import { directionOf, receiverOf } from '#domain/handover/code.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockOwnRental } from '../rental/queries.ts'
import { readCode } from './queries.ts'
import { writeCode } from './write-code.ts'

/**
 * Makes a new code for the one who shows it; the one before is no longer valid, and wrong tries still count. Refusals:
 * `not-found`, `status` (no code is asked for now), `side` (whoever enters the code).
 */
export async function renewCode(ctx: Context, { rentalId }: { rentalId: string }): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const direction = directionOf(own.rental, ctx.clock.now())
    if (!direction) return refuse('status', 'There is no code for this rental now.')
    if (receiverOf[direction] !== own.party.side) return onlyFor(receiverOf[direction])
    const code = await readCode(tx, rentalId, direction)
    await writeCode(tx, rentalId, direction, { ...code, version: code.version + 1 })
    return { ok: true }
  })
}
