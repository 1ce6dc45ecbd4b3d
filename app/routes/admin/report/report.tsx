import { data } from 'react-router'
import { formatInstant } from '#domain/period.ts'
import { closeReportForm } from '#domain/report/report-form.ts'
import { reasonTexts, subjectTexts } from '#domain/report/report.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { type AdminReportPage, findReport } from '#server/report/find-report.ts'
import { closeReport } from '#server/report/close-report.ts'
import { openReportedThread } from '#server/report/open-reported-thread.ts'
import { answerForm } from '#app/answer-form.ts'
import { formDataOf, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { supportAdminOf } from '../admin-of.ts'
import { ClosedReport, CloseReport } from './close-report.tsx'
import { Facts } from '../facts.tsx'
import { ReportedThread } from './reported-thread.tsx'
import type { Route } from './+types/report.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return foundOf(await findReport(ctx, admin, uuidOf(args.params.reportId))).page
}

/**
 * `read` opens the conversation, with a new entry in the audit log each time; only its answer contains the messages.
 */
export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const reportId = uuidOf(args.params.reportId)
  const formData = await formDataOf(args.request)
  if (formData.get('intent') === 'read') {
    const opened = foundOf(await openReportedThread(ctx, admin, { reportId }))
    return data(opened, { headers: { 'Cache-Control': 'no-store' } })
  }
  return answerForm(ctx, formData, {
    schema: closeReportForm,
    act: (form) => closeReport(ctx, admin, { reportId, ...form }),
    toastAt: ({ reason }) => (reason === 'decided' ? `/admin/reports/${reportId}` : undefined),
    to: '/admin/reports?status=open',
    done: 'Report closed.',
  })
}

/** After a refusal the review may have been edited: the page shows its current text. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Report: ${loaderData.reportedName}` : 'Report', matches) },
]

export default function AdminReport({ loaderData: page, actionData }: Route.ComponentProps) {
  const problem = actionData && !actionData.ok ? actionData : undefined
  const messages = actionData?.ok ? actionData.messages : null
  return (
    <>
      <BackLink to="/admin/reports">Reports</BackLink>
      <PageHeading
        title={page.reportedName}
        lead={`${page.reporterName} reported ${whatText[page.about]}: ${reasonTexts[page.reason].label}.`}
      />
      <div className="grid gap-10">
        <Card as="section" aria-labelledby="what-was-reported">
          <h2 id="what-was-reported" className="text-xl">
            What was reported
          </h2>
          {page.messageText === null ? null : (
            <Quote label={`Message of ${page.messageSentAt ? formatInstant(page.messageSentAt) : ''}`}>
              {page.messageText || 'A photo'}
            </Quote>
          )}
          {page.reportedText === null ? null : (
            <Quote label={subjectTexts[page.about]}>{page.reportedText}</Quote>
          )}
          {page.editedText === null ? null : <Quote label="The review now">{page.editedText}</Quote>}
          {page.note === '' ? null : <Quote label={`Note by ${page.reporterName}`}>{page.note}</Quote>}
          <Facts facts={factsOf(page)} />
        </Card>
        {page.renterName === null ? null : <ReportedThread page={page} messages={messages} />}
        {page.closedAt ? <ClosedReport page={page} /> : <CloseReport page={page} problem={problem} />}
      </div>
    </>
  )
}

const whatText = {
  person: 'them',
  message: 'a message of theirs',
  listing: 'a listing of theirs',
  review: 'a review of theirs',
}

function factsOf(page: AdminReportPage): [string, React.ReactNode][] {
  return [
    [
      'Reported',
      page.reportedEmail === null ? (
        page.reportedName
      ) : (
        <Link key="to" to={`/admin/users/${page.reportedId}`} className="link">
          {page.reportedName}
        </Link>
      ),
    ],
    ['By', <Account key="by" name={page.reporterName} email={page.reporterEmail} />],
    ['On', formatInstant(page.createdAt)],
    [
      page.renterName === null ? 'Listing' : 'Listing they talked about',
      page.listingId === null ? (
        page.title
      ) : (
        <Link key="listing" to={`/admin/listings/${page.listingId}`} className="link">
          {page.title}
        </Link>
      ),
    ],
    [
      'Reports of this person',
      page.reportsOfThem === 1
        ? 'The first'
        : `${page.reportsOfThem}, by ${peopleText(page.peopleReporting)}`,
    ],
    [
      'Reports by this reporter',
      page.reportsByReporter === 1 ? 'Their first' : String(page.reportsByReporter),
    ],
  ]
}

const peopleText = (n: number) => (n === 1 ? '1 person' : `${n} people`)

function Account({ name, email }: { name: string; email: string | null }) {
  if (email === null) return name
  return (
    <Link to={`/admin/users?${new URLSearchParams({ search: email })}`} className="link">
      {name}
    </Link>
  )
}

function Quote({ label, children }: { label: string; children: string }) {
  return (
    <figure className="mt-4 border-l-4 border-line-strong pl-4">
      <figcaption className="text-sm text-muted">{label}</figcaption>
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line">
        {children}
      </blockquote>
    </figure>
  )
}
