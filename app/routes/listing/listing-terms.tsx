import { formatPeso } from '#domain/money.ts'
import { policyTerms } from '#domain/refund/cancellation.ts'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import type { ListingPage } from '#server/listing/queries.ts'

type ListingTermsProps = { listing: Pick<ListingPage, 'cancellationPolicy' | 'depositCentavos'> }

/** The cancellation policy, and the deposit if there is one. */
export function ListingTerms({ listing: { cancellationPolicy, depositCentavos } }: ListingTermsProps) {
  const { label, text } = policyTerms[cancellationPolicy]
  return (
    <section aria-labelledby="cancelling-heading">
      <h2 id="cancelling-heading" className="text-xl">
        {depositCentavos > 0 ? 'Cancellation and deposit' : 'Cancellation'}
      </h2>
      <p className="mt-3">
        <span className="font-semibold">{label}.</span> {text}
      </p>
      {depositCentavos > 0 ? (
        <p className="mt-3">
          <span className="font-semibold">Deposit of {formatPeso(depositCentavos)}.</span> You pay it with the
          rent, without a fee on it. It comes back {CLAIM_HOURS} hours after the return, unless the owner
          claims a part of it for damage; then we look at it and decide.
        </p>
      ) : null}
    </section>
  )
}
