import { sql } from 'kysely'
import type { Role } from '#domain/account/account.ts'
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
