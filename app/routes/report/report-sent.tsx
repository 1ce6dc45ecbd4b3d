import { reportThanks } from '#domain/report/report.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'

type ReportedSubject = { threadId: string | null; backTo: string; reportedName: string }

/** The confirmation for someone who has reported, with further possible actions while `subject` is not gone. */
export function ReportSent({ subject }: { subject?: ReportedSubject }) {
  return (
    <div className="page max-w-xl py-8 md:py-12">
      <EmptyState
        art="letter"
        headingLevel={1}
        title="Your report is with us"
        action={subject ? <Further {...subject} /> : <ButtonLink to="/products">Browse Items</ButtonLink>}
      >
        {reportThanks}
      </EmptyState>
    </div>
  )
}

function Further({ threadId, backTo, reportedName }: ReportedSubject) {
  return (
    <>
      <ButtonLink to={backTo}>{threadId ? 'Back to the conversation' : 'Back to the listing'}</ButtonLink>
      {threadId ? (
        <ButtonLink to={`/block?thread=${threadId}`} variant="secondary">
          Block {reportedName}
        </ButtonLink>
      ) : null}
    </>
  )
}
