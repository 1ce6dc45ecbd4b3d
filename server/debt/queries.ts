import { sql } from 'kysely'
import type { Debt, DebtSettled } from '#domain/debt/debt.ts'
import type { PaymentMethod, RentalStatus } from '#domain/status.ts'
import type { Db, Tx } from '../context.ts'

/** A debt as its two people and admins read it. */
export type ShownDebt = Debt & {
  id: string
  since: Date
  settledHow: DebtSettled | null
  /** The number of the order that paid it, or that waits for its payment. */
  orderNumber: string | null
  /** The reason of the decision, for one after a dispute. */
  reason: string | null
}

/**
 * The debts between the two people of a rental, the oldest first: at most one for its late fee and one for each of its
 * disputes. One statement.
 */
export async function listDebts(db: Db, rentalId: string): Promise<ShownDebt[]> {
  const { rows } = await sql<ShownDebt>`select d.id, d.cause, d.owed_by, d.centavos, d.since, d.settled_at,
      d.settled_how, (select o.number from "order" o where o.debt_id = d.id
        and o.status = case when d.settled_at is null then 'awaiting_payment' else 'confirmed' end) as order_number,
      (select x.reason from dispute_decision x where x.dispute_id = d.id order by x.round desc limit 1) as reason
    from debt d where d.rental_id = ${rentalId} order by d.since, d.id`.execute(db)
  return rows
}

/** A debt with its rental. */
export type LockedDebt = Debt & {
  id: string
  rentalId: string
  orderId: string
  renterId: string
  ownerId: string
  status: RentalStatus
  paymentMethod: PaymentMethod
}

/** A debt and its rental, locked until the transaction ends, or undefined. */
export async function lockDebt(tx: Tx, debtId: string): Promise<LockedDebt | undefined> {
  await sql`select from rental where id = (select rental_id from debt where id = ${debtId})
    for no key update`.execute(tx)
  const { rows } =
    await sql<LockedDebt>`select d.id, d.cause, d.owed_by, d.centavos, d.settled_at, d.rental_id,
      r.order_id, r.renter_id, r.owner_id, r.status, o.payment_method
    from debt d join rental r on r.id = d.rental_id join "order" o on o.id = r.order_id
    where d.id = ${debtId} for no key update of d`.execute(tx)
  return rows[0]
}
