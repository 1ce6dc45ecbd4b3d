import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { MAX_REPORT_NOTE } from '#domain/report/report-form.ts'
import { reasonTexts, reportReasons } from '#domain/report/report.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { Link } from '#app/ui/link.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError, RadioCards, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type ReportFormProps = {
  siteName: string
  /** For how long reports are kept after they were closed. */
  kept: string
  problem: FormProblem | undefined
  backTo: string
}

/** The reason, and what happened: the text is required only for “something else”. */
export function ReportForm({ siteName, kept, problem, backTo }: ReportFormProps) {
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formMethod === 'POST'
  const field = fieldsOf(problem)
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-6">
      <FormError>{problem?.formError}</FormError>
      <RadioCards
        legend="What is wrong?"
        {...field('reason')}
        required
        options={reportReasons.map((value) => ({ value, ...reasonTexts[value] }))}
      />
      <TextArea
        label="What happened"
        {...field('note', '')}
        rows={4}
        maxLength={MAX_REPORT_NOTE}
        hint="In your own words. Needed for “Something else”."
      />
      <p className="text-sm text-muted">
        In danger or robbed of money? Call 911, or the PNP Anti-Cybercrime Group. {siteName} keeps a report
        for {kept} after it was closed, as the{' '}
        <Link to="/privacy-policy" className="link">
          Privacy Policy
        </Link>{' '}
        says.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText="Sending...">
          Send report
        </Button>
        <ButtonLink to={backTo} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
