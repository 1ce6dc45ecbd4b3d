import type { FormProblem } from '#domain/form.ts'
import { formatPeso } from '#domain/money.ts'
import { MAX_REVERSAL_REASON, payoutDirectionText } from '#domain/book/payout.ts'
import { formatDay } from '#domain/period.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import type { AdminPayout } from '#server/book/payout-table.ts'
import { CardForm } from '../card-form.tsx'

type ReverseFormProps = { payout: AdminPayout; problem?: FormProblem; cancelTo: string }

/** Reverses a wrongly recorded payout, with a reason; on the screen it is taken back. */
export function ReverseForm({ payout, problem, cancelTo }: ReverseFormProps) {
  const { id, reference, centavos, direction, ownerName, paidOn } = payout
  return (
    <CardForm
      intent="reverse"
      title={
        <>
          Take back “<span className="wrap-anywhere">{reference}</span>”?
        </>
      }
      text={
        <>
          {payoutDirectionText(direction)}
          {ownerName ? `, ${ownerName}` : null}: {formatPeso(centavos)} on {formatDay(paidOn)}. It stays on
          the list as taken back, and the book gets an entry that undoes it.
        </>
      }
      hidden={{ payoutId: id }}
      button="Take back"
      variant="danger"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <Field
          label="Reason"
          required
          maxLength={MAX_REVERSAL_REASON}
          autoComplete="off"
          {...field('reason')}
        />
      )}
    </CardForm>
  )
}
