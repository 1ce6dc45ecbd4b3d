import pg from 'pg'
import type { MoneyAdmin } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import { decide, type RentalAction, type RentalDecision } from '#domain/rental/lifecycle.ts'
import { notYetReturned } from '#domain/rental/not-back.ts'
import { type Centavos, sumOf } from '#domain/money.ts'
import { decideEnding, type AdminEnding } from '#domain/rental/ending.ts'
import { datesHeld, isUndo } from '#domain/rental/undo.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { closeWithoutAward } from '../dispute/close-dispute.ts'
import { lockPeople } from '../dispute/lock-people.ts'
import { findMoneyAndDisputes } from '../dispute/queries.ts'
import { inTransaction } from '../record.ts'
import { findEndingRefund } from '../refund/queries.ts'
import { lockOwnRental, lockRental, type LockedRental } from './queries.ts'
import { recordAction } from './record-action.ts'
import { lockUndoFacts } from './lock-undo-facts.ts'

/**
 * Like `inTransaction`, for use cases that write to a rental. Database constraints are the last safeguard against two
 * renters having one item, or one day of it, at once; their error becomes the refusal `day`.
 */
export async function inRentalTransaction<T>(
  ctx: Context,
  change: (tx: Tx) => Promise<Verdict<T>>,
): Promise<Verdict<T>> {
  try {
    return await inTransaction(ctx, change)
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    if (constraint === 'rental_out_once') return refuse('day', notYetReturned)
    if (constraint === 'rental_no_overlap') return refuse('day', datesHeld)
    throw error
  }
}

/**
 * One of the two people of a rental takes an action that the lifecycle table gives to their side. `seenRefund` is what
 * they saw that the cancellation policy gives back, in centavos; actions that refund otherwise ignore it. Refusals:
 * `not-found` (for anyone but its two people), `side`, `status` (it changed meanwhile), `day`, `unpaid`, `stale` (the
 * policy gives back something else by now).
 */
export async function takePartyAction(
  ctx: Context,
  { rentalId, action, seenRefund }: { rentalId: string; action: RentalAction; seenRefund?: Centavos },
): Promise<Verdict<RentalDecision>> {
  return inRentalTransaction(ctx, async (tx) => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const { rental, party } = own
    const now = ctx.clock.now()
    const verdict = decide(rental, action, party, now)
    if (!verdict.ok) return verdict
    const checksRefund = seenRefund !== undefined && verdict.refund === 'policy'
    if (checksRefund && seenRefund !== (await findPolicyRefund(tx, rental, now)))
      return refuse('stale', 'What goes back to you has changed meanwhile. Please look at it again.')
    await recordAction(tx, ctx, rental, verdict)
    return verdict
  })
}

/** What the cancellation policy gives back of a rental now, as its renter is shown it, in centavos. */
async function findPolicyRefund(tx: Tx, rental: LockedRental, now: Date): Promise<Centavos> {
  const ending = {
    from: rental.status as 'Pending' | 'Approved',
    refund: 'policy',
    reason: 'cancel',
  } as const
  const { lines } = await findEndingRefund(tx, rental, ending, now)
  return sumOf(lines)
}

/**
 * An admin takes an action that only admins may take; its event stores the reason, if there is one. Both
 * people are notified. For an action with choices, the admin chooses what is refunded, and both people read the
 * reason. Refusals: `not-found`, `side`, `status`, `unpaid` (use `release` on its order instead), `day` (a hand-over
 * or a return can't be undone any more), and those of `decideEnding`.
 */
export async function takeAdminAction(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, action, ...ending }: { rentalId: string; action: RentalAction } & AdminEnding,
): Promise<Verdict<RentalDecision>> {
  return inRentalTransaction(ctx, async (tx): Promise<Verdict<RentalDecision>> => {
    if (isUndo(action)) await lockPeople(tx, rentalId)
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const undoFacts = isUndo(action) ? await lockUndoFacts(tx, rental) : undefined
    const verdict = decide({ ...rental, undoFacts }, action, admin, ctx.clock.now())
    if (!verdict.ok) return verdict
    const ended = decideEnding(verdict, ending, await findMoneyAndDisputes(tx, rentalId))
    if (!ended.ok) return ended
    const { decision, choice } = ended
    await recordAction(tx, ctx, rental, decision, { reason: ending.reason, choice })
    if (isUndo(action)) await closeWithoutAward(tx, ctx, rentalId)
    return { ok: true, ...decision }
  })
}

/**
 * The system takes an action. Refusals: `not-found`, and those of `decide`, such as `status` when it changed
 * meanwhile.
 */
export async function takeSystemAction(
  services: Services,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const verdict = decide(rental, action, system, services.clock.now())
    if (verdict.ok) await recordAction(tx, { ...services, actor: system }, rental, verdict)
    return verdict
  })
}
