import { codeRefusal, isAppCode, plainCode } from '#domain/account/two-factor.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { hashRecoveryCode, openSecret, stepOf } from './two-factor-secret.ts'

type Using = Pick<Context, 'settings' | 'clock' | 'log' | 'actor'>

/**
 * Takes a code of an account, once: of its authenticator app, or a recovery code, about whose use the person is
 * mailed. Of parallel calls with one code, one succeeds. Refusal: `code`.
 */
export async function useCode(
  tx: Tx,
  ctx: Using,
  { accountId, code }: { accountId: string; code: string },
): Promise<Verdict> {
  const plain = plainCode(code)
  if (!isAppCode(plain)) return useRecoveryCode(tx, ctx, accountId, plain)
  return (await isTwoFactorOn(tx, accountId)) ? useAppCode(tx, ctx, accountId, plain) : codeRefusal()
}

/** Whether two-factor log-in of an account is on, which cannot change until the transaction ends. */
export async function isTwoFactorOn(tx: Tx, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select('twoFactorAt')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account?.twoFactorAt !== null
}

/** As `useCode`, for codes of the app only, and also while two-factor log-in is set up. */
export async function useAppCode(tx: Tx, ctx: Using, accountId: string, code: string): Promise<Verdict> {
  const row = await tx
    .selectFrom('twoFactor')
    .select(['secret', 'lastStep'])
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return codeRefusal()
  const secret = openSecret(ctx, accountId, row.secret)
  if (!secret) {
    ctx.log.error({ event: 'two-factor-unreadable', accountId }, 'SESSION_SECRET is not the one it was')
    return codeRefusal()
  }
  const step = stepOf(secret, code, ctx.clock.now())
  if (step === null || step <= row.lastStep) return codeRefusal()
  await tx.updateTable('twoFactor').set({ lastStep: step }).where('accountId', '=', accountId).execute()
  return { ok: true }
}

async function useRecoveryCode(tx: Tx, ctx: Using, accountId: string, code: string): Promise<Verdict> {
  const used = await tx
    .updateTable('recoveryCode')
    .set({ usedAt: ctx.clock.now() })
    .where('accountId', '=', accountId)
    .where('hash', '=', hashRecoveryCode(ctx, accountId, code))
    .where('usedAt', 'is', null)
    .returning('hash')
    .execute()
  if (used.length === 0) return codeRefusal()
  await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'use-recovery-code' }])
  await recordEffects(tx, ctx, [{ kind: 'two-factor-mail', payload: { accountId, change: 'recovery-code' } }])
  return { ok: true }
}
