import { randomInt } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { placeholderPictures, signUpFailed, type Role } from '#domain/account/account.ts'
import { decidePassword } from '#domain/account/password.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { normalized } from '#domain/characters.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { beginSession } from './begin-session.ts'
import { rememberDevice } from './known-device.ts'

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

/** `token` identifies the session in the database; the cookie contains it, signed. */
type Opened = { accountId: string; token: string | null; setCookie: string[] }

/**
 * Creates an account and logs it in, after counting the sign-up for the network. `setCookie` carries the session.
 * Refusals name their form field in `field`: `username-taken`, `password`; for the whole form: `email-taken` (with the
 * text of the product specification) and `limit`.
 */
export async function signUp(
  ctx: Context,
  account: NewAccount,
): Promise<Verdict<Opened> & { field?: 'username' | 'password' }> {
  const full = await ctx.limits.take('signUps', ctx.ip)
  if (full) return full
  const opened = await openAccount(ctx, account)
  if (!opened.ok) return opened
  await beginSession(ctx, opened.token, account.role)
  await inTransaction(ctx, async (tx) => {
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: opened.accountId, action: 'sign-up' }])
    await recordEffects(tx, ctx, [{ kind: 'welcome-mail', payload: { accountId: opened.accountId } }])
    return { ok: true as const }
  })
  return { ...opened, setCookie: [...opened.setCookie, rememberDevice(ctx, account.email.toLowerCase())] }
}

/** Creates an account without counting it for the network: for the command line, the first start and the demo data. */
export async function openAccount(
  ctx: Pick<Context, 'db' | 'auth' | 'log'>,
  account: NewAccount,
): Promise<Verdict<Opened> & { field?: 'username' | 'password' }> {
  const password = decidePassword(account.password, account)
  if (!password.ok) return { ...password, field: 'password' }
  if (await usernameTaken(ctx, account.username)) return usernameRefusal()
  try {
    const { response, headers } = await ctx.auth.api.signUpEmail({
      body: {
        name: `${account.firstName} ${account.lastName}`,
        firstName: account.firstName,
        lastName: account.lastName,
        username: account.username,
        email: account.email,
        password: normalized(account.password, 'NFKC'),
        role: account.role,
        adminArea: account.role === 'admin' ? (account.adminArea ?? 'all') : undefined,
        location: account.location,
        image: placeholderPictures[randomInt(placeholderPictures.length)]!,
      },
      returnHeaders: true,
    })
    return {
      ok: true,
      accountId: response.user.id,
      token: response.token,
      setCookie: headers.getSetCookie(),
    }
  } catch (error) {
    if (isAPIError(error)) {
      // Two sign-ups at the same time: the unique index refused the later one.
      if (await usernameTaken(ctx, account.username)) {
        const mine = await emailTaken(ctx, account.email)
        if (!mine) return usernameRefusal()
      }
      if (await emailTaken(ctx, account.email)) return refuse('email-taken', signUpFailed)
    }
    throw error
  }
}

const usernameRefusal = () => ({
  ...refuse('username-taken', 'This username is taken. Please choose another.'),
  field: 'username' as const,
})

async function usernameTaken({ db }: Pick<Context, 'db'>, username: string) {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}

async function emailTaken({ db }: Pick<Context, 'db'>, email: string) {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}
