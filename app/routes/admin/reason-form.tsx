import type { ReactNode } from 'react'
import type { FormProblem } from '#domain/form.ts'
import { MAX_REASON } from '#domain/listing/moderation-form.ts'
import { countOf } from '#domain/text.ts'
import type { OpenRentals } from '#server/listing/open-rentals.ts'
import { IntentForm } from '#app/ui/intent-form.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'

type ReasonFormProps = {
  title: string
  intent: string
  /** The consequences. */
  children: ReactNode
  /** The person who reads the reason. */
  reader: string
  confirmLabel: string
  problem: FormProblem | undefined
}

/** The form of a measure against a person or a listing, with a reason. */
export function ReasonForm({ title, intent, children, reader, confirmLabel, problem }: ReasonFormProps) {
  return (
    <section aria-labelledby={intent}>
      <h2 id={intent} className="text-xl">
        {title}
      </h2>
      <div className="mt-1 max-w-2xl text-muted">{children}</div>
      <IntentForm
        {...{ intent, problem }}
        button={confirmLabel}
        busyText="Saving..."
        variant="danger"
        className="max-w-2xl"
      >
        {(field) => (
          <TextArea
            label="Reason"
            {...field('reason')}
            rows={3}
            required
            maxLength={MAX_REASON}
            hint={`${reader} reads this.`}
          />
        )}
      </IntentForm>
    </section>
  )
}

/** What happens to rentals that have not ended, one sentence for each status. */
export function RentalsThatEnd({ of }: { of: OpenRentals }) {
  const { pendingRentals: pending, approvedRentals: approved, activeRentals: active } = of
  if (pending + approved + active === 0) return <p>No rental is open.</p>
  return (
    <p>
      {pending > 0 ? `${countOf(pending, 'request')} will be rejected. ` : null}
      {approved > 0
        ? `${countOf(approved, 'approved rental')} will be cancelled, with everything back. `
        : null}
      {active > 0
        ? `${countOf(active, 'rental')} under way ${active === 1 ? 'goes' : 'go'} on; you can end ${
            active === 1 ? 'it' : 'them'
          } on the order’s page.`
        : null}
    </p>
  )
}
