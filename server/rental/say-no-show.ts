import { asRentalParty } from '#domain/access.ts'
import { decideNoShow } from '#domain/rental/no-show.ts'
import { otherSide } from '#domain/side.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { closeNoShow } from '../dispute/close-dispute.ts'
import { contradictNoShow } from '../dispute/contradict-no-show.ts'
import { openContradicted } from '../dispute/open-contradicted.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { decideEntry } from '../timeline/queries.ts'
import { noteFact } from './note-fact.ts'
import { lockRental } from './queries.ts'

/**
 * One side says that the other did not come; the other is notified, and silence for 24 hours agrees. When the other
 * side had said so too, there or in a dispute, the two statements contradict each other, and a dispute is opened,
 * after the end of one that is decided already. Refusals: `not-found` (for anyone but its two people), `limit`, and
 * those of `decideNoShow`.
 */
export async function sayNoShow(
  ctx: Context,
  { rentalId }: { rentalId: string },
): Promise<Verdict<{ contradicted: boolean }>> {
  const refused = await takeOfActor(ctx, 'noShows')
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<{ contradicted: boolean }>> => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const { side } = gate.party
    const now = ctx.clock.now()
    const verdict = decideNoShow(rental, side, now)
    if (!verdict.ok) return verdict
    const more = await decideEntry(tx, rentalId, { kind: 'say-no-show', side })
    if (!more.ok) return more
    await tx.insertInto('noShow').values({ rentalId, saidBy: side, saidAt: now }).execute()
    const contradicted =
      rental.noShow[otherSide(side)] !== null || (await contradictNoShow(tx, ctx, rentalId, otherSide(side)))
    await noteFact(tx, ctx, rental, { kind: 'say-no-show' })
    // Refused while a dispute that is decided can be appealed: `settleDispute` opens one after it.
    if (contradicted) await openContradicted(tx, ctx, rentalId, { notifiesPeople: false })
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
 * Who said that the other side did not come takes it back; the other is notified. If the other had said so too, their
 * dispute ends with nothing moved, and what the other said stands: 24 hours from now it has its effect, so that they
 * can take it back, too. That happens once: whoever said it again and took it back again would keep an admin from
 * deciding the next dispute. Refusals: `not-found` (for anyone but its two people), `limit`, `status` (it ended
 * meanwhile), `gone` (this side did not say so).
 */
export async function takeBackNoShow(ctx: Context, { rentalId }: { rentalId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'noShows')
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const { side } = gate.party
    if (rental.status !== 'Approved')
      return refuse('status', `This rental is ${rental.status} now. Nothing was changed.`)
    if (!rental.noShow[side]) return refuse('gone', 'You have not said that the other side did not come.')
    await tx.deleteFrom('noShow').where('rentalId', '=', rentalId).where('saidBy', '=', side).execute()
    await noteFact(tx, ctx, rental, { kind: 'take-back-no-show' })
    await recordEffects(tx, ctx, [
      { kind: 'no-show-mail', payload: { rentalId, news: 'taken-back', to: otherSide(side) } },
    ])
    if (!rental.noShow[otherSide(side)]) await endAsTakenBack(tx, ctx, rentalId)
    else if (!(await hasOneTakenBack(tx, rentalId))) {
      await closeNoShow(tx, ctx, rentalId, 'one-took-back')
      await tx
        .updateTable('noShow')
        .set({ saidAt: ctx.clock.now() })
        .where('rentalId', '=', rentalId)
        .execute()
    }
    return { ok: true }
  })
}

/** Whether a dispute ended before as one side took back what it said. */
async function hasOneTakenBack(tx: Tx, rentalId: string): Promise<boolean> {
  const closed = await tx
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .executeTakeFirst()
  return closed !== undefined
}

/** Both took back what they said: so ends their dispute, or has ended the one that closed with the first of them. */
async function endAsTakenBack(tx: Tx, ctx: Context, rentalId: string): Promise<void> {
  await closeNoShow(tx, ctx, rentalId, 'taken-back')
  await noteBothTookBack(tx, rentalId)
}

const noteBothTookBack = (tx: Tx, rentalId: string) =>
  tx
    .updateTable('dispute')
    .set({ outcome: 'taken-back' })
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .execute()
