import { v7 as uuid } from 'uuid'
import { cashDepositEntry } from '#domain/book/book.ts'
import type { Centavos } from '#domain/money.ts'
import type { Context, Tx } from '../context.ts'
import { listRentalPayments } from '../refund/queries.ts'
import type { LockedDeposit } from './lock-deposit.ts'
import { createRefund } from '../refund/create-refund.ts'
import { writeBook } from '../book/write-book.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Creates the refund of a part of a deposit that was paid online; the caller has locked the rental, and checked that
 * so much is held. Does nothing when the amount is zero.
 */
export async function sendDepositBack(
  tx: Tx,
  ctx: Ctx,
  { rental }: LockedDeposit,
  centavos: Centavos,
  reason: 'deposit' | 'claim' | 'late-fee',
): Promise<void> {
  if (centavos === 0) return
  const payments = await listRentalPayments(tx, rental.id)
  if (payments.length === 0) throw new Error(`the deposit of ${rental.id} is held, and nobody has paid it`)
  // Each return is one of its own: a claim can be lowered more than once.
  await createRefund(tx, ctx, rental, payments, [{ returns: 'deposit', centavos }], reason, uuid())
}

/** Records that an owner gave back a part of a deposit in cash; the provider is not involved. */
export async function recordCashReturn(
  tx: Tx,
  ctx: Ctx,
  { rental }: LockedDeposit,
  centavos: Centavos,
): Promise<void> {
  const line = await tx
    .insertInto('moneyLine')
    .values({
      orderId: rental.orderId,
      rentalId: rental.id,
      kind: 'refund',
      returns: 'deposit',
      centavos: -centavos,
      createdAt: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeBook(tx, ctx, [cashDepositEntry(rental, centavos, String(line.id))])
}
