import { type RawBuilder, sql } from 'kysely'
import type { MoneyLine } from '#domain/book/money-line.ts'
import type { OwnerSums } from '#domain/book/payout.ts'
import type { Db } from '../context.ts'
import { holding } from '../listing/queries.ts'

/** An owner's sums in the book, from their view (`OwnerSums`). One statement. */
export async function findOwnerSums(db: Db, ownerId: string): Promise<OwnerSums> {
  const { rows } = await sql<OwnerSums>`select ${ownerSums(sql`${ownerId}::uuid`)}`.execute(db)
  return rows[0]!
}

/** The columns of `OwnerSums` for the owner with the id `owner`. */
export function ownerSums(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(-sum(p.centavos), 0)::bigint from book_posting p
      where p.person_id = ${owner} and p.book_account in ('owner_payable', 'cash_collected')) as balance_centavos,
    (select coalesce(-sum(p.centavos), 0)::bigint from book_posting p join rental r on r.id = p.rental_id
        join "order" o on o.id = r.order_id
      where p.person_id = ${owner} and p.book_account = 'owner_payable' and o.payment_method = 'online'
        and r.status in (${holding})) as open_centavos,
    (select coalesce(-sum(p.centavos), 0)::bigint from rental r join "order" o on o.id = r.order_id
        join book_posting p on p.rental_id = r.id and p.book_account = 'deposit_held'
      where r.owner_id = ${owner} and o.payment_method = 'cash_on_delivery') as cash_deposit_centavos`
}

/** `readyCentavos` computed from the `OwnerSums` that a statement names `s`. */
export const ready = sql`(s.balance_centavos - s.open_centavos + s.cash_deposit_centavos)::bigint`

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
