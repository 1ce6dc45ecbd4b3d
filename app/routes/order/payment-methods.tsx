import { HOLD_MINUTES } from '#domain/payment/payment.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { RadioCards } from '#app/ui/primitives/field.tsx'

/** The names of the payment channels for this cart, or why it can’t be paid online. */
export type Online = { ways: string[]; refusal: string | null }

type PaymentMethodsProps = {
  online: Online
  method: PaymentMethod
  onChoose: (method: PaymentMethod) => void
  disabled: boolean
  error?: string
}

const either = new Intl.ListFormat('en-PH', { type: 'disjunction' })

/** The choice of a payment method, and what each means. */
export function PaymentMethods({ online, method, onChoose, disabled, error }: PaymentMethodsProps) {
  return (
    <section>
      <RadioCards
        legend={<span className="font-display text-xl">Payment method</span>}
        name="paymentMethod"
        required
        disabled={disabled}
        value={method}
        onChange={(value) => onChoose(value as PaymentMethod)}
        error={error}
        options={[
          {
            value: 'cash_on_delivery',
            label: 'Cash on Delivery',
            hint: 'Pay the owner in cash when you get the item. Each owner is asked at once.',
          },
          {
            value: 'online',
            label: 'Card or e-wallet',
            hint:
              online.refusal ??
              `${either.format(online.ways)}, on PayMongo’s page. Your dates are held for ` +
                `${HOLD_MINUTES} minutes while you pay. Each owner answers after that, and if they ` +
                'decline, your money goes back to you.',
            disabled: online.refusal !== null,
          },
        ]}
      />
    </section>
  )
}
