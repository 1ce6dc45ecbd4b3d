import { noLateFee, type StoredLateFee } from '#domain/rental/late-fee.ts'
import type { Tx } from '../context.ts'

/** The late fee of a rental that the transaction has locked. */
export async function findLateFee(tx: Tx, rentalId: string): Promise<StoredLateFee> {
  const row = await tx.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).executeTakeFirst()
  if (!row) return noLateFee
  const { days, fixedAt, dueAt, objectedAt, settledAt } = row
  const fixed = fixedAt && {
    days: days!,
    centavos: row.feeCentavos,
    depositCentavos: row.depositCentavos,
    at: fixedAt,
    dueAt,
    objectedAt,
    settledAt,
  }
  return { waived: row.waivedAll ? 'all' : row.waivedCentavos, fixed }
}
