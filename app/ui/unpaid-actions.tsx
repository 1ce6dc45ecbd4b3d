import { payMongoFailed } from '#domain/payment/payment.ts'
import { ButtonForm } from './button-form.tsx'
import type { ButtonSize, ButtonVariant } from './primitives/button.tsx'
import { useReloadAfterBack } from './use-reload-after-back.ts'

type UnpaidActionsProps = {
  orderNumber: string
  /** The page to return to. */
  from: 'cart' | 'checkout' | 'tracker' | 'return'
  size?: ButtonSize
  payVariant?: ButtonVariant
  /** Its items, to tell several orders apart. */
  about?: string
  /** Its time is over: it can only be cancelled. */
  over?: boolean
}

/** The two actions on an order that waits for its payment. */
export function UnpaidActions({
  orderNumber,
  from,
  size = 'md',
  payVariant = 'primary',
  about,
  over = false,
}: UnpaidActionsProps) {
  useReloadAfterBack()
  const form = (intent: 'pay' | 'cancel', variant: ButtonVariant, label: string, busyText: string) => (
    <ButtonForm
      hidden={{ intent, orderNumber, from }}
      postTo="/checkout/unpaid"
      failure={intent === 'pay' ? payMongoFailed : undefined}
      variant={variant}
      size={size}
      busyText={busyText}
      aria-label={about && `${label}: ${about}`}
    >
      {label}
    </ButtonForm>
  )
  return (
    <>
      {over ? null : form('pay', payVariant, 'Pay now', 'Opening PayMongo...')}
      {form('cancel', 'secondary', 'Cancel order', 'Cancelling...')}
    </>
  )
}
