import { sql } from 'kysely'
import type { Side } from '#domain/side.ts'
import { NO_SHOW_ANSWER_HOURS } from '#domain/terms.ts'
import { hoursAfter } from '#domain/time.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Who opens a dispute about a no-show, or answers the other's, is not silent: if the other side says that they did not
 * come, and its 24 hours are not over, they say so too. The caller holds the rental’s lock. Returns whether this
 * contradicts the other side now; a dispute alone says nothing.
 */
export async function contradictNoShow(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  rentalId: string,
  side: Side,
): Promise<boolean> {
  const now = clock.now()
  const { rows } = await sql`
    insert into no_show (rental_id, said_by, said_at) select r.id, ${side}, ${now}
    from rental r join no_show n on n.rental_id = r.id and n.said_by <> ${side}
    where r.id = ${rentalId} and r.status = 'Approved' and n.said_at > ${hoursAfter(now, -NO_SHOW_ANSWER_HOURS)}
      and exists (select from dispute d join dispute_statement s on s.dispute_id = d.id
        where d.rental_id = r.id and d.closed_at is null and s.by = ${side} and (s.kind = 'no-show'
          or s.part = 'answer' and d.kind = 'no-show' and d.opened_by <> 'system'))
    on conflict do nothing returning said_by`.execute(tx)
  return rows.length > 0
}
