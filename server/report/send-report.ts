import { v7 as uuid } from 'uuid'
import { asThreadParty } from '#domain/access.ts'
import { alreadyReported } from '#domain/report/report.ts'
import type { ReportForm } from '#domain/report/report-form.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { viewerOf } from '../names.ts'
import type { Context, Db } from '../context.ts'
import { changing, recordEvents } from '../record.ts'
import { findReportable, type Reportable, type Subject } from './queries.ts'

export type MayReport = { subject: Reportable; reporterId: string; reportedId: string; reportedName: string }

/**
 * Whether whoever asks may report this: the other person of a thread of theirs, or a message of that person. Refusals: `not-found`,
 * for anyone but the two of the thread; `own`; `assistant`.
 */
export async function mayReport(
  { actor, clock, db }: Pick<Context, 'actor' | 'clock'> & { db: Db },
  about: Subject,
): Promise<Verdict<MayReport>> {
  if (actor.kind !== 'user') return notFound()
  const subject = await findReportable(db, viewerOf(actor, { clock }), about)
  const gate = subject && asThreadParty(actor, subject)
  if (!subject || !gate?.ok) return notFound()
  const { side } = gate.party
  if (subject.message?.sender === side) return refuse('own', 'This message is your own.')
  if (subject.message?.sender === 'ai')
    return refuse('assistant', 'The assistant wrote this. Please tell us about it on the Contact page.')
  const [reportedId, reportedName] =
    side === 'renter' ? [subject.ownerId, subject.ownerName] : [subject.renterId, subject.renterName]
  return { ok: true, subject, reporterId: actor.id, reportedId, reportedName }
}

/**
 * Reports a person or a message to the admins; a message's text is kept as it is now. Refusals: those of `mayReport`; `reported`,
 * while an earlier report of the same by the same person is open; `limit`.
 */
export async function sendReport(
  ctx: Context,
  { about, reason, note }: { about: Subject } & ReportForm,
): Promise<Verdict<{ reportId: string }>> {
  const reporter = ctx.actor.kind === 'user' ? ctx.actor.id : ctx.ip
  const full = await ctx.limits.take('reports', reporter)
  if (full) return full
  return changing(ctx, async (tx): Promise<Verdict<{ reportId: string }>> => {
    const gate = await mayReport({ ...ctx, db: tx }, about)
    if (!gate.ok) return gate
    const { subject, reporterId, reportedId } = gate
    const { message, threadId } = subject
    const reportId = uuid()
    const inserted = await tx
      .insertInto('report')
      .values({
        id: reportId,
        reporterId,
        reportedId,
        threadId,
        messageId: message?.id ?? null,
        messageText: message?.body ?? null,
        messageSentAt: message?.sentAt ?? null,
        reason,
        note,
        createdAt: ctx.clock.now(),
      })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return alreadyReported()
    await recordEvents(tx, ctx, [{ subject: 'report', subjectId: reportId, action: 'send' }])
    return { ok: true, reportId }
  })
}
