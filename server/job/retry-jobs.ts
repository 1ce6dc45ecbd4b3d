import type { HeadAdmin } from '#domain/access.ts'
import { msAfter } from '#domain/time.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { LEASE_SECONDS } from './run-effects.ts'

/**
 * Makes a job due now that failed, or that waits after an error; its three days of attempts begin again. Its id
 * stays, so that an email that did arrive is not delivered twice. Refusal: `gone` (it was done meanwhile, is being
 * tried or will be within a minute, or has not been tried yet).
 */
export async function retryJob(
  ctx: Context,
  _admin: HeadAdmin,
  { jobId }: { jobId: number },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    // A job that is being tried is due at the end of its lease.
    const leaseEnd = msAfter(now, LEASE_SECONDS * 1000)
    const again = await tx
      .updateTable('effect')
      .set({ failedAt: null, attempts: 0, dueAt: now })
      .where('id', '=', jobId)
      .where('doneAt', 'is', null)
      .where('lastError', 'is not', null)
      .where(({ or, eb }) =>
        or([eb('failedAt', 'is not', null), eb('dueAt', '<=', now), eb('dueAt', '>', leaseEnd)]),
      )
      .returning('kind')
      .executeTakeFirst()
    if (!again) return refuse('gone', 'This job was done meanwhile, or is tried within a minute anyway.')
    await recordEvents(tx, ctx, [
      { subject: 'job', subjectId: String(jobId), action: 'try-again', detail: { kind: again.kind } },
    ])
    return { ok: true }
  })
}

/** Makes all failed jobs due now. Refusal: `gone` (there is none). */
export async function retryFailedJobs(ctx: Context, _admin: HeadAdmin): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
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
