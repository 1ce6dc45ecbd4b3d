import type { SupportAdmin } from '#domain/access.ts'
import { fullNameOf } from '#domain/account/full-name.ts'
import { decideVerification, type VerificationDecision } from '#domain/account/verification.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'

/**
 * An admin accepts (`verified`) or rejects a user, who is notified. `seen` is the full name that the admin saw: it is
 * what is verified. Refusals: `not-found`, `deleted`, `stale` (they took another name meanwhile), `unchanged`.
 */
export async function setVerification(
  ctx: Context,
  _admin: SupportAdmin,
  { accountId, decision, seen }: { accountId: string; decision: VerificationDecision; seen?: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'firstName', 'lastName', 'verificationStatus', 'deletedAt'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) return notFound()
    if (!account.deletedAt && seen !== undefined && seen !== fullNameOf(account)) return renamedMeanwhile()
    const verdict = decideVerification(account, decision)
    if (!verdict.ok) return verdict
    await tx
      .updateTable('account')
      .set({ verificationStatus: decision, updatedAt: ctx.clock.now() })
      .where('id', '=', accountId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'account',
        subjectId: accountId,
        action: decision === 'verified' ? 'verify' : 'reject',
        detail: { from: account.verificationStatus, to: decision },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'verification-mail', payload: { accountId, decision } }])
    return { ok: true as const }
  })
}

const renamedMeanwhile = () =>
  refuse('stale', 'They took another name meanwhile. Please look at it once more.')
