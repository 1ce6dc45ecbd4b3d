import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

/** The renter's answer to a claim, possible once. */
export function AnswerForm({ problem }: { problem: FormProblem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'answer'
  const form = useFirstInvalidField(problem)
  return (
    <section aria-labelledby="answer-heading">
      <h2 id="answer-heading" className="text-xl">
        Your side
      </h2>
      <p className="mt-1 text-muted">You can answer once, until we decide. The owner reads it too.</p>
      <Form ref={form} method="post" noValidate preventScrollReset className="mt-4 grid gap-5">
        <input type="hidden" name="intent" value="answer" />
        <FormError>{problem?.formError}</FormError>
        <TextArea
          label="Your answer"
          name="answer"
          rows={5}
          required
          defaultValue={typeof problem?.values.answer === 'string' ? problem.values.answer : ''}
          error={problem?.errors.answer}
        />
        <Button busy={busy} busyText="Sending..." className="justify-self-start">
          Send Answer
        </Button>
      </Form>
    </section>
  )
}
