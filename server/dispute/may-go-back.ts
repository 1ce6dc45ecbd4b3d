import { type RawBuilder, sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { besideReceipts } from '#domain/book/book.ts'
import { ready } from '../book/queries.ts'
import type { Context } from '../context.ts'
import { disputableUntil, hasOpenDispute } from './queries.ts'

/**
 * SQL: what of the money that is ready for an owner may still go back to renters, in centavos. It is what the owner
 * gets of the rent and delivery of Completed rentals paid online about which a dispute is open or can be opened now,
 * at most what is ready.
 */
export const mayGoBackPart = (ownerId: RawBuilder<unknown>, now: Date) => sql<number>`coalesce((
  select least(${ready}, (select coalesce(-sum(p.centavos), 0)
    from rental r join "order" o on o.id = r.order_id and o.payment_method = 'online'
      join book_posting p on p.rental_id = r.id and p.book_account = 'owner_payable' and p.person_id = s.owner_id
      join book_entry e on e.id = p.entry_id and e.kind <> all(${[...besideReceipts]}::text[])
    where r.owner_id = s.owner_id and r.status = 'Completed'
      and (${disputableUntil} >= ${now} or ${hasOpenDispute(sql`r.id`)})))
  from owner_sum s where s.owner_id = ${ownerId} and ${ready} > 0), 0)::bigint`

/** What of the money that is ready for an owner may still go back to renters, in centavos. One statement. */
export async function findMayGoBack(
  ctx: Pick<Context, 'db' | 'clock'>,
  _admin: MoneyAdmin,
  ownerId: string,
): Promise<number> {
  const { rows } = await sql<{ centavos: number }>`
    select ${mayGoBackPart(sql`${ownerId}::uuid`, ctx.clock.now())} as centavos`.execute(ctx.db)
  return rows[0]!.centavos
}
