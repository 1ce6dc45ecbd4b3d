import { type RawBuilder, sql } from 'kysely'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import type { MoneyAndDisputes } from '#domain/rental/ending.ts'
import type { Db } from '../context.ts'
import { grantedCentavos, isSettledByDispute } from '../refund/queries.ts'
import { linesJson } from '../book/queries.ts'

/** SQL: whether a dispute about a rental is open. While one is, a rental that was not handed over does not lapse. */
export const hasOpenDispute = (rentalId: RawBuilder<unknown>) => sql<boolean>`exists (select from dispute d
  where d.rental_id = ${rentalId} and d.closed_at is null)`

/** SQL: until when a dispute can be opened about the Completed rental `r`. */
export const disputableUntil = sql<Date>`coalesce(r.deposit_due_at,
  r.status_changed_at + make_interval(hours => ${CLAIM_HOURS}::int))`

/** SQL for the goodwill that the site paid the renter and the owner of the rental `r`, in centavos, as JSON. */
export const goodwillJson = sql<{ renter: number; owner: number }>`(select jsonb_build_object(
    'renter', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill'), 0),
    'owner', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill-owner'), 0))
  from book_posting p join book_entry e on e.id = p.entry_id
  where p.rental_id = r.id and p.book_account = 'goodwill')`

/**
 * SQL: the money of the rental `r` of the order `o` for the rules of an ending and of goodwill, as JSON. A late fee
 * counts once it is taken: until then the whole deposit may still go back. In cash nothing was paid before the
 * hand-over.
 */
export const moneyAndDisputesJson = sql<MoneyAndDisputes>`jsonb_build_object(
  'isDisputed', ${hasOpenDispute(sql`r.id`)},
  'isSettledByDispute', ${isSettledByDispute(sql`r.id`)},
  'money', jsonb_build_object(
    'inCash', o.payment_method = 'cash_on_delivery', 'ownerAsked', null, 'renterAsked', null,
    'lines', case when o.payment_method = 'online' or r.status in ('Active', 'Completed') then ${linesJson}
      else '[]'::jsonb end,
    'grantedBefore', ${grantedCentavos(sql`r.id`)},
    'lateCentavos', coalesce((select f.deposit_centavos from late_fee f
      where f.rental_id = r.id and f.settled_at is not null), 0), 'lateOpenCentavos', 0,
    'goodwillGiven', ${goodwillJson}))`

/** The `MoneyAndDisputes` of a rental. One statement. */
export async function findMoneyAndDisputes(db: Db, rentalId: string): Promise<MoneyAndDisputes> {
  const { rows } = await sql<{ facts: MoneyAndDisputes }>`select ${moneyAndDisputesJson} as facts
    from rental r join "order" o on o.id = r.order_id where r.id = ${rentalId}`.execute(db)
  return rows[0]!.facts
}
