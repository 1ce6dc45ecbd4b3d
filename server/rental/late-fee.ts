import { sql } from 'kysely'
import { lateFeeEntry } from '#domain/book/book.ts'
import { unclaimedOf } from '#domain/deposit/deposit.ts'
import type { LateReturnEvent } from '#domain/notification/kinds.ts'
import { objectUntil, splitFee } from '#domain/rental/late-fee.ts'
import { lateFee } from '#domain/rental/late.ts'
import type { Side } from '#domain/side.ts'
import type { Context, Tx } from '../context.ts'
import { writeBook } from '../book/write-book.ts'
import { writeDebt } from '../debt/write-debt.ts'
import { findLateFee } from '../deposit/find-late-fee.ts'
import { sendDepositBack } from '../deposit/give-back.ts'
import { lockDeposit } from '../deposit/lock-deposit.ts'
import { findMoneyAndDisputes } from '../dispute/queries.ts'
import { type Effect, recordEffects } from '../record.ts'
import { noteFact } from './note-fact.ts'
import type { LockedRental } from './queries.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Fixes the late fee once the return is certain, in its transaction: how many days count until the item was back at
 * `returnedAt` (null: it never was, and they count until now), what is left of their price, and what of that the
 * deposit pays, which is not returned meanwhile. Unless nothing is left of it, both sides are notified, and the renter
 * may object for 48 hours. Does nothing when the item came back in time.
 */
export async function fixLateFee(
  tx: Tx,
  ctx: Ctx,
  rental: LockedRental,
  returnedAt: Date | null,
): Promise<void> {
  const at = ctx.clock.now()
  const { waived } = await findLateFee(tx, rental.id)
  const { days, centavos } = lateFee({ ...rental, waived }, returnedAt ?? at)
  if (days === 0) return
  const { currentDeposit } = (await lockDeposit(tx, rental.id))!
  const { depositCentavos } = splitFee(centavos, unclaimedOf(currentDeposit))
  const isOwed = centavos > 0
  const fixed = {
    days,
    feeCentavos: centavos,
    depositCentavos,
    fixedAt: at,
    objection: null,
    objectedAt: null,
    dueAt: isOwed ? objectUntil(at) : null,
    settledAt: isOwed ? null : at,
  }
  await tx
    .insertInto('lateFee')
    .values({ rentalId: rental.id, ...fixed })
    .onConflict((conflict) => conflict.column('rentalId').doUpdateSet(fixed))
    .execute()
  await noteFact(tx, ctx, rental, {
    kind: 'fix-late-fee',
    facts: { days, centavos, back: returnedAt !== null },
  })
  if (isOwed) await recordEffects(tx, ctx, lateMails(rental.id, 'fixed'))
}

/**
 * Forgets what a return fixed, as it is undone, and that the item counted as not returned: it can do so again, with a
 * dispute of its own. What the owner waived stays waived.
 */
export async function unfixLateFee(tx: Tx, rentalId: string): Promise<void> {
  await sql`update late_fee set days = null, fee_centavos = 0, deposit_centavos = 0, fixed_at = null, due_at = null,
    objection = null, objected_at = null, settled_at = null, not_returned_at = null
    where rental_id = ${rentalId}`.execute(tx)
}

/**
 * Settles a fixed late fee, in the transaction that has locked its rental: what the deposit pays goes to the owner,
 * and the renter owes the rest. What is left of a deposit that was paid online, less an open claim, goes back to the
 * renter; it stays while its owner can still claim it, or a dispute is open. Throws when there is no unsettled fee.
 */
export async function settleLateFee(tx: Tx, ctx: Ctx, rentalId: string): Promise<void> {
  const settled = await tx
    .updateTable('lateFee')
    .set({ settledAt: ctx.clock.now(), dueAt: null })
    .where('rentalId', '=', rentalId)
    .where('settledAt', 'is', null)
    .returning(['feeCentavos', 'depositCentavos'])
    .executeTakeFirstOrThrow()
  await writeDebt(tx, ctx, {
    id: rentalId,
    rentalId,
    cause: 'late-fee',
    owedBy: 'renter',
    centavos: settled.feeCentavos - settled.depositCentavos,
  })
  const deposit = (await lockDeposit(tx, rentalId))!
  const { rental, currentDeposit } = deposit
  if (settled.depositCentavos > 0) await writeBook(tx, ctx, [lateFeeEntry(rental, settled.depositCentavos)])
  // While the owner can still claim it or be awarded it, the rest goes back later.
  const waits = rental.depositDueAt !== null || (await findMoneyAndDisputes(tx, rentalId)).isDisputed
  if (!currentDeposit.inCash && !waits)
    await sendDepositBack(tx, ctx, deposit, unclaimedOf(currentDeposit), 'late-fee')
}

/** The mail jobs that notify people of what happened with a late fee. */
export function lateMails(
  rentalId: string,
  event: LateReturnEvent,
  people: readonly Side[] = ['owner', 'renter'],
): Effect[] {
  return people.map((to) => ({ kind: 'late-mail', payload: { rentalId, news: event, to } }))
}
