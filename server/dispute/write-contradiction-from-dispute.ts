import { sql } from 'kysely'
import { noShowKinds } from '#domain/dispute/dispute.ts'
import type { Side } from '#domain/side.ts'
import { NO_SHOW_ANSWER_HOURS } from '#domain/rental-limits.ts'
import { hoursAfter } from '#domain/time.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Writes what a side says in a dispute as its contradiction of a no-show: if the other side said, less than 24 hours
 * ago, that this side did not come, and this side stated a no-show, or that it was not handed over, in the open
 * dispute, or answered the other side’s dispute about that. The caller holds the rental’s lock. Returns whether it
 * wrote one now.
 */
export async function writeContradictionFromDispute(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  rentalId: string,
  side: Side,
): Promise<boolean> {
  const now = clock.now()
  const kinds = [...noShowKinds]
  const { rows } = await sql`
    insert into no_show (rental_id, said_by, said_at) select r.id, ${side}, ${now}
    from rental r join no_show n on n.rental_id = r.id and n.said_by <> ${side}
    where r.id = ${rentalId} and r.status = 'Approved' and n.said_at > ${hoursAfter(now, -NO_SHOW_ANSWER_HOURS)}
      and exists (select from dispute d join dispute_statement s on s.dispute_id = d.id
        where d.rental_id = r.id and d.closed_at is null and s.by = ${side}
          and (s.kind = any(${kinds}) or s.part = 'answer' and d.kind = any(${kinds}) and d.opened_by <> 'system'))
    on conflict do nothing returning said_by`.execute(tx)
  return rows.length > 0
}
