import { Form, useNavigation } from 'react-router'
import { type FormProblem, typedIn } from '#domain/form.ts'
import type { Day } from '#domain/period.ts'
import { daysText, durations } from '#domain/pricing/pricing.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { Link } from '#app/ui/link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, FormError, Select } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type WaitFormProps = { from: Day; until: Day; problem: FormProblem | undefined }

/** For days that are taken: who waits for them is notified when they are free. Open when it was refused. */
export function WaitForm({ from, until, problem }: WaitFormProps) {
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formData?.get('intent') === 'wait'
  const field = fieldsOf(problem)
  const typed = (name: string) => typedIn(problem, name)
  return (
    <details open={problem !== undefined} className="rounded-xl border border-line bg-card">
      <summary className="min-h-11 px-5 py-3 font-semibold">Are your days taken?</summary>
      <div className="border-t border-line px-5 py-4">
        <p className="text-muted">
          Leave us your days. When they are free we tell you first, and hold them for you for a while.
        </p>
        <Form ref={form} method="post" noValidate preventScrollReset className="mt-4 grid grid-cols-1 gap-4">
          <input type="hidden" name="intent" value="wait" />
          <FormError>{problem?.formError}</FormError>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field
              id="wait-start"
              label="First day"
              {...field('startDate', '')}
              type="date"
              required
              min={from}
              max={until}
            />
            <Select
              id="wait-days"
              label="How long?"
              name="durationDays"
              defaultValue={typed('durationDays') || '1'}
              options={durations.map((n) => ({ value: String(n), label: daysText(n) }))}
              error={problem?.errors.durationDays}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button variant="secondary" busy={busy} busyText="Saving...">
              Tell me when it is free
            </Button>
            <Link to="/profile/waiting-list" className="link inline-flex min-h-11 items-center text-sm">
              Your waiting list
            </Link>
          </div>
        </Form>
      </div>
    </details>
  )
}
