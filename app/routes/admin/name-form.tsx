import { useEffect, useRef, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'

type NameFormProps = {
  intent: 'add' | 'rename' | 'merge'
  title: string
  label?: string
  maxLength?: number
  /** The name it has. */
  value?: string
  button: string
  problem?: FormProblem
  cancelTo?: string
  /** Hidden fields, or a control in place of the name's. */
  children?: ReactNode
}

/** A small form that names something: adds it, renames it, or says what it becomes. */
export function NameForm(props: NameFormProps) {
  const { intent, title, label, maxLength, value, button, cancelTo, children } = props
  const problem = props.problem?.values.intent === intent ? props.problem : undefined
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useRef<HTMLFormElement>(null)
  const kept = problem?.values.name
  const id = `${intent}-heading`

  useEffect(() => {
    if (problem || intent !== 'add')
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true], input:not([type=hidden]), select')
        ?.focus()
  }, [problem, intent])

  return (
    <Card as="section" aria-labelledby={id} className="mb-8">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-3 grid gap-4">
        <FormError>{problem?.formError}</FormError>
        <input type="hidden" name="intent" value={intent} />
        {children}
        {label ? (
          <Field
            key={value}
            label={label}
            name="name"
            required
            maxLength={maxLength}
            autoComplete="off"
            defaultValue={typeof kept === 'string' ? kept : value}
            error={problem?.errors.name}
            fieldClassName="max-w-md"
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            {button}
          </Button>
          {cancelTo ? (
            <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
              Cancel
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </Card>
  )
}
