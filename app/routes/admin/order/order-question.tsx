import { useSearchParams } from 'react-router'
import { MAX_ACTION_REASON } from '#domain/rental/admin-action-form.ts'
import { TextArea } from '#app/ui/primitives/field.tsx'
import { Question } from '#app/ui/question.tsx'
import type { AdminAction } from './admin-actions.ts'

type OrderQuestionProps = {
  rentals: readonly { id: string; title: string; adminActions: readonly AdminAction[] }[]
  /** The address of the page without the question. */
  page: string
}

/** Asks an admin to confirm the action in the address (`?step=undo-activate&rental=…`), while it is possible. */
export function OrderQuestion({ rentals, page }: OrderQuestionProps) {
  const [query] = useSearchParams()
  const rental = rentals.find(({ id }) => id === query.get('rental'))
  const adminAction = rental?.adminActions.find(
    ({ action, refusal }) => action === query.get('step') && refusal === null,
  )
  if (!rental || !adminAction) return null
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
    >
      <input type="hidden" name="rentalId" value={rental.id} />
      <input type="hidden" name="action" value={adminAction.action} />
      <div className="mt-4 w-full">
        <TextArea
          label="Reason"
          name="reason"
          rows={2}
          maxLength={MAX_ACTION_REASON}
          hint="Kept with the order; only admins read it."
        />
      </div>
    </Question>
  )
}
