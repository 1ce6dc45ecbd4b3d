import type { FormProblem } from '#domain/form.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { CardForm } from '../card-form.tsx'
import { AreaField } from './area-form.tsx'

/** Makes a new admin, who gets a link to choose a password. */
export function MakeAdminForm({ problem, cancelTo }: { problem?: FormProblem; cancelTo: string }) {
  return (
    <CardForm
      intent="make"
      title="Make an admin"
      text="They get an account of their own, and an email with a link to choose its password within three days."
      button="Make an admin"
      {...{ problem, cancelTo }}
    >
      {(field) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" required maxLength={80} autoComplete="off" {...field('firstName')} />
            <Field label="Last name" required maxLength={80} autoComplete="off" {...field('lastName')} />
          </div>
          <Field label="Email" type="email" required autoComplete="off" {...field('email')} />
          <AreaField {...field('area')} />
        </>
      )}
    </CardForm>
  )
}
