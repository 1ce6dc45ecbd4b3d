import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { openAccount } from './open-account.ts'

/** Creates an admin account, from the command line or at first start. Refusals: those of `openAccount`. */
export async function createAdmin(
  services: Pick<Context, 'db' | 'passwords'>,
  {
    email,
    password,
    firstName,
    lastName,
  }: { email: string; password: string; firstName?: string; lastName?: string },
): Promise<Verdict<{ accountId: string }>> {
  const opened = await openAccount(services, {
    role: 'admin',
    firstName: firstName ?? 'Site',
    lastName: lastName ?? 'Admin',
    email: email.toLowerCase(),
    username: usernameFor(email),
    password,
  })
  // The operator of the site is trusted to own the address.
  if (opened.ok)
    await services.db
      .updateTable('account')
      .set({ emailVerified: true })
      .where('id', '=', opened.accountId)
      .execute()
  return opened
}

/** A username for an admin, who never types it. */
export function usernameFor(email: string): string {
  const base =
    email
      .split('@')[0]!
      .replaceAll(/[^\w.-]/g, '')
      .slice(0, 30) || 'admin'
  return `${base}-${Date.now().toString(36).slice(-5)}`
}

/** Creates the admin of `ADMIN_EMAIL` at the first start, when there is no admin yet. */
export async function ensureFirstAdmin(
  services: Pick<Context, 'db' | 'passwords' | 'log'>,
  admin: { email: string; password: string } | undefined,
): Promise<void> {
  if (!admin || (await hasAdmin(services))) return
  const verdict = await createAdmin(services, admin)
  // Another machine that started at the same moment was first.
  if (!verdict.ok && (await hasAdmin(services))) return
  if (!verdict.ok) throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD: ${verdict.message}`)
  services.log.info({ event: 'first-admin', accountId: verdict.accountId }, 'first admin created')
}

async function hasAdmin({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const admin = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
