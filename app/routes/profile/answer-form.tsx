import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, TextArea } from '#app/ui/primitives/field.tsx'

/** The renter's side of a claim, said once. */
export function AnswerForm({ problem }: { problem: FormProblem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'answer'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])
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
