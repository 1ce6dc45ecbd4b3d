import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { HOLD_MINUTES } from '#domain/payment/payment.ts'
import { type Day, formatInstant } from '#domain/period.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError, RadioCards } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import type { ChangeOffer, ChangeOffers } from './change-offers.ts'

type What = 'extend' | 'shorten' | 'move'
type ChangeFormsProps = {
  /** `restBack`: how the price of days that are given back goes back, if it was paid online. */
  offers: ChangeOffers & { restBack: string }
  partnerName: string
  paymentMethod: PaymentMethod
  /** The last day of the rental now. */
  last: Day
  problem: FormProblem | undefined
}

/** The three ways to change the days of a rental, each with its price before it is asked for. */
export function ChangeForms(props: ChangeFormsProps) {
  const { offers, partnerName, paymentMethod, last, problem } = props
  const inCash = paymentMethod === 'cash_on_delivery'
  const problemOf = (what: What) => (problem?.values.what === what ? problem : undefined)
  const { extend, shorten, move, graceUntil, refusal, restBack } = offers
  if (refusal) return <Alert tone="info">{refusal}</Alert>
  return (
    <>
      {extend.length > 0 ? (
        <AskForm
          what="extend"
          last={last}
          title="Keep it longer"
          text={
            `${partnerName} has ${answerTime(graceUntil)}. ` +
            'The days are held for you until then. ' +
            (inCash
              ? 'You pay the difference in cash.'
              : `Once they agree you have ${HOLD_MINUTES} minutes to pay online.`)
          }
          label="Ask for more days"
          problem={problemOf('extend')}
          refusal={extend.every((offer) => offer.refusal) ? extend[0]!.refusal : null}
        >
          {(error, typed) => (
            <RadioCards
              legend="How much longer?"
              name="days"
              required
              options={extend.map(option)}
              defaultValue={typed('days')}
              error={error('days')}
            />
          )}
        </AskForm>
      ) : null}
      {shorten.length > 0 ? (
        <AskForm
          what="shorten"
          last={last}
          title="Give days back"
          text={
            `If ${partnerName} agrees, you pay only for the days you keep. ` +
            (inCash ? 'You settle the difference in cash.' : restBack)
          }
          label="Ask for fewer days"
          problem={problemOf('shorten')}
        >
          {(error, typed) => (
            <RadioCards
              legend="New last day"
              name="lastDay"
              required
              columns={shorten.length > 3 ? 2 : 1}
              options={shorten.map(option)}
              defaultValue={typed('lastDay')}
              error={error('lastDay')}
            />
          )}
        </AskForm>
      ) : null}
      {move ? (
        <AskForm
          what="move"
          last={last}
          title="Start on another day"
          text={
            'The number of days and the price stay the same. If you cancel later, the earlier of the two ' +
            'starts counts.'
          }
          label="Ask to move it"
          problem={problemOf('move')}
        >
          {(error, typed) => (
            <Field
              label="New start date"
              name="start"
              type="date"
              required
              min={move.from}
              max={move.until}
              defaultValue={typed('start') || move.start}
              error={error('start')}
              fieldClassName="max-w-xs"
            />
          )}
        </AskForm>
      ) : null}
    </>
  )
}

/** How long the owner has to answer a wish for more days. */
const answerTime = (graceUntil: Date | null) =>
  graceUntil
    ? `until ${formatInstant(graceUntil)} to answer`
    : '24 hours to answer, and at most until the end of your last day'

const option = ({ value, label, price, parts, refusal }: ChangeOffer) => ({
  value,
  label: refusal ? label : `${label}: ${price}`,
  hint: refusal ?? parts,
  disabled: refusal !== null,
})

type AskFormProps = {
  what: What
  last: Day
  title: string
  text: string
  label: string
  problem: FormProblem | undefined
  /** Why none of the choices is possible. */
  refusal?: string | null
  children: (
    error: (name: string) => string | undefined,
    typed: (name: string) => string | undefined,
  ) => ReactNode
}

function AskForm({ what, last, title, text, label, problem, refusal = null, children }: AskFormProps) {
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formData?.get('what') === what
  return (
    <Card as="section" aria-labelledby={`${what}-heading`}>
      <h2 id={`${what}-heading`} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-muted">{refusal ?? text}</p>
      {refusal ? null : (
        <Form ref={form} method="post" noValidate preventScrollReset className="mt-5 grid gap-5">
          <input type="hidden" name="intent" value="ask" />
          <input type="hidden" name="what" value={what} />
          <input type="hidden" name="seen" value={last} />
          <FormError>{problem?.formError}</FormError>
          {children(
            (name) => problem?.errors[name],
            (name) => typedIn(problem, name),
          )}
          <div>
            <Button busy={busy} busyText="Asking...">
              {label}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  )
}
