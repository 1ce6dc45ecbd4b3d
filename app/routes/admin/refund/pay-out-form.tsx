import type { FormProblem } from '#domain/form.ts'
import { formatPeso } from '#domain/money.ts'
import { MAX_PROOF } from '#domain/book/by-hand.ts'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { refundReasonText } from '#domain/refund/refund.ts'
import { type Day, dayInManila, formatInstant } from '#domain/period.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import type { AdminRefund } from '#server/refund/refund-table.ts'
import { Link } from '#app/ui/link.tsx'
import { CardForm } from '../card-form.tsx'
import { Facts } from '../facts.tsx'
import { RetryRefund } from './retry-refund.tsx'

type PayOutFormProps = {
  refund: AdminRefund
  /** Whether the provider can be asked to send it (again). */
  canRetry: boolean
  today: Day
  problem?: FormProblem
  cancelTo: string
}

/** A refund that waits for an admin: whom to pay and why by hand, and a field for the transfer’s reference. */
export function PayOutForm({ refund, canRetry, today, problem, cancelTo }: PayOutFormProps) {
  const { centavos, renterName, renterEmail, note } = refund
  return (
    <CardForm
      intent="pay-out"
      title={`Pay ${formatPeso(centavos)} to ${renterName}`}
      details={
        <>
          <Facts
            facts={[
              ['Whom to ask where to', renterEmail ?? 'Their account was deleted.'],
              ['For', <For key="for" refund={refund} />],
              [
                'Paid with',
                `${paymentChannelText(refund.channel)}, ${formatInstant(refund.paidAt)}, payment ${refund.paymentId}`,
              ],
              ['Why by hand', note ?? 'The payment method takes no refunds.'],
              [
                'What to do',
                canRetry
                  ? 'Try it again at the provider. If that does not help, send the money yourself and note it here.'
                  : 'Send the money yourself and note it here.',
              ],
            ]}
          />
          {canRetry ? (
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
              <RetryRefund refundId={refund.id} />
              <p className="text-sm text-muted">
                The provider is asked first what became of earlier tries, so that the money can’t arrive
                twice.
              </p>
            </div>
          ) : null}
        </>
      }
      hidden={{ refundId: refund.id }}
      button="Paid out by hand"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Field
            label="Proof"
            required
            maxLength={MAX_PROOF}
            autoComplete="off"
            hint="The reference of the transfer, or where its slip is kept"
            {...field('proof')}
          />
          <Field
            label="Date"
            type="date"
            required
            min={dayInManila(refund.createdAt)}
            max={today}
            hint="The day in Manila"
            {...field('paidOn', today)}
          />
        </div>
      )}
    </CardForm>
  )
}

function For({ refund: { orderNumber, title, reason } }: { refund: AdminRefund }) {
  return (
    <>
      {title ?? 'The whole payment'}, order{' '}
      <Link to={`/admin/orders/${orderNumber}`} className="link whitespace-nowrap">
        {orderNumber}
      </Link>
      . {refundReasonText(reason)}.
    </>
  )
}
