import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'

type LiftFormProps = {
  title: string
  intent: string
  /** The consequences. */
  children: ReactNode
  buttonLabel: string
}

/** Ends a measure of an admin against a person or a listing. */
export function LiftForm({ title, intent, children, buttonLabel }: LiftFormProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <section aria-labelledby={intent}>
      <h2 id={intent} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{children}</p>
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="intent" value={intent} />
        <Button busy={busy} busyText="Saving...">
          {buttonLabel}
        </Button>
      </Form>
    </section>
  )
}
