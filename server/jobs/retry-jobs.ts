import type { Admin } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing, recordEvents } from '../record.ts'

/**
 * An admin has a job done now that failed or waits for its next try; the three days of tries begin anew. Its id
 * stays, so that what arrived after all arrives once. Refusal: `gone` (it was done meanwhile, or has not been tried
 * yet).
 */
export async function retryJob(ctx: Context, _admin: Admin, { jobId }: { jobId: number }): Promise<Verdict> {
  return changing(ctx, async (tx) => {
    const again = await tx
      .updateTable('effect')
      .set({ failedAt: null, attempts: 0, dueAt: ctx.clock.now() })
      .where('id', '=', jobId)
      .where('doneAt', 'is', null)
      .where('lastError', 'is not', null)
      .returning('kind')
      .executeTakeFirst()
    if (!again) return refuse('gone', 'This job was done meanwhile, or has not been tried yet.')
    await recordEvents(tx, ctx, [
      { subject: 'job', subjectId: String(jobId), action: 'try-again', detail: { kind: again.kind } },
    ])
    return { ok: true }
  })
}

/** An admin has all jobs done now that failed. Refusal: `gone` (none has). */
export async function retryFailedJobs(ctx: Context, _admin: Admin): Promise<Verdict> {
  return changing(ctx, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('effect')
      .set({ failedAt: null, attempts: 0, dueAt: ctx.clock.now() })
      .where('failedAt', 'is not', null)
      .where('doneAt', 'is', null)
      .executeTakeFirst()
    const count = Number(numUpdatedRows)
    if (count === 0) return refuse('gone', 'No job has failed any more.')
    await recordEvents(tx, ctx, [
      { subject: 'job', subjectId: 'all that failed', action: 'try-again', detail: { count } },
    ])
    return { ok: true }
  })
}
