import { isProofRecent } from '#domain/account/proof.ts'
import { codeRefusal, isAppCode, plainCode } from '#domain/account/two-factor.ts'
import { loginFirst, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { checkPassword } from './check-password.ts'
import { endSessions } from './end-session.ts'
import { countAttempt, LOGGED_IN } from './failed-attempts.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  openSecret,
  qrOf,
  sealSecret,
} from './two-factor-secret.ts'
import type { QrCode } from '../qr-code.ts'
import { isTwoFactorOn, useAppCode } from './use-code.ts'

const alreadyOn = () => refuse('unchanged', 'Two-factor log-in is on already.')

const tooLate = () => refuse('gone', 'That took too long. Please begin again.')

/**
 * Begins to set up two-factor log-in for the actor: stores a new secret, which does not count before
 * `confirmTwoFactor`, and is good for 15 minutes in this session. Refusals: `login`, `password`, `limit`, `unchanged`
 * (it is on).
 */
export async function beginTwoFactor(ctx: Context, { password }: { password: string }): Promise<Verdict> {
  const { actor, sessionId } = ctx
  if (actor.kind !== 'user' || !sessionId) return loginFirst()
  const known = await checkPassword(ctx, actor, password)
  if (!known.ok) return known
  return inTransaction(ctx, async (tx) => {
    if (await isTwoFactorOn(tx, actor.id)) return alreadyOn()
    const begun = { secret: sealSecret(ctx, actor.id, newSecret()), sessionId, createdAt: ctx.clock.now() }
    await tx
      .insertInto('twoFactor')
      .values({ accountId: actor.id, ...begun })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ ...begun, lastStep: 0 }))
      .execute()
    return { ok: true as const }
  })
}

/**
 * Switches two-factor log-in on, once the actor's app gives a right code, ends their other sessions, and mails that it
 * is on. `codes` are the recovery codes, shown this once: only their hashes are stored. Refusals: `login`, `limit`,
 * `code`, `unchanged`, `gone` (it was begun more than 15 minutes ago or in another session, or ended by a new
 * password).
 */
export async function confirmTwoFactor(
  ctx: Context,
  { code }: { code: string },
): Promise<Verdict<{ codes: string[] }>> {
  const { actor, sessionId } = ctx
  if (actor.kind !== 'user' || !sessionId) return loginFirst()
  const attempt = await countAttempt(ctx, actor.email, LOGGED_IN)
  if (!attempt.ok) return attempt
  const verdict = await inTransaction<Verdict<{ codes: string[] }>>(ctx, async (tx) => {
    if (await isTwoFactorOn(tx, actor.id)) return alreadyOn()
    if (!(await isBegun(tx, ctx, { accountId: actor.id, sessionId }))) return tooLate()
    const plain = plainCode(code)
    const right = isAppCode(plain) ? await useAppCode(tx, ctx, actor.id, plain) : codeRefusal()
    if (!right.ok) return right
    const codes = await writeRecoveryCodes(tx, ctx, actor.id)
    await tx.updateTable('account').set({ twoFactorAt: ctx.clock.now() }).where('id', '=', actor.id).execute()
    await tx.updateTable('twoFactor').set({ sessionId: null }).where('accountId', '=', actor.id).execute()
    await endSessions(tx, actor.id, { keep: sessionId })
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: actor.id, action: 'switch-on-two-factor' }])
    await recordEffects(tx, ctx, [
      { kind: 'two-factor-mail', payload: { accountId: actor.id, change: 'on' } },
    ])
    return { ok: true, codes }
  })
  if (verdict.ok || verdict.reason !== 'code') await attempt.succeeded()
  return verdict
}

/** Stores new recovery codes in place of the old ones, and returns them. */
export async function writeRecoveryCodes(
  tx: Tx,
  ctx: Pick<Context, 'settings'>,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ accountId, hash: hashRecoveryCode(ctx, accountId, code) })))
    .execute()
  return codes
}

export type TwoFactorState = {
  isOn: boolean
  /** How many recovery codes are left. */
  codesLeft: number
  /** What the app needs while it is set up: the secret as text, and as a QR code. */
  setup: { secret: string; qr: QrCode } | null
}

/**
 * How far the two-factor log-in of a person is. The secret is returned only while it is being set up, and only to the
 * session that began.
 */
export async function readTwoFactor(
  ctx: Pick<Context, 'db' | 'settings' | 'clock' | 'sessionId'>,
  { id, email }: { id: string; email: string },
): Promise<TwoFactorState> {
  const row = await ctx.db
    .selectFrom('account')
    .leftJoin('twoFactor', 'twoFactor.accountId', 'account.id')
    .select(['account.twoFactorAt', 'twoFactor.secret', 'twoFactor.sessionId', 'twoFactor.createdAt'])
    .select((eb) =>
      eb
        .selectFrom('recoveryCode')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('n'))
        .whereRef('recoveryCode.accountId', '=', 'account.id')
        .where('usedAt', 'is', null)
        .as('codesLeft'),
    )
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  const isOn = row.twoFactorAt !== null
  const codesLeft = row.codesLeft ?? 0
  const isHere = row.sessionId !== null && row.sessionId === ctx.sessionId
  const isSetUp = !isOn && isHere && isProofRecent(row.createdAt ?? undefined, ctx.clock.now())
  const secret = isSetUp && row.secret ? openSecret(ctx, id, row.secret) : null
  if (!secret) return { isOn, codesLeft, setup: null }
  return { isOn, codesLeft, setup: { secret, qr: qrOf(secret, { email, siteName: ctx.settings.siteName }) } }
}

/** Whether setting up was begun in this session, by the password, within 15 minutes. */
async function isBegun(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('twoFactor')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return isProofRecent(row?.createdAt, clock.now())
}
