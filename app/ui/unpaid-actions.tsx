import { Form, useNavigation } from 'react-router'
import { payMongoFailed } from '#domain/payment/payment.ts'
import { Button, type ButtonSize, type ButtonVariant } from './primitives/button.tsx'
import { useFreshAfterBack } from './use-fresh-after-back.ts'

type UnpaidActionsProps = {
  orderNumber: string
  /** Where one comes back to. */
  from: 'cart' | 'checkout' | 'tracker' | 'return'
  size?: ButtonSize
  payVariant?: ButtonVariant
  /** What is in it, where there are several. */
  about?: string
  /** Its time is over: it can only be given up. */
  over?: boolean
}

/** The two answers to an order that waits for its payment. */
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
  useFreshAfterBack()
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
