import { sql } from 'kysely'
import { heldOf, type HeldDeposit } from '#domain/deposit/deposit.ts'
import type { Tx } from '../context.ts'
import { lockRental } from '../rental/queries.ts'
import { findBookedRental } from '../payment/queries.ts'

/** A deposit and its rental, locked until the transaction ends; undefined when there is no such rental. */
export async function lockDeposit(tx: Tx, rentalId: string) {
  const rental = await lockRental(tx, rentalId)
  if (!rental) return undefined
  const booked = await findBookedRental(tx, rentalId)
  const claim = await tx
    .selectFrom('depositClaim')
    .selectAll()
    .where('rentalId', '=', rentalId)
    .forUpdate()
    .executeTakeFirst()
  const held: HeldDeposit = {
    status: rental.status,
    completedAt: rental.status === 'Completed' ? rental.statusChangedAt : null,
    heldCentavos: heldOf(booked.lines, claim?.grantedCentavos),
    claimed: claim !== undefined,
    openClaimCentavos: claim && !claim.decidedAt ? claim.centavos : 0,
    inCash: rental.paymentMethod === 'cash_on_delivery',
  }
  return { rental, booked, claim, held }
}

export type LockedDeposit = NonNullable<Awaited<ReturnType<typeof lockDeposit>>>

/** From now on a deposit no longer goes back by itself. */
export async function stopReturn(tx: Tx, rentalId: string): Promise<void> {
  await sql`update rental set deposit_due_at = null where id = ${rentalId}`.execute(tx)
}
