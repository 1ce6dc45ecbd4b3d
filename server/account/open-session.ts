import { createHmac } from 'node:crypto'
import { serialize } from 'hono/utils/cookie'
import { deviceOf } from '#domain/account/device.ts'
import { SESSION_COOKIE_SECONDS } from '#domain/account/session.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { beginSession, createSession, type LogIn } from './begin-session.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { SESSION_COOKIE } from './queries.ts'
import { recordLogIn } from './record-log-in.ts'

/**
 * Logs an account in, after everything that its log-in asks for: a new session, in place of the one that the request
 * came with, and an entry in the audit log. The browser becomes a known device; if it was none, the person is mailed,
 * except at the first log-in of all. Returns the cookies; null when the account, its password, its two-factor log-in
 * or the passkey changed meanwhile (`createSession`).
 */
export async function openSession(
  ctx: Context,
  account: LogIn & { email: string },
): Promise<string[] | null> {
  const { id, email, role } = account
  const setCookie = await startSession(ctx, account)
  if (setCookie === null) return null
  const isNewDevice = !(await knownDevice(ctx, email)) && (await wasHereBefore(ctx, id))
  await recordLogIn(ctx, { accountId: id, role })
  if (isNewDevice) await sendNewDeviceMail(ctx, id)
  return setCookie
}

/**
 * As `openSession`, for an account that was just created: without an entry in the audit log and without a mail. Null
 * when the account was suspended or deleted meanwhile.
 */
export async function startSession(
  ctx: Context,
  account: LogIn & { email: string },
): Promise<string[] | null> {
  const token = await createSession(ctx, account)
  if (token === null) return null
  await beginSession(ctx, token, account.role)
  return [sessionCookie(ctx, token), rememberDevice(ctx, account)]
}

const attributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

/** The cookie of a session: `token.signature`. Over https `server/http/host-cookies.ts` makes it `Secure`. */
export function sessionCookie(ctx: Pick<Context, 'settings'>, token: string): string {
  const signature = createHmac('sha256', ctx.settings.sessionSecret).update(token).digest('base64')
  return serialize(SESSION_COOKIE, `${token}.${signature}`, {
    maxAge: SESSION_COOKIE_SECONDS,
    ...attributes,
  })
}

/** Makes a browser forget the cookie of its session. */
export const endedSessionCookie = () => serialize(SESSION_COOKIE, '', { maxAge: 0, ...attributes })

/** Whether the account signed up or logged in before, as far as the audit log goes back. */
async function wasHereBefore({ db }: Context, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('subject', '=', 'account')
    .where('subjectId', '=', accountId)
    .where('action', 'in', ['sign-up', 'log-in'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function sendNewDeviceMail(ctx: Context, accountId: string): Promise<void> {
  const device = deviceOf(ctx.headers.get('user-agent'))
  const payload = { accountId, device, at: ctx.clock.now().toISOString() }
  await inTransaction(ctx, async (tx) => {
    await recordEffects(tx, ctx, [{ kind: 'new-device-mail', payload }])
    return { ok: true as const }
  })
}
