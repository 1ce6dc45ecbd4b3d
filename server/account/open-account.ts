import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { signUpFailed, type Role } from '#domain/account/account.ts'
import { placeholderPictures } from '#domain/account/picture.ts'
import { decidePassword } from '#domain/account/password.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { hashPassword } from './write-password.ts'
import { hasEmail } from './has-email.ts'

export type NewAccount = {
  role: Role
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  location?: string
  /** Of an admin; `all` by default. */
  adminArea?: AdminArea
}

/** A refusal names its form field in `field`, except `email-taken`. */
export type Opened = Verdict<{ accountId: string }> & { field?: 'username' | 'password' }

/**
 * Creates an account without the limit of sign-ups and without an event: for the command line, the first start and
 * the demo data. Refusals: those of `hashNewPassword` and `insertAccount`.
 */
export async function openAccount(
  ctx: Pick<Context, 'db' | 'passwords'>,
  account: NewAccount,
): Promise<Opened> {
  const hashed = await hashNewPassword(ctx, account)
  if (!hashed.ok) return hashed
  return ctx.db.transaction().execute((tx) => insertAccount(tx, account, hashed.hash))
}

/**
 * The hash of a new account's password. Slow on purpose, so never inside a transaction. Refusals: those of
 * `decidePassword`, with the field `password`.
 */
export async function hashNewPassword(
  ctx: Pick<Context, 'passwords'>,
  account: NewAccount,
): Promise<Verdict<{ hash: string }> & { field?: 'password' }> {
  const password = decidePassword(account.password, account)
  if (!password.ok) return { ...password, field: 'password' }
  return { ok: true, hash: await hashPassword(ctx, account.password) }
}

/**
 * Writes an account and the hash of its password. When two transactions insert the same email or username at the same
 * time, the second waits for the first to commit, and is then refused. `accountId` is a new UUIDv7 by default.
 * Refusals: `email-taken` (for the whole form), `username-taken` (field `username`).
 */
export async function insertAccount(
  tx: Tx,
  account: NewAccount,
  hash: string,
  accountId = uuid(),
): Promise<Opened> {
  const { role, adminArea = 'all', firstName, lastName, username, location } = account
  const email = account.email.toLowerCase()
  const inserted = await tx
    .insertInto('account')
    .values({
      id: accountId,
      email,
      username,
      firstName,
      lastName,
      role,
      adminArea: role === 'admin' ? adminArea : null,
      location,
      image: placeholderPictures[randomInt(placeholderPictures.length)]!,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return refuseTaken(tx, email)
  const credential = { id: uuid(), userId: accountId, accountId, providerId: 'credential', password: hash }
  await tx.insertInto('credential').values(credential).execute()
  return { ok: true, accountId }
}

/** Says which of the two is taken. Email goes first, as a form that is sent twice finds both of its own taken. */
async function refuseTaken(tx: Tx, email: string): Promise<Opened> {
  const taken = await tx.selectFrom('account').select('id').where(hasEmail(email)).executeTakeFirst()
  if (taken) return refuse('email-taken', signUpFailed)
  return {
    ...refuse('username-taken', 'This username is taken. Please choose another.'),
    field: 'username',
  }
}
