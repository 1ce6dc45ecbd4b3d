import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { formatPeriod, periodOf } from '#domain/period.ts'
import {
  daysText,
  type DeliveryOption,
  deliveryText,
  type DurationDays,
  type Totals,
} from '#domain/pricing/pricing.ts'
import { depositLine, PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Checkbox, FormError, RadioCards } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  lines: {
    listingId: string
    title: string
    startDate: string
    durationDays: DurationDays
    deliveryOption: DeliveryOption
    rentCentavos: number
    ownerName: string
  }[]
  totals: Totals
  agreementText: string
  quoteSeen: string
  idempotencyKey: string
  problem: FormProblem | undefined
}

/** Read, agree, choose how to pay. Until the box is ticked the rest waits; without scripts the server asks for it. */
export function CheckoutForm({ lines, totals, agreementText, quoteSeen, idempotencyKey, problem }: Props) {
  const [agreed, setAgreed] = useState(false)
  // One key for as long as this form lives: a second submit is the same order.
  const [key] = useState(idempotencyKey)
  const waiting = useHydrated() && !agreed
  const busy = useNavigation().formAction?.startsWith('/checkout') ?? false
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  }, [problem])

  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Complete Your Rental" />
      <Form
        ref={form}
        method="post"
        noValidate
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(19rem,1fr)] lg:gap-12"
      >
        <input type="hidden" name="idempotencyKey" value={key} />
        <input type="hidden" name="quoteSeen" value={quoteSeen} />
        <div className="grid min-w-0 gap-8">
          <FormError>
            {problem?.formError ?? problem?.errors.quoteSeen ?? problem?.errors.idempotencyKey}
          </FormError>
          <section aria-labelledby="agreement-heading">
            <h2 id="agreement-heading" className="mb-4 text-xl">
              Rental Agreement
            </h2>
            <section
              tabIndex={0}
              aria-label="Agreement text"
              className="scroll-shade max-h-96 overflow-y-auto rounded-xl border border-line-strong bg-card p-5 sm:p-6"
            >
              <p className="break-words whitespace-pre-wrap">{agreementText}</p>
            </section>
            <div className="mt-4">
              <Checkbox
                label="I have read and agree to all terms."
                name="agreed"
                required
                checked={agreed}
                onChange={(event) => setAgreed(event.currentTarget.checked)}
                error={problem?.errors.agreed}
              />
            </div>
          </section>
          <section>
            <RadioCards
              legend={<span className="text-xl">Payment method</span>}
              name="paymentMethod"
              required
              disabled={waiting || busy}
              defaultValue="cash_on_delivery"
              error={problem?.errors.paymentMethod}
              options={[
                {
                  value: 'cash_on_delivery',
                  label: 'Cash on Delivery',
                  hint: 'Pay the owner in cash when you get the item.',
                },
                {
                  value: 'online',
                  label: 'Card or e-wallet',
                  hint: 'Not available at the moment.',
                  disabled: true,
                },
              ]}
            />
            {busy ? <input type="hidden" name="paymentMethod" value="cash_on_delivery" /> : null}
          </section>
        </div>
        <section
          aria-labelledby="order-heading"
          className="rounded-xl border border-line bg-card p-6 shadow-card"
        >
          <h2 id="order-heading" className="mb-4 text-xl">
            Order summary
          </h2>
          <PriceBreakdown
            lines={[
              ...lines.map((line) => ({
                label: line.title,
                note: `${formatPeriod(periodOf(line.startDate, line.durationDays))} (${daysText(line.durationDays)}), ${deliveryText(line.deliveryOption)}, from ${line.ownerName}`,
                centavos: line.rentCentavos,
              })),
              { label: 'Delivery fee', centavos: totals.deliveryFee },
              { label: 'Service fee', centavos: totals.serviceFee, note: '5% of the subtotal' },
              ...depositLine(totals.deposit),
            ]}
            total={{ label: 'Total', centavos: totals.total }}
          />
          <div className="mt-6 grid gap-3">
            <Button size="lg" disabled={waiting} busy={busy} busyText="Processing...">
              Confirm Rental
            </Button>
            <p role="status" className="min-h-6 text-center text-muted">
              {busy ? 'Processing your request...' : waiting ? 'Please tick the agreement first.' : ''}
            </p>
            <ButtonLink to="/cart" variant="quiet">
              Back to Cart
            </ButtonLink>
          </div>
        </section>
      </Form>
    </div>
  )
}
