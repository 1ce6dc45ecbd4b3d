import { createHash, createHmac } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Context, Db, Services, Tx } from '../context.ts'

/** What a mailed link is for. */
export type Purpose = 'password-reset' | 'email-confirmation'

/**
 * Makes the token of a mailed link and keeps its hash. It follows from the effect that mails it, so that a mail sent
 * twice carries the same link, and neither the outbox nor a copy of the database holds one that works. A token that
 * was used stays used.
 */
export async function mintToken(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  purpose: Purpose,
  { accountId, effectId, expiresAt }: { accountId: string; effectId: number; expiresAt: Date },
): Promise<string> {
  const token = createHmac('sha256', settings.sessionSecret)
    .update(`${purpose}:${accountId}:${effectId}`)
    .digest('base64url')
  await db
    .insertInto('verification')
    .values({ id: uuid(), identifier: nameOf(purpose, token), value: accountId, expiresAt })
    .onConflict((conflict) => conflict.column('identifier').doNothing())
    .execute()
  return token
}

/** The account a token is for and whether it still works; null when we never mailed it, or the account was deleted. */
export async function findToken(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  purpose: Purpose,
  token: string,
) {
  const row = await db
    .selectFrom('verification')
    .innerJoin('account', (join) =>
      join.on((eb) => eb('account.id', '=', eb.cast<string>('verification.value', 'uuid'))),
    )
    .select(['account.id', 'account.email', 'account.username', 'account.role', 'account.emailVerified'])
    .select('verification.expiresAt')
    .where('identifier', '=', nameOf(purpose, token))
    .where('account.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { expiresAt, ...account } = row
  return { account, live: expiresAt > clock.now() }
}

/** Uses a token up. Of several at once one is told true; a used or expired one is told false. */
export async function takeToken(tx: Tx, purpose: Purpose, token: string, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('verification')
    .set({ expiresAt: now, updatedAt: now })
    .where('identifier', '=', nameOf(purpose, token))
    .where('expiresAt', '>', now)
    .returning('id')
    .execute()
  return taken.length === 1
}

/** Ends what other links of that kind an account was mailed. */
export async function endTokens(tx: Tx, purpose: Purpose, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('verification')
    .set({ expiresAt: now, updatedAt: now })
    .where('value', '=', accountId)
    .where('identifier', 'like', `${purpose}:%`)
    .where('expiresAt', '>', now)
    .execute()
}

/** Forgets sessions that ran out, and links a month after they did. */
export async function sweepTokens({ db, clock }: { db: Db; clock: Services['clock'] }): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('session').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('verification')
    .where('expiresAt', '<', new Date(now.getTime() - 30 * 86_400_000))
    .execute()
}

const nameOf = (purpose: Purpose, token: string) =>
  `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
