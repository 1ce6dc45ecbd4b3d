import { useSearchParams } from 'react-router'
import { MAX_STEP_REASON } from '#domain/rental/admin-step-form.ts'
import { TextArea } from '#app/ui/primitives/field.tsx'
import { Question } from '#app/ui/question.tsx'
import type { AdminStep } from './order-steps.ts'

type OrderQuestionProps = {
  rentals: readonly { id: string; title: string; steps: readonly AdminStep[] }[]
  /** The page without its question. */
  page: string
}

/** Asks an admin about the step that the address names (`?step=undo-activate&rental=…`), while it can be taken. */
export function OrderQuestion({ rentals, page }: OrderQuestionProps) {
  const [query] = useSearchParams()
  const rental = rentals.find(({ id }) => id === query.get('rental'))
  const step = rental?.steps.find(({ action, refusal }) => action === query.get('step') && refusal === null)
  if (!rental || !step) return null
  return (
    <Question
      title={`${step.label}: ${rental.title}`}
      message={
        <>
          <p>{step.confirm}</p>
          {step.consequence ? <p className="mt-3 font-semibold text-ink">{step.consequence}</p> : null}
        </>
      }
      confirmLabel={step.label}
      cancelLabel="Keep it"
      danger={step.tone === 'danger'}
      cancelTo={page}
    >
      <input type="hidden" name="rentalId" value={rental.id} />
      <input type="hidden" name="action" value={step.action} />
      <div className="mt-4 w-full">
        <TextArea
          label="Reason"
          name="reason"
          rows={2}
          maxLength={MAX_STEP_REASON}
          hint="Kept with the order; only admins read it."
        />
      </div>
    </Question>
  )
}
