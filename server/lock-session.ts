import type { Context, Tx } from './context.ts'

/**
 * Whether the actor is still logged in by the session of the request, which nobody ends until the transaction does.
 * What opens or shows an account after its sessions were ended, such as a passkey, asks it.
 */
export async function lockSession(tx: Tx, { sessionId }: Pick<Context, 'sessionId'>): Promise<boolean> {
  if (sessionId === undefined) return false
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .forShare()
    .executeTakeFirst()
  return session !== undefined
}
