import { useSearchParams } from 'react-router'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { Question } from '#app/ui/question.tsx'
import type { Tracked } from './tracked.ts'

type AskedRental = Pick<Tracked, 'id' | 'title'> & {
  offers: readonly (Tracked['offers'][number] & { consequence: string | null; policyRefund: number | null })[]
}
type AskedActionProps = {
  rental: AskedRental | null
  cancelTo: string
  /** The address that takes the action; the page itself by default. */
  postTo?: string
}

/** The confirmation question of the action in the address, such as `?ask=cancel&rental=…`, if it is still possible. */
export function AskedAction({ rental, cancelTo, postTo }: AskedActionProps) {
  const [query] = useSearchParams()
  const offer = rental?.offers.find(
    ({ action, refusal }) => action === (query.get('ask') as RentalAction) && refusal === null,
  )
  if (!rental || !offer) return null
  return (
    <Question
      title={`${offer.label}: ${rental.title}`}
      message={
        <>
          <p>{offer.confirm}</p>
          {offer.consequence ? <p className="mt-3 font-semibold text-ink">{offer.consequence}</p> : null}
        </>
      }
      confirmLabel={offer.label}
      cancelLabel="Go back"
      danger={offer.tone === 'danger'}
      cancelTo={cancelTo}
      postTo={postTo}
    >
      <input type="hidden" name="rentalId" value={rental.id} />
      <input type="hidden" name="action" value={offer.action} />
      {offer.policyRefund === null ? null : (
        <input type="hidden" name="seenRefund" value={offer.policyRefund} />
      )}
    </Question>
  )
}
