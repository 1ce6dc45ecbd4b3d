import type { FormProblem } from '#domain/form.ts'
import { formatInstant } from '#domain/period.ts'
import { MAX_REPORT_NOTE } from '#domain/report/report-form.ts'
import { decisionTexts, type ReportDecision, reportDecisions } from '#domain/report/report.ts'
import { IntentForm } from '#app/ui/intent-form.tsx'
import { RadioCards, TextArea } from '#app/ui/primitives/field.tsx'
import type { AdminReportPage } from '#server/report/find-report.ts'
import { Link } from '#app/ui/link.tsx'
import { Facts } from '../facts.tsx'

const hints: Record<ReportDecision, string> = {
  'no-action': 'Nothing against the rules.',
  warned: 'They get a letter that reminds them of the rules. It does not say who reported.',
  'review-removed': 'Nobody sees it any more, and its author is told.',
  'taken-down': 'Nobody else sees it until an admin puts it back. Open requests end, with everything back.',
  suspended: 'They are logged out and their listings hidden until an admin ends it. Open requests end.',
  removed: 'You deleted the account or the listing before closing.',
}

/** The decision on a report, with a reason. It can't be undone. */
export function CloseReport({ page, problem }: { page: AdminReportPage; problem: FormProblem | undefined }) {
  return (
    <section aria-labelledby="close-heading">
      <h2 id="close-heading" className="text-xl">
        Your decision
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        {page.reporterEmail === null
          ? 'Who reported it has no account any more.'
          : `${page.reporterName} hears that we looked at it, and nothing more.`}
        {page.reportedEmail === null ? null : (
          <>
            {' '}
            To delete the account, go to{' '}
            <Link to={`/admin/users?${new URLSearchParams({ search: page.reportedEmail })}`} className="link">
              Users
            </Link>{' '}
            first.
          </>
        )}
      </p>
      <IntentForm
        intent="close"
        problem={problem}
        button="Close report"
        busyText="Saving..."
        className="max-w-2xl"
      >
        {(field) => (
          <>
            {page.reviewWrittenAt ? (
              <input type="hidden" name="seen" value={page.reviewWrittenAt.toISOString()} />
            ) : null}
            <RadioCards
              legend="Decision"
              {...field('decision')}
              required
              options={reportDecisions
                .filter((value) => isPossible(page, value))
                .map((value) => ({
                  value,
                  label: decisionTexts[value],
                  hint: hints[value],
                }))}
            />
            <TextArea
              label="Note"
              {...field('note')}
              rows={4}
              required
              maxLength={MAX_REPORT_NOTE}
              hint="Why. Only admins read this."
            />
            <TextArea
              label="Reason"
              {...field('reason')}
              rows={3}
              maxLength={MAX_REPORT_NOTE}
              hint={`${page.reportedName} reads this. Needed to suspend an account or take a listing down.`}
            />
          </>
        )}
      </IntentForm>
    </section>
  )
}

function isPossible(page: AdminReportPage, decision: ReportDecision): boolean {
  if (decision === 'taken-down') return page.listingId !== null
  if (decision === 'review-removed') return page.reviewId !== null
  if (decision === 'warned') return page.reportedEmail !== null
  return decision !== 'suspended' || (page.reportedEmail !== null && !page.isSuspended)
}

/** The decision, who made it and when. */
export function ClosedReport({ page }: { page: AdminReportPage }) {
  if (!page.closedAt || !page.decision) return null
  return (
    <section aria-labelledby="closed-heading">
      <h2 id="closed-heading" className="text-xl">
        Decision
      </h2>
      <Facts
        facts={[
          ['Decision', decisionTexts[page.decision]],
          ['Closed', `${formatInstant(page.closedAt)}, by ${page.closedByName}`],
          ['Note', page.decisionNote],
        ]}
      />
    </section>
  )
}
