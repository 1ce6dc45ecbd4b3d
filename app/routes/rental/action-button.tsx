import { Form, useNavigation } from 'react-router'
import type { Offer } from '#domain/rental/offers.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { askAt } from './tracker-path.ts'

type ActionButtonProps = {
  rental: { id: string; title: string }
  offer: Offer
  askFrom: string
  /** The address that takes the action; the page itself by default. */
  postTo?: string
}

/**
 * The button of one action on a rental. An action that can't be undone asks for confirmation; one that is not possible
 * yet is disabled.
 */
export function ActionButton({ rental, offer, askFrom, postTo }: ActionButtonProps) {
  const navigation = useNavigation()
  const sent = navigation.formData
  const busy = sent?.get('rentalId') === rental.id && sent.get('action') === offer.action
  const name = `${offer.label}: ${rental.title}`
  const variant = offer.tone === 'danger' ? 'secondary' : 'primary'

  if (offer.refusal)
    return (
      <Button
        type="button"
        variant={variant}
        size="sm"
        disabled
        aria-label={name}
        aria-describedby={`${rental.id}-${offer.action}`}
      >
        {offer.label}
      </Button>
    )
  if (offer.confirm && offer.tone === 'danger')
    return (
      <ButtonLink
        to={askAt(askFrom, offer.action, rental.id)}
        variant={variant}
        size="sm"
        aria-label={name}
        preventScrollReset
      >
        {offer.label}
      </ButtonLink>
    )
  return (
    <Form
      method={offer.confirm ? 'get' : 'post'}
      action={offer.confirm ? undefined : postTo}
      preventScrollReset
    >
      <input type="hidden" name={offer.confirm ? 'rental' : 'rentalId'} value={rental.id} />
      <input type="hidden" name={offer.confirm ? 'ask' : 'action'} value={offer.action} />
      <Button variant={variant} size="sm" aria-label={name} busy={busy} busyText="Saving...">
        {offer.label}
      </Button>
    </Form>
  )
}
