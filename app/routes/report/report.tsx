import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readForm } from '#domain/form.ts'
import { formatInstant } from '#domain/period.ts'
import { reportForm } from '#domain/report/report-form.ts'
import { mayReport, sendReport } from '#server/report/send-report.ts'
import { attempt } from '#app/attempt.ts'
import { admit, answerProblem, answerRefusal, formDataOf, guard, typed } from '#app/request.ts'
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
    message: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    thread: z.uuid().optional(),
    sent: z.literal('1').optional().catch(undefined),
  })
  .refine(({ message, thread }) => (message === undefined) !== (thread === undefined))

const notHere = () => data('There is nothing here to report.', { status: 404 })

function readAddress(request: Request) {
  const read = address.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!read.success) throw notHere()
  const { message, thread, sent } = read.data
  return {
    about: message === undefined ? { threadId: thread! } : { messageId: message },
    query: message === undefined ? `thread=${thread}` : `message=${message}`,
    sent: sent !== undefined,
  }
}

/** `?message` is a message of the other person in a thread of whoever asks, `?thread` stands for that person. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'chat')
  const { about, sent } = readAddress(args.request)
  const found = await mayReport(ctx, about)
  if (!found.ok) throw notHere()
  const { subject, reportedName } = found
  return {
    sent,
    threadId: subject.threadId,
    reportedName,
    siteName: ctx.settings.siteName,
    message: subject.message && { body: subject.message.body, at: formatInstant(subject.message.sentAt) },
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'chat')
  const { about, query } = readAddress(args.request)
  const formData = await formDataOf(args.request)
  const form = readForm(reportForm, formData)
  if (!form.ok) return answerProblem(form)
  const sent = await attempt(ctx, () => sendReport(ctx, { about, ...form.value }))
  if (!sent.ok) return answerRefusal(sent, { values: typed(formData) })
  return redirect(`/report?${query}&sent=1`)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Report ${loaderData.reportedName}` : 'Report', matches) },
]

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, threadId, reportedName, siteName, message } = loaderData
  if (sent) return <ReportSent {...{ threadId, reportedName }} />
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  return (
    <div className="page max-w-2xl py-6 md:py-10">
      <BackLink to={`/chat?thread_id=${threadId}`}>Conversation</BackLink>
      <PageHeading
        title={message ? 'Report this message' : `Report ${reportedName}`}
        lead={`Our admins read it. ${reportedName} is not told who reported.`}
      />
      <Card padding="lg">
        {message ? (
          <figure className="mb-6 border-l-4 border-line-strong pl-4">
            <figcaption className="text-sm text-muted">
              {reportedName}, {message.at}
            </figcaption>
            <blockquote
              dir="auto"
              className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line"
              tabIndex={0}
            >
              {message.body || 'A photo'}
            </blockquote>
          </figure>
        ) : null}
        <ReportForm siteName={siteName} problem={problem} backTo={`/chat?thread_id=${threadId}`} />
      </Card>
    </div>
  )
}
