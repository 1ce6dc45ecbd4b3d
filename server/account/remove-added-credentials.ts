import { sql } from 'kysely'
import type { Context, Db, Tx } from '../context.ts'
import { removePasskeys } from './change-passkeys.ts'
import { removeTwoFactor } from './change-two-factor.ts'
import { ownsPasskey } from './queries.ts'

/** Whether an account has a second factor, a passkey or a calendar address, which `removeAddedCredentials` removes. */
export async function hasAddedCredentials(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select two_factor_at is not null or ${ownsPasskey}
      or exists (select from calendar_feed where account_id = account.id) as has
    from account where id = ${accountId}`.execute(db)
  return rows[0]?.has ?? false
}

/**
 * Removes what opens or shows an account besides its password: the second factor, the passkeys and the calendar
 * address. For a person who has only the mailbox: a stranger may have signed up with their email and added these.
 */
export async function removeAddedCredentials(
  tx: Tx,
  ctx: Context,
  { id: accountId, twoFactorAt }: { id: string; twoFactorAt: Date | null },
): Promise<void> {
  if (twoFactorAt) await removeTwoFactor(tx, ctx, accountId)
  await removePasskeys(tx, ctx, { accountId })
  await tx.deleteFrom('calendarFeed').where('accountId', '=', accountId).execute()
}
