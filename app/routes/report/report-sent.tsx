import { reportThanks } from '#domain/report/report.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'

/** What someone reads who has reported, and what else they can do. */
export function ReportSent({ threadId, reportedName }: { threadId: string; reportedName: string }) {
  return (
    <div className="page max-w-xl py-8 md:py-12">
      <EmptyState
        art="letter"
        headingLevel={1}
        title="Your report is with us"
        action={
          <>
            <ButtonLink to={`/chat?thread_id=${threadId}`}>Back to the conversation</ButtonLink>
            <ButtonLink to={`/block?thread=${threadId}`} variant="secondary">
              Block {reportedName}
            </ButtonLink>
          </>
        }
      >
        {reportThanks}
      </EmptyState>
    </div>
  )
}
