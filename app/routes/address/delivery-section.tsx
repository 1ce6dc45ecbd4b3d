import type { FormProblem } from '#domain/form.ts'
import type { Place } from '#domain/address/place-form.ts'
import { AddressFields } from './address-fields.tsx'

type Props = { place: Place | null; problem: FormProblem | undefined }

/** The part of a checkout that asks where lines with delivery are brought. */
export function DeliverySection({ place, problem }: Props) {
  return (
    <section aria-labelledby="delivery-heading">
      <h2 id="delivery-heading" className="text-xl">
        Where should it be delivered?
      </h2>
      <p className="mt-1 mb-5 text-muted">
        An owner sees this once they approved, nobody else does. You can also add it in your tracker until it
        is handed over.
      </p>
      <AddressFields place={place} problem={problem} noteHint="Such as “blue gate beside the chapel”." />
    </section>
  )
}
