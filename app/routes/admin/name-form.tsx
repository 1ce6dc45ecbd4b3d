import type { ReactNode } from 'react'
import type { FormProblem } from '#domain/form.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { CardForm } from './card-form.tsx'

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
  /** Its hidden fields, with their values. */
  hidden?: Record<string, string>
  /** A control in place of the name field. */
  children?: ReactNode
}

/**
 * A small form with a name: it adds, renames or merges something. A page may have several: a `problem` is shown in the
 * form with its `intent`.
 */
export function NameForm({ label, maxLength, value, children, ...props }: NameFormProps) {
  const problem = props.problem?.values.intent === props.intent ? props.problem : undefined
  return (
    <CardForm {...props} problem={problem} isOpened={props.intent !== 'add'}>
      {(field) => (
        <>
          {children}
          {label ? (
            <Field
              key={value}
              label={label}
              required
              maxLength={maxLength}
              autoComplete="off"
              fieldClassName="max-w-md"
              {...field('name', value)}
            />
          ) : null}
        </>
      )}
    </CardForm>
  )
}
