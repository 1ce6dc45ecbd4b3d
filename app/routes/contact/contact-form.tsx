import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { lastFailure } from '#app/ui/failure.ts'
import { Link } from '#app/ui/link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, FormError, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

type ContactFormProps = {
  /** The logged-in person: their name and email are filled in. */
  writer: { name: string; email: string } | null
  /** For how long messages are kept. */
  kept: string
  problem: FormProblem | undefined
}

/** A message to the site's operators. Once it is sent, the page returns with an empty form. */
export function ContactForm({ writer, kept, problem }: ContactFormProps) {
  const form = useFirstInvalidField(problem)
  const navigation = useNavigation()
  const busy = navigation.formAction === '/contact' && navigation.formMethod === 'POST'
  // Each answer has a new location; React may never show that the form is being sent.
  const { key } = useLocation()
  const sentAt = useRef<string | null>(null)
  useEffect(() => {
    if (sentAt.current === null || sentAt.current === key) return
    sentAt.current = null
    if (!problem && !lastFailure()) form.current?.reset()
  }, [key, problem, form])
  const field = (name: string, otherwise?: string) => ({
    name,
    required: true,
    error: problem?.errors[name],
    defaultValue: problem ? typedIn(problem, name) : otherwise,
  })
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      onSubmit={() => void (sentAt.current = key)}
      className="grid gap-5"
    >
      <FormError>{problem?.formError}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" autoComplete="name" maxLength={120} {...field('name', writer?.name)} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          {...field('email', writer?.email)}
        />
      </div>
      <Field label="Subject" maxLength={150} {...field('subject')} />
      <TextArea label="Message" rows={8} maxLength={5000} {...field('message')} />
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      <p className="text-sm text-muted">
        We keep your message to answer you, for up to {kept}, as the{' '}
        <Link to="/privacy-policy" className="link">
          Privacy Policy
        </Link>{' '}
        says.
      </p>
      <div>
        <Button size="lg" busy={busy} busyText="Sending..." className="max-sm:w-full">
          Send Message
        </Button>
      </div>
    </Form>
  )
}
