import { objections, openWord } from '#domain/handover/word.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockOwnDispute } from './lock-dispute.ts'
import { openDispute, type Opening } from './open-dispute.ts'
import { storeObjection } from './store-objection.ts'

/**
 * One of the two people of a rental opens a dispute about it, or adds to the open one. If it contradicts what the
 * other side alone said about the hand-over, or about having brought the item back, and they may still object to
 * that, it is stored as their objection. Refusals: as `openDispute`, also `decided`; `not-found` for everyone else.
 */
export async function fileDispute(
  ctx: Context,
  opening: Omit<Opening, 'by' | 'isObjection'>,
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const locked = await lockOwnDispute(tx, ctx.actor, opening.rentalId)
    if (!locked.ok) return locked
    const { side: by } = locked.party
    const rental = await findSaid(tx, opening.rentalId)
    const word = openWord(rental, ctx.clock.now())
    // A dispute about money may be about anything: only the button objects to a return.
    const isObjection =
      word?.asks === by && word.about !== 'return' && objections[word.about].kind === opening.kind
    if (isObjection) await storeObjection(tx, ctx, rental, { about: word.about, text: opening.text })
    return openDispute(tx, ctx, { ...opening, by, isObjection })
  })
}

/** A rental with what was said about its hand-over and return. */
const findSaid = (tx: Tx, rentalId: string) =>
  tx
    .selectFrom('rental')
    .select(['id', 'renterId', 'ownerId', 'listingId', 'status', 'handedOverAt', 'handoverProof'])
    .select(['handoverObjectedAt', 'returnedAt', 'returnProof', 'returnObjectedAt'])
    .select(['broughtBackAt', 'broughtBackObjectedAt'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
