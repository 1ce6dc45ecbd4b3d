import { loginFailed, type Portal, type Role } from '#domain/account/account.ts'
import type { Signed } from '#domain/account/passkey-form.ts'
import { accountSuspended } from '#domain/account/suspension.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { openSession } from './open-session.ts'
import { recordFailedLogIn } from './record-log-in.ts'
import { endSecondStep } from './second-step.ts'
import { usePasskey } from './use-passkey.ts'

/**
 * Logs in through a portal by a passkey, which counts as both factors: the device, and the finger, face or PIN that it
 * asks for. The account is the passkey's. Failed attempts count for the network; nobody can guess a signature, so they
 * do not count for the account, and nobody is locked out by them. Refusals: `passkey`, `credentials` (the portal of
 * another role), `suspended`, `limit`.
 */
export async function logInByPasskey(
  ctx: Context,
  { portal, passkey }: { portal: Portal; passkey: Signed },
): Promise<Verdict<{ role: Role; setCookie: string[] }>> {
  const attempt = await ctx.limits.countFailure('failedLoginsNetwork', ctx.ip)
  const used = attempt.ok ? await usePasskey(ctx, 'log-in', passkey) : attempt
  const account = await findByPasskey(ctx, passkey.id)
  if (!attempt.ok || !used.ok || account?.role !== portal) {
    await recordFailedLogIn(ctx, account?.email ?? '')
    return used.ok ? refuse('credentials', loginFailed) : used
  }
  if (account.suspendedAt) return accountSuspended(ctx.settings.supportEmail)
  await attempt.giveBack()
  const setCookie = await openSession(ctx, { ...account, passkey: passkey.id })
  if (!setCookie) return refuse('credentials', loginFailed)
  return { ok: true, role: account.role, setCookie: [...setCookie, endSecondStep()] }
}

const findByPasskey = ({ db }: Context, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.accountId')
    .select(['account.id', 'account.email', 'account.role', 'account.suspendedAt'])
    .where('passkey.credentialId', '=', credentialId)
    .where('account.deletedAt', 'is', null)
    .executeTakeFirst()
