import { goodwillToNobody } from '#domain/dispute/goodwill.ts'
import { MAX_GOODWILL_REASON } from '#domain/dispute/goodwill-form.ts'
import type { FormProblem } from '#domain/form.ts'
import { formatPeso } from '#domain/money.ts'
import { PesoField, RadioCards, TextArea } from '#app/ui/primitives/field.tsx'
import { CardForm } from '../card-form.tsx'
import type { ShownRental } from './order-rentals.tsx'

type GoodwillFormProps = {
  rental: ShownRental
  renterName: string
  /** It makes the payment once, however often the form is sent. */
  goodwillId: string
  /** The payment of its order is refunded by hand now. */
  isByHand: boolean
  problem?: FormProblem
  cancelTo: string
}

/** Pays the renter or the owner of a rental something of the site's own money. */
export function GoodwillForm(props: GoodwillFormProps) {
  const { rental, renterName, goodwillId, isByHand, problem, cancelTo } = props
  const { inCash, isDeleted, most } = rental.goodwill
  const upTo = (centavos: number, how: string) =>
    centavos > 0 ? `Up to ${formatPeso(centavos)}, ${how}.` : 'Nothing that was paid is left for it.'
  const people = [
    {
      value: 'renter',
      label: `The renter, ${renterName}`,
      disabled: most.renter === 0,
      hint: isDeleted.renter
        ? goodwillToNobody
        : inCash
          ? 'They paid in cash, so nothing can go back through us.'
          : upTo(most.renter, isByHand ? 'by hand' : 'the way they paid'),
    },
    {
      value: 'owner',
      label: `The owner, ${rental.owner.name}`,
      disabled: most.owner === 0,
      hint: isDeleted.owner ? goodwillToNobody : upTo(most.owner, 'with their next payout'),
    },
  ]
  const only = people.filter(({ disabled }) => !disabled)
  return (
    <CardForm
      intent="goodwill"
      title={`Goodwill payment: ${rental.title}`}
      text="The site pays this of its own money. Nobody owes it, and it changes nothing else about the rental.
        Both people are told."
      hidden={{ rentalId: rental.id, goodwillId }}
      button="Pay goodwill"
      busyText="Paying..."
      formClassName="max-w-2xl"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <>
          <RadioCards
            legend="Who gets it?"
            options={people}
            columns={2}
            required
            {...field('to', only.length === 1 ? only[0]!.value : undefined)}
          />
          <PesoField label="Amount" required fieldClassName="sm:max-w-80" {...field('amount')} />
          <TextArea
            label="Reason"
            rows={3}
            required
            maxLength={MAX_GOODWILL_REASON}
            hint="Owner and renter read this."
            {...field('reason')}
          />
        </>
      )}
    </CardForm>
  )
}
