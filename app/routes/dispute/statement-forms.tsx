import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import type { StatementProblem } from './answer-dispute-page.ts'
import { ClaimForm } from './claim-form.tsx'
import type { DisputePageView } from './view-dispute-page.ts'
import { StatementForm } from './statement-form.tsx'

type StatementFormsProps = { page: DisputePageView; problem: StatementProblem | undefined }

/** What one of the two can say on the dispute page now: an answer, an appeal, a claim, another problem. */
export function StatementForms({ page, problem }: StatementFormsProps) {
  const { may, side, partner, depositStatus, mayClaim, isPaidBeforeHandOver } = page
  const last = page.disputes.at(-1)
  const isOpen = last !== undefined && !last.closedAt
  const askedBy = isOpen ? (side === 'owner' ? last.ownerAsked : last.renterAsked) : null
  const problemOf = (intent: StatementProblem['intent']) => (problem?.intent === intent ? problem : undefined)
  const report = (heading: string) => (
    <StatementForm
      intent="open"
      heading={heading}
      lead={`${partner} reads it and has 72 hours to answer. Then we decide. Please try the chat first.`}
      label="What happened"
      button="Send"
      kinds={mayClaim ? may.kinds.filter((kind) => kind !== 'damage') : may.kinds}
      asks={asksOf(side, askedBy, isPaidBeforeHandOver)}
      problem={problemOf('open')}
    />
  )
  return (
    <>
      {may.answer ? (
        <StatementForm
          intent="answer"
          heading="Your side"
          lead={answerLead(page)}
          label="Your answer"
          button="Send Answer"
          asks={last?.appealedBy || may.appeal ? undefined : asksOf(side, askedBy, isPaidBeforeHandOver)}
          problem={problemOf('answer')}
        />
      ) : null}
      {may.appeal ? (
        <StatementForm
          intent="appeal"
          heading="Appeal"
          lead={
            `Until ${last?.dueAt ? formatInstant(last.dueAt) : ''}, once for you two. ` +
            'Another admin looks at it where there is one.'
          }
          label="What is new"
          hint="Something we could not know, or what we got wrong. They read this, too."
          button="Send Appeal"
          problem={problemOf('appeal')}
        />
      ) : null}
      {depositStatus && mayClaim ? (
        <ClaimForm depositStatus={depositStatus} partner={partner} problem={problemOf('claim')} />
      ) : null}
      {may.kinds.length > 0 && !may.answer && isOpen ? (
        <details key={last.said.length} open={problemOf('open') !== undefined}>
          <summary className="min-h-11 font-semibold">Report something else</summary>
          <div className="mt-4">{report('Something else')}</div>
        </details>
      ) : null}
      {may.kinds.length > 0 && !isOpen ? report('Report a problem') : null}
    </>
  )
}

function asksOf(side: DisputePageView['side'], asked: number | null, isPaidBeforeHandOver: boolean) {
  const instead =
    asked === null
      ? null
      : `In all: it takes the place of the ${formatPeso(asked)} that you ask for now. Empty, that stays.`
  if (side === 'owner')
    return {
      label: 'Amount you ask for',
      hint:
        instead ??
        'Of the deposit first; what goes beyond it is written down as owed. Leave it empty to ask for nothing.',
    }
  const hint = instead ?? 'Of what you paid besides the deposit. Leave it empty to ask for nothing.'
  const rest =
    'If they accept and there is no hand-over, the rest stays theirs, unless they withdraw or do not come.'
  return { label: 'Amount you ask back', hint: isPaidBeforeHandOver ? `${hint} ${rest}` : hint }
}

function answerLead({ side, disputes }: DisputePageView): string {
  const other = side === 'owner' ? 'The renter' : 'The owner'
  if (disputes.at(-1)?.appealedBy) return `You can answer the appeal once. ${other} reads it too.`
  return `You can answer once, until we decide. ${other} reads it too.`
}
