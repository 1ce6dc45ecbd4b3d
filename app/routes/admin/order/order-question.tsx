import { useSearchParams } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { MAX_ACTION_REASON } from '#domain/rental/admin-action-form.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { FormError, PesoField, RadioCards, TextArea } from '#app/ui/primitives/field.tsx'
import { Question } from '#app/ui/question.tsx'
import type { AdminAction } from './admin-actions.ts'

type OrderQuestionProps = {
  rentals: readonly { id: string; title: string; adminActions: readonly AdminAction[] }[]
  /** The address of the page without the question. */
  page: string
  problem?: FormProblem
}

/** Asks an admin to confirm the action in the address (`?step=undo-activate&rental=…`), while it is possible. */
export function OrderQuestion({ rentals, page, problem }: OrderQuestionProps) {
  const [query] = useSearchParams()
  const rental = rentals.find(({ id }) => id === query.get('rental'))
  const adminAction = rental?.adminActions.find(
    ({ action, refusal }) => action === query.get('step') && refusal === null,
  )
  if (!rental || !adminAction) return null
  const { choices, bothReadReason, needsReason } = adminAction
  const field = fieldsOf(problem)
  return (
    <Question
      title={`${adminAction.label}: ${rental.title}`}
      message={
        <>
          <p>{adminAction.confirm}</p>
          {adminAction.consequence ? (
            <p className="mt-3 font-semibold text-ink">{adminAction.consequence}</p>
          ) : null}
        </>
      }
      confirmLabel={adminAction.label}
      cancelLabel="Keep it"
      danger={adminAction.tone === 'danger'}
      cancelTo={page}
      hidden={{ rentalId: rental.id, action: adminAction.action }}
    >
      <div className="mt-4 grid w-full gap-4">
        <FormError>{problem?.formError}</FormError>
        {choices.length > 0 ? (
          <>
            <RadioCards legend="What goes back?" {...field('refund', choices[0]!.value)} options={choices} />
            {choices.some(({ value }) => value === 'part') ? (
              <PesoField label="Amount" {...field('amountCentavos', '')} hint="Only when a part goes back." />
            ) : null}
          </>
        ) : null}
        <TextArea
          label="Reason"
          {...field('reason', '')}
          rows={2}
          maxLength={MAX_ACTION_REASON}
          required={needsReason}
          hint={
            !bothReadReason
              ? 'Kept with the order; only admins read it.'
              : needsReason || choices.length === 0
                ? 'Owner and renter read this.'
                : 'Owner and renter read this. Needed unless you keep the first choice.'
          }
        />
      </div>
    </Question>
  )
}
