import type { Admin } from '#domain/access.ts'
import { alreadyClosed, type ReportDecision } from '#domain/report/report.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'

/**
 * An admin closes a report with a decision and a note for other admins. The reporter is told that it was looked at; `warned` also
 * sends the reported a warning. Refusals: `not-found`; `decided`, when it is closed.
 */
export async function closeReport(
  ctx: Context,
  admin: Admin,
  { reportId, decision, note }: { reportId: string; decision: ReportDecision; note: string },
): Promise<Verdict> {
  return changing(ctx, async (tx): Promise<Verdict> => {
    const report = await tx
      .selectFrom('report')
      .select('closedAt')
      .where('id', '=', reportId)
      .forUpdate()
      .executeTakeFirst()
    if (!report) return notFound()
    if (report.closedAt) return alreadyClosed()
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
    const to = decision === 'warned' ? (['reporter', 'reported'] as const) : (['reporter'] as const)
    await recordEffects(
      tx,
      ctx,
      to.map((each) => ({ kind: 'report-mail', payload: { reportId, to: each } })),
    )
    return { ok: true }
  })
}
