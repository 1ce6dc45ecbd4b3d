import { onlyFor } from '#domain/side.ts'
import { asRentalParty } from '#domain/access.ts'
import { directionOf, receiverOf } from '#domain/handover/code.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockRental } from '../rental/queries.ts'
import { readCode } from './queries.ts'
import { writeCode } from './write-code.ts'

/**
 * Makes a new code for the one who shows it; the one before is no longer valid, and wrong tries still count. Refusals:
 * `not-found`, `status` (no code is asked for now), `side` (whoever enters the code).
 */
export async function renewCode(ctx: Context, { rentalId }: { rentalId: string }): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const direction = directionOf(rental, ctx.clock.now())
    if (!direction) return refuse('status', 'There is no code for this rental now.')
    if (receiverOf[direction] !== gate.party.side) return onlyFor(receiverOf[direction])
    const code = await readCode(tx, rentalId, direction)
    await writeCode(tx, rentalId, direction, { ...code, version: code.version + 1 })
    return { ok: true }
  })
}
