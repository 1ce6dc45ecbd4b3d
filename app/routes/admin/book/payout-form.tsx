import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import type { PayoutDirection } from '#domain/book/book.ts'
import { MAX_REFERENCE } from '#domain/book/payout.ts'
import type { Day } from '#domain/period.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError, PesoField } from '#app/ui/primitives/field.tsx'
import type { OwnerBalance } from '#server/book/balance-table.ts'
import { useFirstField } from '../use-first-field.ts'

/** The other party of a payout: an owner, or the provider that settles to the bank. */
export type Payee = { kind: 'owner'; owner: OwnerBalance } | { kind: 'provider'; owedCentavos: number }

type PayoutFormProps = { payee: Payee; today: Day; problem?: FormProblem; cancelTo: string }

/** Records money that moved at the bank. Its direction follows from who owes whom. */
export function PayoutForm({ payee, today, problem, cancelTo }: PayoutFormProps) {
  const { direction, title, owed, most, ownerId } = wordsOf(payee)
  const busy = useNavigation().formData?.get('intent') === 'record'
  const form = useFirstField(problem)
  const errors = problem?.errors ?? {}
  const typed = (name: string) => {
    const value = problem?.values[name]
    return typeof value === 'string' ? value : undefined
  }
  return (
    <Card as="section" aria-labelledby="record" className="mb-8">
      <h2 id="record" className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-muted">{owed}</p>
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-5 grid gap-4">
        <FormError>{problem?.formError ?? errors.direction ?? errors.ownerId}</FormError>
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="direction" value={direction} />
        {ownerId ? <input type="hidden" name="ownerId" value={ownerId} /> : null}
        <div className="grid gap-4 sm:grid-cols-3">
          <PesoField
            label="Amount"
            name="amount"
            required
            defaultValue={typed('amount') ?? (most > 0 ? pesoFieldValue(most) : '')}
            error={errors.amount}
          />
          <Field
            label="Reference"
            name="reference"
            required
            maxLength={MAX_REFERENCE}
            autoComplete="off"
            defaultValue={typed('reference')}
            error={errors.reference}
          />
          <Field
            label="Date"
            name="paidOn"
            type="date"
            required
            max={today}
            defaultValue={typed('paidOn') ?? today}
            error={errors.paidOn}
          />
        </div>
        <p className="text-sm text-muted">
          The reference is the bank’s or wallet’s, and stands for this one movement. The date is the day in
          Manila.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            Record
          </Button>
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}

type Words = { direction: PayoutDirection; title: string; owed: string; most: number; ownerId?: string }

function wordsOf(payee: Payee): Words {
  if (payee.kind === 'provider')
    return {
      direction: 'from_provider',
      title: 'Record a settlement of the provider',
      owed: `By the book ${formatPeso(payee.owedCentavos)} is at the provider.`,
      most: payee.owedCentavos,
    }
  const { id: ownerId, name, readyCentavos } = payee.owner
  if (readyCentavos < 0)
    return {
      direction: 'from_owner',
      title: `Record a payment of ${name}`,
      owed: `They owe ${formatPeso(-readyCentavos)} in fees on cash they collected.`,
      most: -readyCentavos,
      ownerId,
    }
  return {
    direction: 'to_owner',
    title: `Record a payout to ${name}`,
    owed: `${formatPeso(readyCentavos)} is ready to be paid to them.`,
    most: readyCentavos,
    ownerId,
  }
}
