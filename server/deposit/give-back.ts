import { cashDepositEntry } from '#domain/book/book.ts'
import type { Centavos } from '#domain/money.ts'
import type { Context, Tx } from '../context.ts'
import { findOrderPayment } from '../payment/queries.ts'
import type { LockedDeposit } from './lock-deposit.ts'
import { oweRefund } from '../refund/owe-refund.ts'
import { writeBook } from '../book/write-book.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/** Owes the renter a part of a deposit that was paid online, once for each reason. Nothing when it is none. */
export async function sendDepositBack(
  tx: Tx,
  ctx: Ctx,
  { booked }: LockedDeposit,
  centavos: Centavos,
  reason: 'deposit' | 'claim',
): Promise<void> {
  if (centavos === 0) return
  const payment = await findOrderPayment(tx, booked.orderId)
  if (!payment) throw new Error(`the deposit of ${booked.id} is held, and nobody has paid it`)
  await oweRefund(tx, ctx, booked, payment, [{ returns: 'deposit', centavos }], reason)
}

/** Notes that an owner handed a part of a deposit back that they had in cash: no provider is asked. */
export async function noteCashReturn(
  tx: Tx,
  ctx: Ctx,
  { booked }: LockedDeposit,
  centavos: Centavos,
): Promise<void> {
  const line = await tx
    .insertInto('moneyLine')
    .values({
      orderId: booked.orderId,
      rentalId: booked.id,
      kind: 'refund',
      returns: 'deposit',
      centavos: -centavos,
      createdAt: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeBook(tx, ctx, [cashDepositEntry(booked, centavos, String(line.id))])
}
