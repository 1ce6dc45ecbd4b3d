import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Db } from '../context.ts'
import { type OpenRentals, openRentalCounts } from '../listing/open-rentals.ts'
import { fullName } from '../names.ts'
import { inTransaction, recordEvents } from '../record.ts'
import type { AdminUser } from './user-table.ts'

export type AdminUserPage = Omit<AdminUser, 'picture'> &
  OpenRentals & { suspendedByName: string | null; suspensionReason: string | null; reportCount: number }

/**
 * One account with the facts an admin needs before suspending it. Refusal: `not-found`, also once it is deleted. One
 * statement.
 */
export async function findUser(
  { db }: { db: Db },
  _admin: SupportAdmin,
  accountId: string,
): Promise<Verdict<{ user: AdminUserPage }>> {
  const { rows } = await sql<AdminUserPage>`
    select a.id, ${fullName('a')} as name, a.email, a.username, a.role, a.verification_status,
      a.created_at as joined_at, a.suspended_at, ${fullName('s')} as suspended_by_name,
      a.suspension_reason,
      (select count(*)::int from listing l where l.owner_id = a.id and l.archived_at is null) as listing_count,
      (select count(*)::int from report p where p.reported_id = a.id) as report_count, rented.*
    from account a left join account s on s.id = a.suspended_by,
      lateral (select count(*)::int as rental_count, ${openRentalCounts} from rental r
        where a.id in (r.renter_id, r.owner_id)) rented
    where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  const user = rows[0]
  return user ? { ok: true, user } : notFound()
}

/**
 * As `findUser`, to show the account to an admin. The audit log notes that they read it, unless it is their own.
 * Refusal: `not-found`.
 */
export async function openUser(
  ctx: Context,
  admin: SupportAdmin,
  accountId: string,
): Promise<Verdict<{ user: AdminUserPage }>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findUser({ db: tx }, admin, accountId)
    if (found.ok && accountId !== admin.id)
      await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'read-account' }])
    return found
  })
}
