import pg from 'pg'
import { sql } from 'kysely'
import { type Admin, asRentalParty } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import { claimableUntil } from '#domain/deposit/deposit.ts'
import {
  decide,
  holdsDates,
  type RentalAction,
  type RentalDecision,
  rentedMore,
  stillOut,
} from '#domain/rental/lifecycle.ts'
import { datesHeld, isUndo } from '#domain/rental/undo.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { bookCash, reverseCash } from '../book/book-cash.ts'
import { keepListings } from '../listing/keep-listings.ts'
import { oweRentalRefund } from '../refund/owe-refund.ts'
import { recordNews } from '../news.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { lockRental, type LockedRental } from './queries.ts'
import { lockPeople, lockSince } from './lock-since.ts'

/** As `changing`. The database has the last word on a thing being out, or its dates held, by two people at once. */
async function outOnce(ctx: Context, change: (tx: Tx) => Promise<Verdict<RentalDecision>>) {
  try {
    return await changing(ctx, change)
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    if (constraint === 'rental_out_once') return refuse('day', stillOut)
    if (constraint === 'rental_no_overlap') return refuse('day', datesHeld)
    throw error
  }
}

/**
 * One person of a rental takes a step of its life: approve, reject, activate, complete or cancel. Refusals:
 * `not-found` (for anyone but its two people), `side`, `status` (it has moved on meanwhile), `day`.
 */
export async function takeStep(
  ctx: Context,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return outOnce(ctx, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const verdict = decide(rental, action, gate.party, ctx.clock.now())
    if (verdict.ok) await recordStep(tx, ctx, rental, verdict)
    return verdict
  })
}

/** A step of an admin; the event of it keeps the reason, if there is one. */
type AdminStep = { rentalId: string; action: RentalAction; reason?: string | null }

/**
 * An admin takes a step of a rental that only admins may take. Both its people are told. Refusals: `not-found`,
 * `side`, `status`, `unpaid` (give its order up with `release` instead), `day` (a hand-over or a return can't be
 * undone any more).
 */
export async function takeAdminStep(
  ctx: Context,
  admin: Admin,
  step: AdminStep,
): Promise<Verdict<RentalDecision>> {
  return outOnce(ctx, (tx) => adminStep(tx, ctx, admin, step))
}

/** As `takeAdminStep`, as a part of a larger change. */
export async function adminStep(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: Admin,
  { rentalId, action, reason }: AdminStep,
): Promise<Verdict<RentalDecision>> {
  if (isUndo(action)) await lockPeople(tx, rentalId)
  const rental = await lockRental(tx, rentalId)
  if (!rental) return notFound()
  const since = isUndo(action) ? await lockSince(tx, rental) : undefined
  const verdict = decide({ ...rental, since }, action, admin, ctx.clock.now())
  if (verdict.ok) await recordStep(tx, ctx, rental, verdict, reason)
  return verdict
}

/** The system takes a step whose day has come. A rental that moved on meanwhile is left alone. */
export async function takeSystemStep(
  services: Services,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return changing(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const verdict = decide(rental, action, system, services.clock.now())
    if (verdict.ok) await recordStep(tx, { ...services, actor: system }, rental, verdict)
    return verdict
  })
}

/**
 * Writes an accepted step in the transaction that holds the rental: the state, the listing it holds or frees, what is
 * owed back or collected, the event, the mails and the news.
 */
export async function recordStep(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: LockedRental,
  decision: RentalDecision,
  reason: string | null = null,
) {
  await tx
    .updateTable('rental')
    .set({
      status: decision.to,
      statusChangedAt: ctx.clock.now(),
      // One that was out beside another at an upgrade is exempt until it ends, and not again.
      ...(decision.from === 'Completed' ? { outBeside: false, depositDueAt: null } : {}),
    })
    .where('id', '=', rental.id)
    .where('status', '=', decision.from)
    .executeTakeFirstOrThrow()
  if (decision.to === 'Completed') await holdDeposit(tx, ctx, rental.id)
  if (holdsDates(decision.from) !== holdsDates(decision.to))
    await keepListings(tx, [rental.listingId], rentedMore(decision.from, decision.to))
  if (decision.refund) await oweRentalRefund(tx, ctx, rental, decision)
  if (rental.paymentMethod === 'cash_on_delivery') {
    if (decision.from === 'Approved' && decision.to === 'Active') await bookCash(tx, ctx, rental)
    if (decision.from === 'Active' && decision.to === 'Approved') await reverseCash(tx, ctx, rental)
  }
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rental.id,
      action: decision.action,
      detail: { from: decision.from, to: decision.to, ...(reason ? { reason } : {}) },
    },
  ])
  await recordEffects(
    tx,
    ctx,
    decision.tells.map((to) => ({
      kind: 'rental-mail',
      payload: { rentalId: rental.id, action: decision.action, to },
    })),
  )
  recordNews(
    tx,
    [rental.renterId, rental.ownerId].map((to) => ({
      to,
      kind: 'rental',
      detail: { rentalId: rental.id, status: decision.to },
    })),
  )
}

/** A deposit goes back by itself 48 hours after the return. */
async function holdDeposit(tx: Tx, { clock }: Pick<Context, 'clock'>, rentalId: string) {
  await sql`update rental set deposit_due_at = ${claimableUntil(clock.now())} where id = ${rentalId}
    and exists (select from money_line m where m.rental_id = ${rentalId} and m.kind = 'deposit')`.execute(tx)
}
