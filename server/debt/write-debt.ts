import type { Insertable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Context, Tx } from '../context.ts'

type NewDebt = Pick<Insertable<Database['debt']>, 'id' | 'rentalId' | 'cause' | 'owedBy' | 'centavos'>

/**
 * Writes down what one of the two people of a rental owes the other, in the transaction of its cause, whose id it has;
 * nothing when that is ₱0.00. Both read about it in the email about the cause.
 */
export async function writeDebt(tx: Tx, { clock }: Pick<Context, 'clock'>, debt: NewDebt): Promise<void> {
  if (debt.centavos === 0) return
  await tx
    .insertInto('debt')
    .values({ ...debt, since: clock.now() })
    .execute()
}
