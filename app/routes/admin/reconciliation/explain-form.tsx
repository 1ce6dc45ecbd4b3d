import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { differenceTexts, MAX_EXPLANATION } from '#domain/reconciliation/reconciliation.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError, TextArea } from '#app/ui/primitives/field.tsx'
import type { AdminDifference } from '#server/reconciliation/difference-table.ts'
import { useFirstField } from '../use-first-field.ts'

type ExplainFormProps = { difference: AdminDifference; problem?: FormProblem; cancelTo: string }

/** Explains why a difference is harmless, or what was done about it. */
export function ExplainForm({ difference, problem, cancelTo }: ExplainFormProps) {
  const { id, kind, providerId } = difference
  const { label, hint } = differenceTexts[kind]
  const busy = useNavigation().formData?.get('intent') === 'explain'
  const form = useFirstField(problem)
  const explanation = problem?.values.explanation
  return (
    <Card as="section" aria-labelledby="explain" className="mb-8">
      <h2 id="explain" className="text-xl">
        {label}
        {providerId ? <span className="font-normal wrap-anywhere text-muted"> {providerId}</span> : null}
      </h2>
      <p className="mt-1 text-muted">{hint}</p>
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-5 grid gap-4">
        <FormError>{problem?.formError ?? problem?.errors.differenceId}</FormError>
        <input type="hidden" name="intent" value="explain" />
        <input type="hidden" name="differenceId" value={id} />
        <TextArea
          label="Explanation"
          name="explanation"
          required
          rows={4}
          maxLength={MAX_EXPLANATION}
          hint="What it is and what was done about it. It can’t be changed afterwards."
          defaultValue={typeof explanation === 'string' ? explanation : undefined}
          error={problem?.errors.explanation}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            Explain
          </Button>
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
