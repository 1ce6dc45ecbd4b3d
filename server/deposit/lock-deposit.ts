import { type RawBuilder, sql } from 'kysely'
import {
  grantedOf,
  depositLeftOf,
  isClaimed,
  openClaimOf,
  type CurrentDeposit,
} from '#domain/deposit/deposit.ts'
import { completedAtOf } from '#domain/status.ts'
import type { Tx } from '../context.ts'
import { listMoneyLines } from '../book/queries.ts'

/** A deposit and its rental, locked until the transaction ends; undefined when there is no such rental. */
export async function lockDeposit(tx: Tx, rentalId: string) {
  const rental = await tx
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .select([
      'rental.id',
      'rental.orderId',
      'rental.renterId',
      'rental.ownerId',
      'rental.status',
      'rental.statusChangedAt',
      'rental.period',
    ])
    .select(['rental.depositDueAt', 'rental.handoverProof', 'rental.broughtBackAt', 'order.paymentMethod'])
    .where('rental.id', '=', rentalId)
    .forNoKeyUpdate('rental')
    .executeTakeFirst()
  if (!rental) return undefined
  const lines = await listMoneyLines(tx, rentalId)
  const claim = await tx
    .selectFrom('depositClaim')
    .selectAll()
    .where('rentalId', '=', rentalId)
    .forUpdate()
    .executeTakeFirst()
  const late = await tx
    .selectFrom('lateFee')
    .select(['depositCentavos', 'settledAt'])
    .where('rentalId', '=', rentalId)
    .executeTakeFirst()
  const times = { completedAt: completedAtOf(rental), dueAt: rental.depositDueAt }
  const currentDeposit: CurrentDeposit = {
    ...times,
    leftCentavos: depositLeftOf(lines, grantedOf(claim), late?.depositCentavos),
    claimed: isClaimed(claim ?? null, times),
    openClaimCentavos: openClaimOf(claim),
    inCash: rental.paymentMethod === 'cash_on_delivery',
  }
  const lateCentavos = late?.depositCentavos ?? 0
  const lateOpenCentavos = late?.settledAt ? 0 : lateCentavos
  return { rental: { ...rental, lines }, claim, currentDeposit, lateCentavos, lateOpenCentavos }
}

export type LockedDeposit = NonNullable<Awaited<ReturnType<typeof lockDeposit>>>

/** SQL: whether a dispute about a rental is decided and not over, as the decision can be appealed. */
export const hasOpenDecision = (rentalId: RawBuilder<unknown>) => sql<boolean>`exists (select from dispute d
  join dispute_decision x on x.dispute_id = d.id where d.rental_id = ${rentalId} and d.closed_at is null)`

/** Whether a dispute about a rental is decided and not over; the transaction has locked the rental. */
export async function waitsForDecision(tx: Tx, rentalId: string): Promise<boolean> {
  const { rows } = await sql<{
    waits: boolean
  }>`select ${hasOpenDecision(sql`${rentalId}::uuid`)} as waits`.execute(tx)
  return rows[0]!.waits
}

/** Cancels the automatic return of a deposit. */
export async function cancelDepositReturn(tx: Tx, rentalId: string): Promise<void> {
  await sql`update rental set deposit_due_at = null where id = ${rentalId}`.execute(tx)
}
