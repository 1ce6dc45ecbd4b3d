import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, PesoField, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type Problem = { problem: FormProblem | undefined }

const typed = (problem: FormProblem | undefined, name: string) => {
  const value = problem?.values[name]
  return typeof value === 'string' ? value : ''
}
const useBusy = (intent: string) => useNavigation().formData?.get('intent') === intent

/** An owner waives a part of a late fee, or all of it. */
export function WaiveForms({ centavos, problem }: Problem & { centavos: number }) {
  const form = useFirstInvalidField(problem)
  const [part, all] = [useBusy('waive'), useBusy('waive-all')]
  return (
    <section aria-labelledby="waive-heading" data-print="hide">
      <h2 id="waive-heading" className="text-xl">
        Waive it
      </h2>
      <p className="mt-1 text-muted">The renter is told. You can’t take it back.</p>
      {centavos > 0 ? (
        <Form
          ref={form}
          method="post"
          noValidate
          preventScrollReset
          className="mt-4 grid justify-items-start gap-3"
        >
          <input type="hidden" name="intent" value="waive" />
          <FormError>{problem?.formError}</FormError>
          <PesoField
            label="A part of it"
            name="centavos"
            required
            max={pesoFieldValue(centavos)}
            defaultValue={typed(problem, 'centavos')}
            error={problem?.errors.centavos}
            hint={`Up to ${formatPeso(centavos)}.`}
            fieldClassName="sm:max-w-80"
          />
          <Button variant="secondary" busy={part} busyText="Saving...">
            Waive this part
          </Button>
        </Form>
      ) : null}
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="intent" value="waive-all" />
        <Button variant="secondary" busy={all} busyText="Saving...">
          Waive all of it
        </Button>
      </Form>
    </section>
  )
}

/** A renter objects to a late fee, once. */
export function ObjectionForm({ problem }: Problem) {
  const form = useFirstInvalidField(problem)
  const busy = useBusy('object')
  return (
    <section aria-labelledby="object-heading" data-print="hide">
      <h2 id="object-heading" className="text-xl">
        Is something wrong?
      </h2>
      <p className="mt-1 text-muted">
        If you object, nothing is taken now: it becomes a dispute, in which you both say what happened, and we
        decide.
      </p>
      <Form ref={form} method="post" noValidate preventScrollReset className="mt-4 grid gap-5">
        <input type="hidden" name="intent" value="object" />
        <FormError>{problem?.formError}</FormError>
        <TextArea
          label="Reason"
          name="objection"
          rows={4}
          required
          defaultValue={typed(problem, 'objection')}
          error={problem?.errors.objection}
        />
        <Button busy={busy} busyText="Sending..." className="justify-self-start">
          Object
        </Button>
      </Form>
    </section>
  )
}
