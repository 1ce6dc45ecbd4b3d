import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/**
 * Takes what admins wrote about a person out of the audit log: the reasons of what they did to the account, to its
 * listings (also those that are deleted), and to rentals of either side and their disputes. Who did what stays. What
 * was written about a listing that is taken down becomes "Deleted" in the listing, too. Runs before the listings are
 * removed.
 */
export async function eraseReasons(tx: Tx, accountId: string): Promise<void> {
  // Older decisions on disputes have their reason as `decision`.
  await sql`update event e
    set detail = e.detail - case e.subject when 'deposit-claim' then '{reason,decision}' else '{reason}' end::text[]
    from (select 'account' as subject, ${accountId}::text as subject_id
      union select 'listing', l.id::text from listing l where l.owner_id = ${accountId}
      union select 'listing', a.subject_id from event a
        where a.actor_id = ${accountId} and a.subject = 'listing' and a.action = 'add'
      union select s.subject, r.id::text from rental r, (values ('rental'), ('deposit-claim')) s (subject)
        where ${accountId} in (r.renter_id, r.owner_id)) about
    where e.subject = about.subject and e.subject_id = about.subject_id and e.actor_role = 'admin'
      and (e.detail->>'reason' is not null
        or e.subject = 'deposit-claim' and e.detail->>'decision' is not null)`.execute(tx)
  await sql`update listing set take_down_reason = 'Deleted'
    where owner_id = ${accountId} and take_down_reason is not null`.execute(tx)
}
