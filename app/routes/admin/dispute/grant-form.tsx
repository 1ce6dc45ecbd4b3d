import { Form, useNavigation } from 'react-router'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, PesoField, Select, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type GrantFormProps = {
  ownerAsked: number | null
  renterAsked: number | null
  /** The most that can go to the owner, and back to the renter, or to one who never got the item. */
  bounds: { owner: number; rent: number; rentOfNeverGot: number }
  isAppeal: boolean
  /** The rental is Active: the renter has the item, or never got it. */
  isWithRenter: boolean
  /** Why a decision can't have a goodwill payment; null when it can. */
  noGoodwill: string | null
  ownerName: string
  renterName: string
  problem: FormProblem | undefined
}

/** How much each side gets, and why. */
export function GrantForm(props: GrantFormProps) {
  const { ownerAsked, renterAsked, bounds, isAppeal, isWithRenter, noGoodwill } = props
  const { ownerName, renterName, problem } = props
  const busy = useNavigation().formMethod === 'POST'
  const form = useFirstInvalidField(problem)
  const field = fieldsOf(problem)
  return (
    <section aria-labelledby="grant-heading">
      <h2 id="grant-heading" className="text-xl">
        Your decision
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        What you grant is {ownerName}’s, first of the deposit; what goes beyond that is written down as owed.
        The rest goes back to {renterName}. Both read your reason.{' '}
        {isAppeal
          ? 'This is about the appeal: it takes effect at once.'
          : 'Money moves once both accept it, or 7 days later unless one of them appeals.'}
      </p>
      <Form ref={form} method="post" noValidate preventScrollReset className="mt-4 grid max-w-2xl gap-5">
        <FormError>{problem?.formError}</FormError>
        <PesoField
          label="Granted"
          {...field('grantedCentavos', ownerAsked === null ? '0.00' : '')}
          required
          min="0"
          max={pesoFieldValue(bounds.owner)}
          hint={`From ₱0.00 to ${formatPeso(bounds.owner)}.`}
          fieldClassName="sm:max-w-80"
        />
        {bounds.rent > 0 || isWithRenter ? (
          <PesoField
            label="Back to the renter"
            {...field('rentCentavos', '')}
            min="0"
            max={pesoFieldValue(isWithRenter ? bounds.rentOfNeverGot : bounds.rent)}
            hint={`Of what they paid besides the deposit, up to ${formatPeso(bounds.rent)}.${
              renterAsked === null ? ' They have not asked for any.' : ''
            }`}
            fieldClassName="sm:max-w-80"
          />
        ) : null}
        {isWithRenter ? (
          <Select
            label="Did the renter get it?"
            {...field('gotIt', 'yes')}
            hint={
              'If not, the rental is cancelled once the decision takes effect: its days are free, and what you do ' +
              'not grant of the deposit goes back. Please also say above how much goes back of what they paid ' +
              `besides it, up to ${formatPeso(bounds.rentOfNeverGot)}: the rest stays with ${ownerName}.`
            }
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No, never' },
            ]}
          />
        ) : null}
        {noGoodwill ? <p className="text-muted">{noGoodwill}</p> : null}
        {/* With a refusal they stay: the rental may have become another since. */}
        {noGoodwill && !problem?.errors.goodwillCentavos ? null : (
          <GoodwillFields {...{ problem, renterName, ownerName }} />
        )}
        <TextArea
          label="Reason"
          {...field('decision', '')}
          rows={4}
          required
          hint="Owner and renter read this."
        />
        <Button busy={busy} busyText="Saving..." className="justify-self-start">
          Decide
        </Button>
      </Form>
    </section>
  )
}

type GoodwillFieldsProps = Pick<GrantFormProps, 'problem' | 'renterName' | 'ownerName'>

function GoodwillFields({ problem, renterName, ownerName }: GoodwillFieldsProps) {
  const field = fieldsOf(problem)
  return (
    <details
      open={Boolean(typedIn(problem, 'goodwillCentavos'))}
      className="rounded-lg border border-line px-4 py-3"
    >
      <summary className="min-h-9 font-semibold">A goodwill payment of the site</summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <PesoField
          label="Goodwill"
          {...field('goodwillCentavos', '')}
          min="0"
          hint="Of our own money, never more than was paid."
        />
        <Select
          label="Goodwill to"
          {...field('goodwillTo', '')}
          options={[
            { value: '', label: 'Nobody' },
            { value: 'renter', label: renterName },
            { value: 'owner', label: ownerName },
          ]}
        />
      </div>
    </details>
  )
}
