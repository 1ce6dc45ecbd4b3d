import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#domain/verdict.ts'
import type { Context, Db, Services, Tx } from '../context.ts'

/** `takeToken` and `endTokens` set both times to the same instant. */
const notEnded = sql<boolean>`verification.expires_at <> verification.updated_at`

/** The refusal for a mailed link that does not work (any more). */
export const deadLink = () =>
  refuse('link', 'This link was used already, has expired, or is not complete. Please ask for a new one.')

/** The purpose of a mailed link. */
export type Purpose = 'password-reset' | 'email-confirmation' | 'email-change'

/**
 * Makes the token of a mailed link and stores its hash. It is derived from the id of the job that mails it, so that a
 * mail sent twice has the same link, and neither the outbox nor a copy of the database contains a working link. Sent
 * again, it is good until the later `expiresAt`; a token that was used or ended stays so. `about` is a text that the
 * token carries: another one would be another token.
 */
export async function mintToken(
  db: Db,
  { settings }: Pick<Services, 'settings'>,
  purpose: Purpose,
  {
    accountId,
    effectId,
    expiresAt,
    about,
  }: { accountId: string; effectId: number; expiresAt: Date; about?: string },
): Promise<string> {
  const secret = createHmac('sha256', settings.sessionSecret)
    .update(`${purpose}:${accountId}:${effectId}`)
    .digest('base64url')
  const token = about === undefined ? secret : `${secret}.${Buffer.from(about).toString('base64url')}`
  await db
    .insertInto('verification')
    .values({ id: uuid(), identifier: nameOf(purpose, token), value: accountId, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('identifier')
        .doUpdateSet({ expiresAt: sql<Date>`greatest(verification.expires_at, excluded.expires_at)` })
        .where(notEnded),
    )
    .execute()
  return token
}

/** The text that a token carries, for one that `findToken` found; null when it carries none. */
export function aboutOf(token: string): string | null {
  const [, about] = token.split('.')
  return about ? Buffer.from(about, 'base64url').toString('utf8') : null
}

/**
 * The account of a token and whether the token still works; null when we never mailed it, or the account was deleted.
 */
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
  return { account, isValid: expiresAt > clock.now() }
}

/** Marks a token as used. Of parallel calls one returns true; a used or expired token returns false. */
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

/** Ends all other links of that purpose that were mailed to an account. */
export async function endTokens(tx: Tx, purpose: Purpose, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('verification')
    .set({ expiresAt: now, updatedAt: now })
    .where('value', '=', accountId)
    .where('identifier', 'like', `${purpose}:%`)
    .where(notEnded)
    .execute()
}

/** Forgets all links of that purpose that were mailed to an account, also the used ones: they say nothing any more. */
export async function forgetTokens(tx: Tx, purpose: Purpose, accountId: string): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where('value', '=', accountId)
    .where('identifier', 'like', `${purpose}:%`)
    .execute()
}

/**
 * Uses a token that was mailed to an account, ends its other links of that purpose, and confirms its email, as whoever
 * has the token can read its mail. Of parallel calls one returns true.
 */
export async function proveEmail(
  tx: Tx,
  purpose: 'password-reset' | 'email-confirmation',
  { token, accountId }: { token: string; accountId: string },
  now: Date,
): Promise<boolean> {
  if (!(await takeToken(tx, purpose, token, now))) return false
  await endTokens(tx, purpose, accountId, now)
  await tx
    .updateTable('account')
    .set({ emailVerified: true, updatedAt: now })
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .execute()
  return true
}

/**
 * Ends every change of an account's email that is under way: the links that were mailed, and the mails with others.
 * The account must be locked: the mail of a link locks it, too, while it makes the link.
 */
export async function endEmailChanges(tx: Tx, accountId: string, now: Date): Promise<void> {
  await endTokens(tx, 'email-change', accountId, now)
  await sql`delete from effect where kind = 'email-change-mail' and done_at is null
    and payload->>'stage' = 'confirm' and payload->>'accountId' = ${accountId}`.execute(tx)
}

/**
 * Ends every link that sets an account's password: those that were mailed, and the mails with others. The account must
 * be locked, as for `endEmailChanges`.
 */
export async function endPasswordLinks(tx: Tx, accountId: string, now: Date): Promise<void> {
  await endTokens(tx, 'password-reset', accountId, now)
  await sql`delete from effect where kind in ('password-reset-mail', 'admin-invitation-mail') and done_at is null
    and payload->>'accountId' = ${accountId}`.execute(tx)
}

const nameOf = (purpose: Purpose, token: string) =>
  `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
