import { data, redirect } from 'react-router'
import { z } from 'zod'
import { formatInstant } from '#domain/period.ts'
import type { ReportedKind } from '#domain/report/report.ts'
import { reportForm } from '#domain/report/report-form.ts'
import { type ReportableSubject, checkReport, sendReport } from '#server/report/send-report.ts'
import { hasReported, type SubjectId } from '#server/report/queries.ts'
import { answerForm } from '#app/answer-form.ts'
import { admit, formDataOf, guard } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportSent } from './report-sent.tsx'
import type { Route } from './+types/report.ts'

export const middleware = [guard('chat')]

const address = z
  .object({
    message: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    thread: z.uuid(),
    listing: z.uuid(),
    review: z.uuid(),
    sent: z.literal('1').catch('1'),
  })
  .partial()

const notHere = () => data('There is nothing here to report.', { status: 404 })

function readAddress({ searchParams }: URL) {
  const read = address.safeParse(Object.fromEntries(searchParams))
  if (!read.success) throw notHere()
  const { sent, ...named } = read.data
  const [only, ...more] = Object.entries(named)
  if (!only || more.length > 0) throw notHere()
  return { about: subjectOf(named), query: `${only[0]}=${only[1]}`, sent: sent !== undefined }
}

function subjectOf({ message, thread, listing, review }: Omit<z.output<typeof address>, 'sent'>): SubjectId {
  if (message !== undefined) return { messageId: message }
  if (thread !== undefined) return { threadId: thread }
  return listing === undefined ? { reviewId: review! } : { listingId: listing }
}

/**
 * `?message` is a message of the other person in a thread of the actor, `?thread` means that person; `?listing` and
 * `?review` are ones that the actor can see. With `?sent`, the subject may be gone since the actor reported it.
 */
export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'chat')
  const { about, sent } = readAddress(args.url)
  const found = await checkReport(ctx, about)
  if (!found.ok && sent && ctx.actor.kind === 'user' && (await hasReported(ctx.db, ctx.actor.id, about)))
    return { isGone: true as const }
  if (!found.ok) throw notHere()
  const { stored, reportedName, title } = found
  return {
    sent,
    about: found.about,
    threadId: stored.threadId ?? null,
    backTo: stored.threadId ? `/chat?thread_id=${stored.threadId}` : `/listing/${stored.listingId}`,
    reportedName,
    title,
    siteName: ctx.settings.siteName,
    kept: ctx.settings.kept.reports,
    quote: quoteOf(found),
  }
}

function quoteOf({ about, stored, title, reportedName }: ReportableSubject) {
  if (about === 'message')
    return {
      by: `${reportedName}, ${formatInstant(stored.messageSentAt!)}`,
      text: stored.messageText || 'A photo',
    }
  if (about === 'review') return { by: `${reportedName} on ${title}`, text: stored.reportedText! }
  return null
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'chat')
  const { about, query } = readAddress(args.url)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: reportForm,
    act: (form) => sendReport(ctx, { about, ...form }),
    answer: () => redirect(`/report?${query}&sent=1`),
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData && !('isGone' in loaderData) ? headingOf(loaderData) : 'Report', matches) },
]

type Shown = { about: ReportedKind; reportedName: string; title: string }

function headingOf({ about, reportedName, title }: Shown): string {
  if (about === 'person') return `Report ${reportedName}`
  return about === 'listing' ? `Report ${title}` : `Report this ${about}`
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  if ('isGone' in loaderData) return <ReportSent />
  const { sent, threadId, backTo, reportedName, siteName, quote } = loaderData
  if (sent) return <ReportSent subject={{ threadId, backTo, reportedName }} />
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  return (
    <div className="page max-w-2xl py-6 md:py-10">
      <BackLink to={backTo}>{threadId ? 'Conversation' : loaderData.title}</BackLink>
      <PageHeading
        title={headingOf(loaderData)}
        lead={`Our admins read it. ${reportedName} is not told who reported.`}
      />
      <Card padding="lg">
        {quote ? (
          <figure className="mb-6 border-l-4 border-line-strong pl-4">
            <figcaption className="text-sm text-muted">{quote.by}</figcaption>
            <blockquote
              dir="auto"
              className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line"
              tabIndex={0}
            >
              {quote.text}
            </blockquote>
          </figure>
        ) : null}
        <ReportForm siteName={siteName} kept={loaderData.kept} problem={problem} backTo={backTo} />
      </Card>
    </div>
  )
}
