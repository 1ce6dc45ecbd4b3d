import type { FormProblem } from '#domain/form.ts'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { PesoField, TextArea } from '#app/ui/primitives/field.tsx'
import { IntentForm } from '#app/ui/intent-form.tsx'

type Problem = { problem: FormProblem | undefined }

/** An owner waives a part of a late fee, or all of it. */
export function WaiveForms({ centavos, problem }: Problem & { centavos: number }) {
  return (
    <section aria-labelledby="waive-heading" data-print="hide">
      <h2 id="waive-heading" className="text-xl">
        Waive it
      </h2>
      <p className="mt-1 text-muted">The renter is told. You can’t take it back.</p>
      {centavos > 0 ? (
        <IntentForm
          intent="waive"
          problem={problem}
          button="Waive this part"
          busyText="Saving..."
          variant="secondary"
          className="justify-items-start"
        >
          {(field) => (
            <>
              <input type="hidden" name="seen" value={centavos} />
              <PesoField
                {...field('centavos')}
                label="A part of it"
                required
                max={pesoFieldValue(centavos)}
                hint={`Up to ${formatPeso(centavos)}.`}
                fieldClassName="sm:max-w-80"
              />
            </>
          )}
        </IntentForm>
      ) : null}
      <ButtonForm
        hidden={{ intent: 'waive-all' }}
        formClassName="mt-4"
        variant="secondary"
        busyText="Saving..."
      >
        Waive all of it
      </ButtonForm>
    </section>
  )
}

/** A renter objects to a late fee, once. */
export function ObjectionForm({ problem }: Problem) {
  return (
    <section aria-labelledby="object-heading" data-print="hide">
      <h2 id="object-heading" className="text-xl">
        Is something wrong?
      </h2>
      <p className="mt-1 text-muted">
        If you object, nothing is taken now: it becomes a dispute, in which you both say what happened, and we
        decide.
      </p>
      <IntentForm intent="object" problem={problem} button="Object" busyText="Sending...">
        {(field) => <TextArea {...field('objection')} label="Reason" rows={4} required />}
      </IntentForm>
    </section>
  )
}
