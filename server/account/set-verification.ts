import type { SupportAdmin } from '#domain/access.ts'
import { decideVerification, type VerificationDecision } from '#domain/account/verification.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'

/** An admin accepts (`verified`) or rejects a user, who is notified. Refusals: `not-found`, `deleted`, `unchanged`. */
export async function setVerification(
  ctx: Context,
  _admin: SupportAdmin,
  { accountId, decision }: { accountId: string; decision: VerificationDecision },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'verificationStatus', 'deletedAt'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) return notFound()
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
