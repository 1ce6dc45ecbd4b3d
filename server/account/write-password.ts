import type { Context, Tx } from '../context.ts'
import { endSessions } from './end-session.ts'
import { endEmailChanges, endPasswordLinks } from './mail-token.ts'
import { lockAccount } from './queries.ts'

/** Hashes a password for storage. Slow on purpose, so never inside a transaction. */
export function hashPassword({ passwords }: Pick<Context, 'passwords'>, password: string) {
  return passwords.hash(password)
}

/** Whether a password matches the stored hash. */
export function isPassword({ passwords }: Pick<Context, 'passwords'>, hash: string, password: string) {
  return passwords.verify({ hash, password })
}

/** Whether a hash is still that of the account's password, which cannot change until the transaction ends. */
export async function isStillPassword(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const credential = await tx
    .selectFrom('credential')
    .select('id')
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
    .where('password', '=', hash)
    .forShare()
    .executeTakeFirst()
  return credential !== undefined
}

/**
 * Stores a new password; false when the stored one is not `was` any more. Ends the account's sessions, except the one
 * in `keep`, links that would change its email or set another password, and a two-factor log-in that is only being set
 * up. No browser is a known device any more: the caller makes its own one again (`rememberDevice`).
 */
export async function writePassword(
  tx: Tx,
  { accountId, hash, was, keep }: { accountId: string; hash: string; was?: string; keep?: string },
  now: Date,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account) return false
  let credential = tx
    .updateTable('credential')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
  if (was !== undefined) credential = credential.where('password', '=', was)
  const written = await credential.returning('id').execute()
  if (written.length === 0) return false
  await endEmailChanges(tx, accountId, now)
  await endPasswordLinks(tx, accountId, now)
  if (!account.twoFactorAt) await tx.deleteFrom('twoFactor').where('accountId', '=', accountId).execute()
  await endSessions(tx, accountId, { keep })
  await tx.updateTable('account').set({ passwordResetAt: now }).where('id', '=', accountId).execute()
  return true
}
