import { Form, useNavigation } from 'react-router'
import type { ButtonOfAction } from '#domain/rental/action-buttons.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { askAt } from '#app/tracker-path.ts'

type ActionButtonProps = {
  rental: { id: string; title: string }
  button: ButtonOfAction
  askFrom: string
  /** The address that takes the action; the page itself by default. */
  postTo?: string
}

/**
 * The button of one action on a rental. An action that can't be undone asks for confirmation; one that is not possible
 * yet is disabled.
 */
export function ActionButton({ rental, button, askFrom, postTo }: ActionButtonProps) {
  const navigation = useNavigation()
  const sent = navigation.formData
  const busy = sent?.get('rentalId') === rental.id && sent.get('action') === button.action
  const name = `${button.label}: ${rental.title}`
  const variant = button.tone === 'danger' ? 'secondary' : 'primary'

  if (button.refusal)
    return (
      <Button
        type="button"
        variant={variant}
        size="sm"
        disabled
        aria-label={name}
        aria-describedby={`${rental.id}-${button.action}`}
      >
        {button.label}
      </Button>
    )
  if (button.confirm && button.tone === 'danger')
    return (
      <ButtonLink
        to={askAt(askFrom, button.action, rental.id)}
        variant={variant}
        size="sm"
        aria-label={name}
        preventScrollReset
      >
        {button.label}
      </ButtonLink>
    )
  return (
    <Form
      method={button.confirm ? 'get' : 'post'}
      action={button.confirm ? undefined : postTo}
      preventScrollReset
    >
      <input type="hidden" name={button.confirm ? 'rental' : 'rentalId'} value={rental.id} />
      <input type="hidden" name={button.confirm ? 'ask' : 'action'} value={button.action} />
      <Button variant={variant} size="sm" aria-label={name} busy={busy} busyText="Saving...">
        {button.label}
      </Button>
    </Form>
  )
}
