import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { formatPeso } from '#domain/money.ts'
import { MAX_REVERSAL_REASON, payoutDirectionText } from '#domain/book/payout.ts'
import { formatDay } from '#domain/period.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import type { AdminPayout } from '#server/book/payout-table.ts'
import { useFirstField } from '../use-first-field.ts'

type ReverseFormProps = { payout: AdminPayout; problem?: FormProblem; cancelTo: string }

/** Cancels a wrongly recorded payout, with a reason. */
export function ReverseForm({ payout, problem, cancelTo }: ReverseFormProps) {
  const { id, reference, centavos, direction, ownerName, paidOn } = payout
  const busy = useNavigation().formData?.get('intent') === 'reverse'
  const form = useFirstField(problem)
  const reason = problem?.values.reason
  return (
    <Card as="section" aria-labelledby="reverse" className="mb-8">
      <h2 id="reverse" className="text-xl">
        Take back “<span className="wrap-anywhere">{reference}</span>”?
      </h2>
      <p className="mt-1 text-muted">
        {payoutDirectionText(direction)}
        {ownerName ? `, ${ownerName}` : null}: {formatPeso(centavos)} on {formatDay(paidOn)}. It stays on the
        list as taken back, and the book gets an entry that undoes it.
      </p>
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-5 grid gap-4">
        <FormError>{problem?.formError ?? problem?.errors.payoutId}</FormError>
        <input type="hidden" name="intent" value="reverse" />
        <input type="hidden" name="payoutId" value={id} />
        <Field
          label="Reason"
          name="reason"
          required
          maxLength={MAX_REVERSAL_REASON}
          autoComplete="off"
          defaultValue={typeof reason === 'string' ? reason : undefined}
          error={problem?.errors.reason}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={busy} busyText="Saving...">
            Take back
          </Button>
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
