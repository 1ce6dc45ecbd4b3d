import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, PesoField, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type GrantFormProps = {
  claimedCentavos: number
  ownerName: string
  renterName: string
  problem: FormProblem | undefined
}

/** How much of a claim the owner gets, and why. It can't be undone. */
export function GrantForm({ claimedCentavos, ownerName, renterName, problem }: GrantFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const form = useFirstInvalidField(problem)
  const typed = (name: string) =>
    typeof problem?.values[name] === 'string' ? problem.values[name] : undefined
  return (
    <section aria-labelledby="grant-heading">
      <h2 id="grant-heading" className="text-xl">
        Your decision
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        What you grant is {ownerName}’s, the rest goes back to {renterName}. Both are told, and it can’t be
        taken back.
      </p>
      <Form ref={form} method="post" noValidate preventScrollReset className="mt-4 grid max-w-2xl gap-5">
        <FormError>{problem?.formError}</FormError>
        <PesoField
          label="Granted"
          name="grantedCentavos"
          required
          min="0"
          max={pesoFieldValue(claimedCentavos)}
          defaultValue={typed('grantedCentavos') ?? ''}
          error={problem?.errors.grantedCentavos}
          hint={`From ₱0.00 to ${formatPeso(claimedCentavos)}.`}
          fieldClassName="sm:max-w-80"
        />
        <TextArea
          label="Reason"
          name="decision"
          rows={4}
          required
          defaultValue={typed('decision') ?? ''}
          error={problem?.errors.decision}
          hint="Owner and renter read this."
        />
        <Button busy={busy} busyText="Saving..." className="justify-self-start">
          Decide
        </Button>
      </Form>
    </section>
  )
}
