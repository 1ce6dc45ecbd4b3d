import { onlyFor, otherSide } from '#domain/side.ts'
import type { RentalParty } from '#domain/access.ts'
import { openWord, type Word } from '#domain/handover/word.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import type { Possession } from '#domain/rental/possession.ts'
import type { EntryKind } from '#domain/timeline/entry-texts.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { closeNoShow } from '../dispute/close-dispute.ts'
import { openObjection } from '../dispute/open-objection.ts'
import { storeObjection } from '../dispute/store-objection.ts'
import { noteFact } from '../rental/note-fact.ts'
import { lockOwnRental, type LockedRental } from '../rental/queries.ts'
import { recordAction } from '../rental/record-action.ts'

type Answer = { kind: EntryKind; change: Partial<Possession> }

/** What a “yes” changes, and its entry; a “yes” to “I have brought it back” is the return itself. */
const confirmed = {
  handover: { kind: 'confirm-handover', change: { handoverProof: 'both' } },
  return: { kind: 'confirm-return', change: { returnProof: 'both' } },
} as const satisfies Record<string, Answer>

/**
 * Confirms what the other side alone said. If that is a hand-over, the system's dispute about who did not come to it
 * ends, too. Refusals: `not-found` (for anyone but its two people), `answered` (there is no such question, it was
 * answered, or its time is over), `side` (it asks the other side).
 */
export async function confirmWord(ctx: Context, { rentalId }: { rentalId: string }): Promise<Verdict> {
  return answer(ctx, rentalId, async (tx, rental, word, party) => {
    if (word.about === 'handover') await closeNoShow(tx, ctx, rentalId, 'handed-over')
    if (word.about !== 'brought-back') return write(tx, ctx, rental, confirmed[word.about])
    const decision = decide(rental, 'complete', party, ctx.clock.now())
    if (decision.ok) await recordAction(tx, ctx, rental, decision)
    return decision
  })
}

/**
 * Objects to what the other side alone said, with what really happened, which opens a dispute. While another dispute
 * is decided and not over, the objection counts already: the other side is told, and the dispute opens when that one
 * closes (`openWaitingObjections`).
 * Refusals: as `confirmWord`, and those of `openDispute` except `decided`.
 */
export async function objectToWord(
  ctx: Context,
  { rentalId, reason }: { rentalId: string; reason: string },
): Promise<Verdict> {
  return answer(ctx, rentalId, async (tx, rental, { about, asks }) => {
    const now = ctx.clock.now()
    await storeObjection(tx, ctx, rental, { about, text: reason })
    const opened = await openObjection(tx, ctx, { rentalId, about, objectedAt: now, text: reason })
    if (opened.ok || opened.reason !== 'decided') return opened
    await recordEffects(tx, ctx, [
      { kind: 'handover-mail', payload: { rentalId, news: 'objected', to: otherSide(asks) } },
    ])
    return { ok: true }
  })
}

async function answer(
  ctx: Context,
  rentalId: string,
  change: (tx: Tx, rental: LockedRental, word: Word, party: RentalParty) => Promise<Verdict>,
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const { rental, party } = own
    const word = openWord(rental, ctx.clock.now())
    if (!word) return refuse('answered', 'There is nothing to confirm any more.')
    if (word.asks !== party.side) return onlyFor(word.asks)
    return change(tx, rental, word, party)
  })
}

async function write(tx: Tx, ctx: Context, rental: LockedRental, { kind, change }: Answer): Promise<Verdict> {
  await tx.updateTable('rental').set(change).where('id', '=', rental.id).execute()
  await noteFact(tx, ctx, rental, { kind })
  return { ok: true }
}
