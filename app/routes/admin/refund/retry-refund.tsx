import { Form, useNavigation } from 'react-router'
import { Button, type ButtonSize } from '#app/ui/primitives/button.tsx'

/** Asks the provider again for a refund. `about` identifies it where there are several. */
export function RetryRefund({
  refundId,
  size,
  about,
}: {
  refundId: string
  size?: ButtonSize
  about?: string
}) {
  const sent = useNavigation().formData
  const busy = sent?.get('intent') === 'retry' && sent.get('refundId') === refundId
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="refundId" value={refundId} />
      <Button
        variant="secondary"
        size={size}
        busy={busy}
        busyText="Asking..."
        aria-label={about && `Try again: ${about}`}
        className="whitespace-nowrap"
      >
        {about ? 'Try again' : 'Try again at the provider'}
      </Button>
    </Form>
  )
}
