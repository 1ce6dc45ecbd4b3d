import { sql } from 'kysely'
import type { Role } from '#domain/account/account.ts'
import type { AdminTies, Grant } from '#domain/account/admin-ties.ts'
import { lacksTwoFactor } from '#domain/account/two-factor.ts'
import type { Services, Tx } from './context.ts'

/**
 * The ids, in order, of the admins of the area `money` or `all` who can act now: not suspended or deleted, with a
 * confirmed email (opening the invitation confirms it), and with a second factor where the settings require one. One
 * statement.
 */
export async function listMoneyAdmins(tx: Tx, { settings }: Pick<Services, 'settings'>): Promise<string[]> {
  const isRequired = settings.adminTwoFactor === 'required'
  const { rows } = await sql<{ id: string; role: Role; twoFactorAt: Date | null; hasPasskey: boolean }>`
    select a.id, a.role, a.two_factor_at, exists (select from passkey p where p.account_id = a.id) as has_passkey
    from account a where a.role = 'admin' and a.admin_area in ('all', 'money') and a.email_verified
      and a.suspended_at is null and a.deleted_at is null order by a.id`.execute(tx)
  return rows.filter((admin) => !lacksTwoFactor(admin, { isRequired })).map(({ id }) => id)
}

/**
 * Who can act for money now, and who has their rights from whom, by the audit log: an admin of the command line has
 * them from nobody, also if another one limited them for a while. Two statements.
 */
export async function readAdminTies(tx: Tx, ctx: Pick<Services, 'settings'>): Promise<AdminTies> {
  const { rows } = await sql<Grant>`
    with made as (select subject_id, actor_id from event
        where audited and action = 'make-admin' and subject = 'account')
    select subject_id as "to", actor_id::text as by from made
    union select e.subject_id, e.actor_id::text from event e
      where e.audited and e.action = 'change-area' and e.subject = 'account' and e.detail->>'from' = 'support'
        and e.subject_id in (select subject_id from made)`.execute(tx)
  return { admins: await listMoneyAdmins(tx, ctx), grants: rows }
}
