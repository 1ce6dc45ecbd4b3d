import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { type BookAccount, bookAccounts } from '#domain/book/book.ts'
import type { Context } from '../context.ts'
import { findProviderSums } from './queries.ts'

export type AccountBalance = { account: BookAccount; debitCentavos: number; creditCentavos: number }

export type BookBalances = {
  /** Every account; its balance is either a debit or a credit. */
  accounts: AccountBalance[]
  /** The sum of all postings, computed by the database. It must be zero. */
  sumCentavos: number
  /** What the book has at the provider, and the payments less refunds and settlements. */
  provider: { bookCentavos: number; expectedCentavos: number }
  /** The last completed comparison with the provider. */
  reconciled: { id: string; at: Date; unexplained: number } | null
}

/** The accounts of the book and the checks of its correctness. Three statements. */
export async function readBook(ctx: Pick<Context, 'db'>, _admin: MoneyAdmin): Promise<BookBalances> {
  const { rows } = await sql<{ account: BookAccount | null; centavos: number }>`
    select book_account as account, coalesce(sum(centavos), 0)::bigint as centavos from book_posting
    group by rollup (book_account)`.execute(ctx.db)
  const balanceOf = (account: BookAccount | null) =>
    rows.find((row) => row.account === account)?.centavos ?? 0
  const reconciled = await sql<NonNullable<BookBalances['reconciled']>>`
    select n.id, n.ended_at as at, (select count(*)::int from reconciliation_difference d
      where d.reconciliation_id = n.id and d.explained_at is null) as unexplained
    from reconciliation n where n.ended_at is not null and n.failure is null
      order by n.began_at desc, n.id desc limit 1`.execute(ctx.db)
  return {
    accounts: (Object.keys(bookAccounts) as BookAccount[]).map((account) => ({
      account,
      debitCentavos: Math.max(0, balanceOf(account)),
      creditCentavos: Math.max(0, -balanceOf(account)),
    })),
    sumCentavos: balanceOf(null),
    provider: await findProviderSums(ctx.db),
    reconciled: reconciled.rows[0] ?? null,
  }
}
