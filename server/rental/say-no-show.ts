import { decideNoShow } from '#domain/rental/no-show.ts'
import { otherSide } from '#domain/side.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { closeAfterOneTookBack, closeAfterBothTookBack } from '../dispute/close-dispute.ts'
import { writeContradictionFromDispute } from '../dispute/write-contradiction-from-dispute.ts'
import { openNoShowDispute } from '../dispute/open-no-show-dispute.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { checkMoreEntries } from '../timeline/queries.ts'
import { noteFact } from './note-fact.ts'
import { lockOwnRental } from './queries.ts'

/**
 * One side says that the other did not come. The other gets an email; if they say nothing for 24 hours, they agree. If
 * the other has said the same, here or in an open dispute, the two contradict each other (`contradicted`): both get an
 * email, and a dispute opens. If the open dispute takes no more statements, it opens when that one closes. Refusals:
 * `not-found` (for anyone but its two people), `limit` (attempts, or entries of this rental), those of `decideNoShow`.
 */
export async function sayNoShow(
  ctx: Context,
  { rentalId }: { rentalId: string },
): Promise<Verdict<{ contradicted: boolean }>> {
  const refused = await takeOfActor(ctx, 'noShows')
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<{ contradicted: boolean }>> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const { rental } = own
    const { side } = own.party
    const now = ctx.clock.now()
    const verdict = decideNoShow(rental, side, now)
    if (!verdict.ok) return verdict
    const mayAdd = await checkMoreEntries(tx, rentalId, { kind: 'say-no-show', side })
    if (!mayAdd.ok) return mayAdd
    await tx.insertInto('noShow').values({ rentalId, saidBy: side, saidAt: now }).execute()
    // What the other side said in an open dispute counts, too.
    const contradicted =
      rental.noShow[otherSide(side)] !== null ||
      (await writeContradictionFromDispute(tx, ctx, rentalId, otherSide(side)))
    await noteFact(tx, ctx, rental, { kind: 'say-no-show' })
    // An open dispute that is decided, or due, refuses: `settleDispute` opens this one when that one closes.
    if (contradicted) await openNoShowDispute(tx, ctx, rentalId, { notifiesPeople: false })
    const people = contradicted ? (['owner', 'renter'] as const) : ([otherSide(side)] as const)
    await recordEffects(
      tx,
      ctx,
      people.map((to) => ({
        kind: 'no-show-mail',
        payload: { rentalId, news: contradicted ? 'contradicted' : 'said', to },
      })),
    )
    return { ok: true, contradicted }
  })
}

/**
 * A side takes back its statement that the other did not come; the other side is notified. If the other had said so
 * too, their dispute is closed as `closeAfterOneTookBack` says. The other's statement stands; unless a dispute stays
 * open, its 24 hours start again now, so that they have time to take it back, too. Refusals: `not-found` (for anyone
 * but its two people), `limit`, `status` (it ended meanwhile), `gone` (this side has not said so).
 */
export async function takeBackNoShow(ctx: Context, { rentalId }: { rentalId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'noShows')
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const { rental } = own
    const { side } = own.party
    if (rental.status !== 'Approved')
      return refuse('status', `This rental is ${rental.status} now. Nothing was changed.`)
    if (!rental.noShow[side]) return refuse('gone', 'You have not said that the other side did not come.')
    await tx.deleteFrom('noShow').where('rentalId', '=', rentalId).where('saidBy', '=', side).execute()
    await noteFact(tx, ctx, rental, { kind: 'take-back-no-show' })
    await recordEffects(tx, ctx, [
      { kind: 'no-show-mail', payload: { rentalId, news: 'taken-back', to: otherSide(side) } },
    ])
    if (!rental.noShow[otherSide(side)]) await closeAfterBothTookBack(tx, ctx, rentalId)
    else if ((await closeAfterOneTookBack(tx, ctx, rentalId)) || !rental.isDisputed)
      await tx
        .updateTable('noShow')
        .set({ saidAt: ctx.clock.now() })
        .where('rentalId', '=', rentalId)
        .execute()
    return { ok: true }
  })
}
