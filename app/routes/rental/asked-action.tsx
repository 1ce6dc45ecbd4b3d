import { useSearchParams } from 'react-router'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { Question } from '#app/ui/question.tsx'
import type { Tracked } from '#app/tracked.ts'

type AskedActionProps = {
  rental: Pick<Tracked, 'id' | 'title' | 'buttons'> | null
  cancelTo: string
  /** The address that takes the action; the page itself by default. */
  postTo?: string
}

/** The confirmation question of the action in the address, such as `?ask=cancel&rental=…`, if it is still possible. */
export function AskedAction({ rental, cancelTo, postTo }: AskedActionProps) {
  const [query] = useSearchParams()
  const button = rental?.buttons.find(
    ({ action, refusal }) => action === (query.get('ask') as RentalAction) && refusal === null,
  )
  if (!rental || !button) return null
  return (
    <Question
      title={`${button.label}: ${rental.title}`}
      message={
        <>
          <p>{button.confirm}</p>
          {button.consequence ? <p className="mt-3 font-semibold text-ink">{button.consequence}</p> : null}
        </>
      }
      confirmLabel={button.label}
      cancelLabel="Go back"
      danger={button.tone === 'danger'}
      cancelTo={cancelTo}
      postTo={postTo}
      hidden={{ rentalId: rental.id, action: button.action, seenRefund: button.policyRefund ?? undefined }}
    />
  )
}
