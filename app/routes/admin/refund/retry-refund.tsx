import { ButtonForm } from '#app/ui/button-form.tsx'
import type { ButtonSize } from '#app/ui/primitives/button.tsx'

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
  return (
    <ButtonForm
      hidden={{ intent: 'retry', refundId }}
      replace
      variant="secondary"
      size={size}
      busyText="Asking..."
      aria-label={about && `Try again: ${about}`}
      className="whitespace-nowrap"
    >
      {about ? 'Try again' : 'Try again at the provider'}
    </ButtonForm>
  )
}
