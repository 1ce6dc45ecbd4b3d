import { Form, useNavigation } from 'react-router'
import { payMongoFailed } from '#domain/payment/payment.ts'
import { Button, type ButtonSize, type ButtonVariant } from './primitives/button.tsx'
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
  const sent = useNavigation().formData
  const mine = sent?.get('orderNumber') === orderNumber ? sent.get('intent') : null
  useReloadAfterBack()
  const form = (intent: 'pay' | 'cancel', variant: ButtonVariant, label: string, busyText: string) => (
    <Form
      method="post"
      action="/checkout/unpaid"
      preventScrollReset
      data-failure={intent === 'pay' ? payMongoFailed : undefined}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="orderNumber" value={orderNumber} />
      <input type="hidden" name="from" value={from} />
      <Button
        variant={variant}
        size={size}
        busy={mine === intent}
        busyText={busyText}
        aria-label={about && `${label}: ${about}`}
      >
        {label}
      </Button>
    </Form>
  )
  return (
    <>
      {over ? null : form('pay', payVariant, 'Pay now', 'Opening PayMongo...')}
      {form('cancel', 'secondary', 'Cancel order', 'Cancelling...')}
    </>
  )
}
