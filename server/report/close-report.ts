import type { SupportAdmin } from '#domain/access.ts'
import { alreadyClosed, type ReportDecision, reportedIsGone } from '#domain/report/report.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { suspend } from '../account/suspend-account.ts'
import type { Context, Tx } from '../context.ts'
import { takeDown } from '../take-down/take-down-listing.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { rejectReview } from '../review/moderate-review.ts'
import { lockReport, type LockedReport } from './queries.ts'

type Closing = { reportId: string; decision: ReportDecision; note: string; reason: string; seen?: Date }

/**
 * An admin closes a report with a decision and a note for other admins, and the decision is carried out: the account
 * is suspended, the listing taken down (both with `reason`, which the reported person reads) or the review removed; if
 * that was done already, the report is closed all the same, and they hear nothing more. The reporter is notified that
 * it was looked at; `warned` and `review-removed` notify the reported person too. `seen` is when the text of the
 * review that the admin saw was written. Refusals: `not-found`; `decided`, when it is closed; `gone`, when there is no
 * such listing or review (any more), or the account of who would be warned is deleted; `stale`, when the review to be
 * removed was edited since; those of `suspend` and `takeDown`.
 */
export async function closeReport(
  ctx: Context,
  admin: SupportAdmin,
  { reportId, decision, note, reason, seen }: Closing,
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const report = await lockReport(tx, reportId)
    if (!report) return notFound()
    if (report.closedAt) return alreadyClosed()
    const done = await act(tx, ctx, admin, report, { decision, reason, seen })
    if (!done.ok && done.reason !== 'unchanged') return done
    await tx
      .updateTable('report')
      .set({ closedAt: ctx.clock.now(), closedBy: admin.id, decision, decisionNote: note })
      .where('id', '=', reportId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'report',
        subjectId: reportId,
        action: 'close',
        detail: { from: 'open', to: 'closed', decision },
      },
    ])
    const notifiesReported = done.ok && (decision === 'warned' || decision === 'review-removed')
    const to = notifiesReported ? (['reporter', 'reported'] as const) : (['reporter'] as const)
    await recordEffects(
      tx,
      ctx,
      to.map((each) => ({ kind: 'report-mail', payload: { reportId, to: each } })),
    )
    return { ok: true }
  })
}

async function act(
  tx: Tx,
  ctx: Context,
  admin: SupportAdmin,
  report: LockedReport,
  { decision, reason, seen }: Pick<Closing, 'decision' | 'reason' | 'seen'>,
): Promise<Verdict> {
  const { reportedId: accountId, reportedIsDeleted, listingId, reviewId } = report
  if (decision === 'suspended') return suspend(tx, ctx, admin, { accountId, reason })
  if (decision === 'taken-down')
    return listingId ? takeDown(tx, ctx, admin, { listingId, reason }) : reportedIsGone('listing')
  if (decision === 'review-removed')
    return reviewId ? rejectReview(tx, ctx, admin, { reviewId, seen }) : reportedIsGone('review')
  if (decision === 'warned' && reportedIsDeleted) return reportedIsGone('account')
  return { ok: true }
}
