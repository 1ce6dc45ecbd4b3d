import { type RawBuilder, sql } from 'kysely'
import type { MoneyLine } from '#domain/book/money-line.ts'
import type { OwnerSums } from '#domain/book/payout.ts'
import type { Db } from '../context.ts'

/** An owner's sums, computed from the book and not read from `owner_sum`, as payouts rely on them. One statement. */
export async function computeOwnerSums(db: Db, ownerId: string): Promise<OwnerSums> {
  const { rows } = await sql<OwnerSums>`select balance_centavos, open_centavos, cash_deposit_centavos
    from owner_sum_of(${ownerId}::uuid)`.execute(db)
  return rows[0]!
}

/**
 * The columns of `OwnerSums` for the owner with the id `owner`; triggers keep them in `owner_sum`, for pages and
 * lists.
 */
export function ownerSums(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = ['balance_centavos', 'open_centavos', 'cash_deposit_centavos'].map((name) => {
    const column = sql.id(name)
    return sql`coalesce((select s.${column} from owner_sum s where s.owner_id = ${owner}), 0)::bigint as ${column}`
  })
  return sql.join(columns)
}

/** `readyCentavos` computed from the `OwnerSums` that a statement names `s`. */
export const ready = sql`(s.balance_centavos - s.open_centavos + s.cash_deposit_centavos)`

/** What the book has at the provider, and our payments less refunds and settlements. One statement. */
export async function findProviderSums(db: Db): Promise<{ bookCentavos: number; expectedCentavos: number }> {
  const { rows } = await sql<{ bookCentavos: number; expectedCentavos: number }>`select
    (select coalesce(sum(centavos), 0)::bigint from book_posting
    where book_account = 'provider_clearing') as book_centavos,
    ((select coalesce(sum(centavos - fee_centavos), 0) from payment)
      - (select coalesce(sum(centavos), 0) from refund where status = 'succeeded')
      - (select coalesce(sum(centavos), 0) from payout where direction = 'from_provider'
      and reversed_at is null))::bigint
      as expected_centavos`.execute(db)
  return rows[0]!
}

/** A rental's money lines as JSON; `r` is the rental. */
export const linesJson = sql`(select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'centavos', m.centavos,
  'returns', m.returns) order by m.id), '[]') from money_line m where m.rental_id = r.id)`

/** The money lines of a rental, in the order in which they were written. */
export async function listMoneyLines(db: Db, rentalId: string): Promise<MoneyLine[]> {
  return db
    .selectFrom('moneyLine')
    .select(['kind', 'centavos', 'returns'])
    .where('rentalId', '=', rentalId)
    .orderBy('id')
    .execute()
}
