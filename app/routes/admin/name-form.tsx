import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { useFirstField } from './use-first-field.ts'

type NameFormProps = {
  intent: 'add' | 'rename' | 'merge'
  title: string
  /** The label of the name field; without it there is no name field. */
  label?: string
  maxLength?: number
  /** The current name. */
  value?: string
  button: string
  problem?: FormProblem
  cancelTo?: string
  /** Hidden fields, and a control in place of the name field. */
  children?: ReactNode
}

/**
 * A small form with a name: it adds, renames or merges something. A page may have several: a `problem` is shown in the
 * form with its `intent`.
 */
export function NameForm(props: NameFormProps) {
  const { intent, title, label, maxLength, value, button, cancelTo, children } = props
  const problem = props.problem?.values.intent === intent ? props.problem : undefined
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useFirstField(problem, { isOpened: intent !== 'add' })
  const typed = problem?.values.name
  const id = `${intent}-heading`

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
            defaultValue={typeof typed === 'string' ? typed : value}
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
