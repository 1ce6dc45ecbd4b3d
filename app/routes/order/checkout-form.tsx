import { type ComponentProps, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import type { Place } from '#domain/address/place-form.ts'
import { payMongoFailed } from '#domain/payment/payment.ts'
import type { Totals } from '#domain/book/money-line.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { ButtonLink, Button } from '#app/ui/primitives/button.tsx'
import { Checkbox, FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { UnpaidOrderAlert } from '#app/ui/unpaid-order-alert.tsx'
import { useReloadAfterBack } from '#app/ui/use-reload-after-back.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { useProblemToast } from '#app/ui/use-problem-toast.ts'
import { DeliverySection } from '../address/delivery-section.tsx'
import { OrderSummary, type SummaryLine } from './order-summary.tsx'
import { type Online, PaymentMethods } from './payment-methods.tsx'

type Props = {
  lines: SummaryLine[]
  totals: Totals
  online: Online
  agreementText: string
  quoteSeen: string
  idempotencyKey: string
  /** Orders that wait for their payment. */
  unpaid: ComponentProps<typeof UnpaidOrderAlert>['order'][]
  delivers: boolean
  /** The delivery address that was used last. */
  remembered: Place | null
  problem: FormProblem | undefined
}

/**
 * The form to read and accept the agreement and to choose a payment method. The payment methods and the button are
 * disabled until the box is ticked; without scripts they are not. The server checks the tick in any case.
 */
export function CheckoutForm({
  lines,
  totals,
  online,
  agreementText,
  quoteSeen,
  idempotencyKey,
  unpaid,
  delivers,
  remembered,
  problem,
}: Props) {
  const wasOnline = problem?.values.paymentMethod === 'online'
  const couldNotPay = wasOnline ? problem.errors.paymentMethod : undefined
  // The tick is for the agreement and the prices that were shown.
  const wasAgreed = problem?.values.agreed === 'on' && problem.values.quoteSeen === quoteSeen
  const [agreed, setAgreed] = useState(wasAgreed)
  const [chosen, setChosen] = useState<PaymentMethod>(wasOnline ? 'online' : 'cash_on_delivery')
  const method = online.refusal === null ? chosen : 'cash_on_delivery'
  // It stays so until the browser has opened the provider's page.
  const busy = useNavigation().formData?.has('quoteSeen') ?? false
  const waiting = useHydrated() && !agreed
  const key = useKey(idempotencyKey, busy ? undefined : problem)
  const form = useFirstInvalidField(problem)
  useProblemToast(problem, couldNotPay ?? problem?.formError)
  useReloadAfterBack()

  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Complete Your Rental" />
      {unpaid.map((order) => (
        <UnpaidOrderAlert key={order.number} order={order} from="checkout" />
      ))}
      <Form
        ref={form}
        method="post"
        noValidate
        data-failure={method === 'online' ? payMongoFailed : 'Error processing rental'}
        className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(19rem,1fr)] lg:gap-12"
      >
        <input type="hidden" name="idempotencyKey" value={key} />
        <input type="hidden" name="quoteSeen" value={quoteSeen} />
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <FormError>
            {problem?.formError ?? problem?.errors.quoteSeen ?? problem?.errors.idempotencyKey}
          </FormError>
          <Agreement
            text={agreementText}
            agreed={agreed}
            onAgree={setAgreed}
            error={problem?.errors.agreed}
          />
          {delivers ? <DeliverySection place={remembered} problem={problem} /> : null}
          <PaymentMethods
            online={online}
            method={method}
            onChoose={setChosen}
            disabled={waiting || busy}
            error={problem?.errors.paymentMethod}
          />
          {busy ? <input type="hidden" name="paymentMethod" value={method} /> : null}
        </div>
        <OrderSummary lines={lines} totals={totals}>
          <Button size="lg" disabled={waiting} busy={busy} busyText="Processing...">
            {method === 'online' ? 'Continue to Payment' : 'Confirm Rental'}
          </Button>
          <p role="status" className="min-h-6 text-center text-muted">
            {busy ? 'Processing your request...' : waiting ? 'Please tick the agreement first.' : ''}
          </p>
          <ButtonLink to="/cart" variant="quiet">
            Back to Cart
          </ButtonLink>
        </OrderSummary>
      </Form>
    </div>
  )
}

type AgreementProps = {
  text: string
  agreed: boolean
  onAgree: (agreed: boolean) => void
  error: string | undefined
}

function Agreement({ text, agreed, onAgree, error }: AgreementProps) {
  return (
    <section aria-labelledby="agreement-heading">
      <h2 id="agreement-heading" className="mb-4 text-xl">
        Rental Agreement
      </h2>
      <section
        tabIndex={0}
        aria-label="Agreement text"
        className="scroll-shade max-h-96 overflow-y-auto rounded-xl border border-line-strong bg-card p-5 sm:p-6"
      >
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      </section>
      <div className="mt-4">
        <Checkbox
          label="I have read and agree to all terms."
          name="agreed"
          required
          checked={agreed}
          onChange={(event) => onAgree(event.currentTarget.checked)}
          error={error}
        />
      </div>
    </section>
  )
}

/**
 * The key of an order: the same until the server has answered, so that a second submit is the same order. After an
 * attempt that was refused nothing of it remains, and the next attempt has a new key.
 */
function useKey(offered: string, problem: FormProblem | undefined): string {
  const [key, setKey] = useState({ value: offered, after: problem })
  if (!problem || key.after === problem) return key.value
  setKey({ value: offered, after: problem })
  return offered
}
