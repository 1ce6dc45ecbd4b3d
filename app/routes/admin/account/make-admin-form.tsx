import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { useFirstField } from '../use-first-field.ts'
import { AreaField } from './area-form.tsx'

/** Makes a new admin, who gets a link to choose a password. */
export function MakeAdminForm({ problem, cancelTo }: { problem?: FormProblem; cancelTo: string }) {
  const busy = useNavigation().formData?.get('intent') === 'make'
  const form = useFirstField(problem)
  const errors = problem?.errors ?? {}
  const typed = (name: string) => {
    const value = problem?.values[name]
    return typeof value === 'string' ? value : undefined
  }
  const field = (name: string) => ({ name, required: true, defaultValue: typed(name), error: errors[name] })
  return (
    <Card as="section" aria-labelledby="make" className="mb-8">
      <h2 id="make" className="text-xl">
        Make an admin
      </h2>
      <p className="mt-1 text-muted">
        They get an account of their own, and an email with a link to choose its password within three days.
      </p>
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-5 grid gap-5">
        <FormError>{problem?.formError}</FormError>
        <input type="hidden" name="intent" value="make" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" maxLength={80} autoComplete="off" {...field('firstName')} />
          <Field label="Last name" maxLength={80} autoComplete="off" {...field('lastName')} />
        </div>
        <Field label="Email" type="email" autoComplete="off" {...field('email')} />
        <AreaField value={typed('area')} error={errors.area} />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            Make an admin
          </Button>
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
