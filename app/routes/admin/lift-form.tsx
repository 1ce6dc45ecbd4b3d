import type { ReactNode } from 'react'
import { ButtonForm } from '#app/ui/button-form.tsx'

type LiftFormProps = {
  title: string
  intent: string
  /** The consequences. */
  children: ReactNode
  buttonLabel: string
}

/** Ends a measure of an admin against a person or a listing. */
export function LiftForm({ title, intent, children, buttonLabel }: LiftFormProps) {
  return (
    <section aria-labelledby={intent}>
      <h2 id={intent} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{children}</p>
      <ButtonForm hidden={{ intent }} formClassName="mt-4" busyText="Saving...">
        {buttonLabel}
      </ButtonForm>
    </section>
  )
}
