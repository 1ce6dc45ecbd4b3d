import type { FormProblem } from '#domain/form.ts'
import { differenceTexts, MAX_EXPLANATION } from '#domain/reconciliation/reconciliation.ts'
import { TextArea } from '#app/ui/primitives/field.tsx'
import type { AdminDifference } from '#server/reconciliation/difference-table.ts'
import { CardForm } from '../card-form.tsx'

type ExplainFormProps = { difference: AdminDifference; problem?: FormProblem; cancelTo: string }

/** Explains why a difference is harmless, or what was done about it. */
export function ExplainForm({ difference, problem, cancelTo }: ExplainFormProps) {
  const { id, kind, providerId } = difference
  const { label, hint } = differenceTexts[kind]
  return (
    <CardForm
      intent="explain"
      title={
        <>
          {label}
          {providerId ? <span className="font-normal wrap-anywhere text-muted"> {providerId}</span> : null}
        </>
      }
      text={hint}
      hidden={{ differenceId: String(id) }}
      button="Explain"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <TextArea
          label="Explanation"
          required
          rows={4}
          maxLength={MAX_EXPLANATION}
          hint="What it is and what was done about it. It can’t be changed afterwards."
          {...field('explanation')}
        />
      )}
    </CardForm>
  )
}
