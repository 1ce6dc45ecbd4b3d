import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { placeholderPictures, signUpFailed, type Role } from '#domain/account/account.ts'
import { decidePassword } from '#domain/account/password.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { hashPassword } from './write-password.ts'

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
 * Creates an account without counting or recording it: for the command line, the first start and the demo data.
 * Refusals: `password` reasons and `username-taken` with their field, and `email-taken`.
 */
export async function openAccount(ctx: Pick<Context, 'db' | 'auth'>, account: NewAccount): Promise<Opened> {
  const hashed = await hashNewPassword(ctx, account)
  if (!hashed.ok) return hashed
  return ctx.db.transaction().execute((tx) => insertAccount(tx, account, hashed.hash))
}

/** The hash of a new account's password, or why it is refused. Slow on purpose, so never inside a transaction. */
export async function hashNewPassword(
  ctx: Pick<Context, 'auth'>,
  account: NewAccount,
): Promise<Verdict<{ hash: string }> & { field?: 'password' }> {
  const password = decidePassword(account.password, account)
  if (!password.ok) return { ...password, field: 'password' }
  return { ok: true, hash: await hashPassword(ctx, account.password) }
}

/**
 * Writes an account and the hash of its password. Of two with one email or username at once, the later waits and is
 * refused. Refusals: `email-taken` (with the text of the product specification), `username-taken`.
 */
export async function insertAccount(tx: Tx, account: NewAccount, hash: string): Promise<Opened> {
  const { role, adminArea = 'all', firstName, lastName, username, location } = account
  const accountId = uuid()
  const email = account.email.toLowerCase()
  const inserted = await tx
    .insertInto('account')
    .values({
      id: accountId,
      email,
      username,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
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

/** A form that is sent again finds its own email and username taken: then it is told of the email. */
async function refuseTaken(tx: Tx, email: string): Promise<Opened> {
  const taken = await tx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return refuse('email-taken', signUpFailed)
  return {
    ...refuse('username-taken', 'This username is taken. Please choose another.'),
    field: 'username',
  }
}
