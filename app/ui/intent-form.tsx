import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { type FieldProps, fieldsOf } from './fields-of.ts'
import { Button, type ButtonVariant } from './primitives/button.tsx'
import { cx } from './primitives/cx.ts'
import { FormError } from './primitives/field.tsx'
import { useFirstInvalidField } from './use-first-invalid-field.ts'

type IntentFormProps = {
  /** Which of the forms of its page it is. */
  intent: string
  problem: FormProblem | undefined
  button: string
  busyText: string
  variant?: ButtonVariant
  buttonClassName?: string
  className?: string
  encType?: 'multipart/form-data'
  /** What the button says while the form can't be sent yet, for example until its photos are uploaded. */
  waitingText?: string | null
  /** Its fields; `field` gives the properties of one, with the value that it has when nothing was typed. */
  children: (field: (name: string, value?: string) => FieldProps) => ReactNode
}

/**
 * One of several forms of a page. After a refusal it keeps what was typed, shows the errors beside their fields, and
 * moves the focus to the first of them.
 */
export function IntentForm({
  intent,
  problem,
  button,
  busyText,
  waitingText = null,
  ...props
}: IntentFormProps) {
  const { children, className, variant, buttonClassName = 'justify-self-start', encType } = props
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form
      ref={form}
      method="post"
      encType={encType}
      noValidate
      preventScrollReset
      className={cx('mt-4 grid gap-5', className)}
    >
      <input type="hidden" name="intent" value={intent} />
      <FormError>{problem?.formError}</FormError>
      {children(fieldsOf(problem, ''))}
      <Button
        variant={variant}
        busy={busy || waitingText !== null}
        busyText={busy ? busyText : (waitingText ?? busyText)}
        className={buttonClassName}
      >
        {button}
      </Button>
    </Form>
  )
}
