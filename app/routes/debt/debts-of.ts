import { decideReceiving } from '#domain/debt/debt.ts'
import { decidePayingDebt } from '#domain/payment/pay-debt.ts'
import type { Side } from '#domain/side.ts'
import type { PaymentMethod } from '#domain/status.ts'
import type { Context } from '#server/context.ts'
import { listDebts, type ShownDebt } from '#server/debt/queries.ts'

type Rental = { rentalId: string; side: Side; paymentMethod: PaymentMethod }

/** A debt as one of the two people sees it, with what they can do about it. */
export type DebtView = ShownDebt & { mayPay: boolean; mayReceive: boolean }

/** What is or was owed between the two people of a rental, for one of them. */
export async function debtsOf(ctx: Context, { rentalId, side, paymentMethod }: Rental): Promise<DebtView[]> {
  const provider = ctx.payments && ctx.settings.payments
  return (await listDebts(ctx.db, rentalId)).map((debt) => ({
    ...debt,
    mayPay: decidePayingDebt({ ...debt, paymentMethod }, side, provider, ctx.clock.now()).ok,
    mayReceive: decideReceiving(debt, side).ok,
  }))
}
