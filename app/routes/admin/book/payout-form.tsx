import type { FormProblem } from '#domain/form.ts'
import { formatPeso, MAX_TYPED_CENTAVOS, pesoFieldValue } from '#domain/money.ts'
import type { PayoutDirection } from '#domain/book/book.ts'
import { MAX_REFERENCE } from '#domain/book/payout.ts'
import type { Day } from '#domain/period.ts'
import { Field, PesoField } from '#app/ui/primitives/field.tsx'
import type { OwnerBalance } from '#server/book/balance-table.ts'
import { CardForm } from '../card-form.tsx'
import { MayGoBackNote } from '../dispute/may-go-back-note.tsx'

/** The other party of a payout: an owner, or the provider that settles to the bank. */
export type Payee =
  | { kind: 'owner'; owner: OwnerBalance; mayGoBackCentavos: number }
  | { kind: 'provider'; owedCentavos: number }

type PayoutFormProps = { payee: Payee; today: Day; problem?: FormProblem; cancelTo: string }

/** Records money that moved at the bank. Its direction follows from who owes whom. */
export function PayoutForm({ payee, today, problem, cancelTo }: PayoutFormProps) {
  const { direction, title, owed, most, ownerId } = wordsOf(payee)
  return (
    <CardForm
      intent="record"
      title={title}
      text={owed}
      details={payee.kind === 'owner' ? <MayGoBackNote centavos={payee.mayGoBackCentavos} /> : null}
      hidden={{ direction, ...(ownerId && { ownerId }) }}
      button="Record"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <PesoField label="Amount" required {...field('amount', amountOf(most))} />
            <Field
              label="Reference"
              required
              maxLength={MAX_REFERENCE}
              autoComplete="off"
              {...field('reference')}
            />
            <Field label="Date" type="date" required max={today} {...field('paidOn', today)} />
          </div>
          <p className="text-sm text-muted">
            The reference is the bank’s or wallet’s, and stands for this one movement. The date is the day in
            Manila.
          </p>
        </>
      )}
    </CardForm>
  )
}

/** What is owed; of more than can be written down at once, the first part. */
const amountOf = (most: number) => (most > 0 ? pesoFieldValue(Math.min(most, MAX_TYPED_CENTAVOS)) : '')

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
