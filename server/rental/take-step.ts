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
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { bookCash } from '../book/book-cash.ts'
import { keepListings } from '../listing/keep-listings.ts'
import { oweRentalRefund } from '../refund/owe-refund.ts'
import { recordNews } from '../news.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { lockRental, type LockedRental } from './queries.ts'

/** As `changing`. The database has the last word on a thing being out with two people at once. */
async function outOnce(ctx: Context, change: (tx: Tx) => Promise<Verdict<RentalDecision>>) {
  try {
    return await changing(ctx, change)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'rental_out_once')
      return refuse('day', stillOut)
    throw error
  }
}

/**
 * One person of a rental takes a step of its life: approve, reject, activate, complete or cancel. Refusals: `not-found` (for
 * anyone but its two people), `side`, `status` (it has moved on meanwhile), `day`.
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

/**
 * An admin takes a step of a rental that only admins may take. Both its people are told. Refusals: `not-found`, `side`, `status`,
 * `unpaid` (give its order up with `release` instead).
 */
export async function takeAdminStep(
  ctx: Context,
  admin: Admin,
  step: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return outOnce(ctx, (tx) => adminStep(tx, ctx, admin, step))
}

/** As `takeAdminStep`, as a part of a larger change. */
export async function adminStep(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: Admin,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  const rental = await lockRental(tx, rentalId)
  if (!rental) return notFound()
  const verdict = decide(rental, action, admin, ctx.clock.now())
  if (verdict.ok) await recordStep(tx, ctx, rental, verdict)
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
 * Writes an accepted step in the transaction that holds the rental: the state, the listing it holds or frees, what is owed back or collected,
 * the event, the mails and the news.
 */
export async function recordStep(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: LockedRental,
  decision: RentalDecision,
) {
  await tx
    .updateTable('rental')
    .set({ status: decision.to, statusChangedAt: ctx.clock.now() })
    .where('id', '=', rental.id)
    .where('status', '=', decision.from)
    .executeTakeFirstOrThrow()
  if (decision.to === 'Completed') await holdDeposit(tx, ctx, rental.id)
  if (holdsDates(decision.from) !== holdsDates(decision.to))
    await keepListings(tx, [rental.listingId], rentedMore(decision.from, decision.to))
  if (decision.refund) await oweRentalRefund(tx, ctx, rental, decision)
  if (decision.to === 'Active' && rental.paymentMethod === 'cash_on_delivery') await bookCash(tx, ctx, rental)
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rental.id,
      action: decision.action,
      detail: { from: decision.from, to: decision.to },
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
