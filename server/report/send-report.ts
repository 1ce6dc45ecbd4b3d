import { v7 as uuid } from 'uuid'
import { asThreadParty } from '#domain/access.ts'
import { alreadyReported, type ReportedKind } from '#domain/report/report.ts'
import type { ReportForm } from '#domain/report/report-form.ts'
import { loginFirst, notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { viewerOf } from '../names.ts'
import type { Context, Db } from '../context.ts'
import { lockWriter } from '../lock-writer.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { seesListing } from '../review/queries.ts'
import {
  findReportableThread,
  findReportableText,
  type StoredSubject,
  type SubjectId,
  type ThreadSubjectId,
} from './queries.ts'

export type ReportableSubject = {
  about: ReportedKind
  /** What the row of the report stores of the reported subject. */
  stored: StoredSubject
  title: string
  reporterId: string
  reportedId: string
  reportedName: string
}
type Asking = Pick<Context, 'actor' | 'clock'> & { db: Db }

/**
 * Whether the actor may report this: the other person of a thread of theirs, a message of that person, a listing or a
 * review that they can see. Refusals: `not-found`; `own`; `assistant`.
 */
export async function checkReport(asking: Asking, subject: SubjectId): Promise<Verdict<ReportableSubject>> {
  return 'threadId' in subject || 'messageId' in subject
    ? mayReportInThread(asking, subject)
    : mayReportText(asking, subject)
}

async function mayReportInThread(
  { actor, clock, db }: Asking,
  about: ThreadSubjectId,
): Promise<Verdict<ReportableSubject>> {
  if (actor.kind !== 'user') return notFound()
  const subject = await findReportableThread(db, viewerOf(actor, { clock }), about)
  const gate = subject && asThreadParty(actor, subject)
  if (!subject || !gate?.ok) return notFound()
  const { side } = gate.party
  const { message, threadId, title } = subject
  if (message?.sender === side) return refuse('own', 'This message is your own.')
  if (message?.sender === 'ai')
    return refuse('assistant', 'The assistant wrote this. Please tell us about it on the Contact page.')
  const [reportedId, reportedName] =
    side === 'renter' ? [subject.ownerId, subject.ownerName] : [subject.renterId, subject.renterName]
  const stored = message
    ? { threadId, messageId: message.id, messageText: message.body, messageSentAt: message.sentAt }
    : { threadId }
  return {
    ok: true,
    about: message ? 'message' : 'person',
    stored,
    title,
    reporterId: actor.id,
    reportedId,
    reportedName,
  }
}

async function mayReportText(
  { actor, db }: Asking,
  about: { listingId: string } | { reviewId: string },
): Promise<Verdict<ReportableSubject>> {
  if (actor.kind !== 'user' || actor.role === 'admin') return notFound()
  const subject = await findReportableText(db, about)
  if (!subject || !(await seesListing({ actor, db }, { ...subject, id: subject.listingId })))
    return notFound()
  const { listingId, reviewId, authorId, text } = subject
  if (authorId === actor.id) return refuse('own', `This ${reviewId ? 'review' : 'listing'} is your own.`)
  return {
    ok: true,
    about: reviewId ? 'review' : 'listing',
    stored: { listingId, reviewId, reportedText: text },
    title: subject.title,
    reporterId: actor.id,
    reportedId: authorId,
    reportedName: subject.authorName,
  }
}

/**
 * Reports a person, a message, a listing or a review to the admins; its current text is stored. Refusals: those of
 * `checkReport`; `login`, when the reporter was deleted or suspended meanwhile; `reported`, while an earlier report of
 * the same by the same person is open; `limit`.
 */
export async function sendReport(
  ctx: Context,
  { about: subject, reason, note }: { about: SubjectId } & ReportForm,
): Promise<Verdict<{ reportId: string }>> {
  const reporter = ctx.actor.kind === 'user' ? ctx.actor.id : ctx.ip
  const refused = await ctx.limits.take('reports', reporter)
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<{ reportId: string }>> => {
    const gate = await checkReport({ ...ctx, db: tx }, subject)
    if (!gate.ok) return gate
    if (!(await lockWriter(tx, gate.reporterId))) return loginFirst()
    const { about, stored, reporterId, reportedId } = gate
    const reportId = uuid()
    const inserted = await tx
      .insertInto('report')
      .values({
        ...stored,
        id: reportId,
        about,
        reporterId,
        reportedId,
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
