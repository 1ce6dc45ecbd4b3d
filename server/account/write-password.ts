import { normalized } from '#domain/text.ts'
import type { Context, Tx } from '../context.ts'
import { recordEndOfSessions } from '../news.ts'

/** The stored form of a password. Slow on purpose, so never inside a transaction. */
export async function hashPassword({ auth }: Pick<Context, 'auth'>, password: string): Promise<string> {
  return (await auth.$context).password.hash(normalized(password, 'NFKC'))
}

/** Whether a password is the stored one. */
export async function isPassword({ auth }: Pick<Context, 'auth'>, hash: string, password: string) {
  return (await auth.$context).password.verify({ hash, password: normalized(password, 'NFKC') })
}

/**
 * Writes a new password; false when it is not `was` any more. The account's sessions end, but for the one in `keep`.
 */
export async function writePassword(
  tx: Tx,
  { accountId, hash, was, keep }: { accountId: string; hash: string; was?: string; keep?: string },
  now: Date,
): Promise<boolean> {
  let credential = tx
    .updateTable('credential')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
  if (was !== undefined) credential = credential.where('password', '=', was)
  const written = await credential.returning('id').execute()
  if (written.length === 0) return false
  let sessions = tx.deleteFrom('session').where('userId', '=', accountId)
  if (keep !== undefined) sessions = sessions.where('id', '!=', keep)
  await sessions.execute()
  recordEndOfSessions(tx, accountId)
  return true
}
