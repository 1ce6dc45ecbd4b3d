import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { type FieldProps, fieldsOf } from '#app/ui/fields-of.ts'
import { HiddenFields, type HiddenValues } from '#app/ui/hidden-fields.tsx'
import { Button, ButtonLink, type ButtonVariant } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { useFirstField } from './use-first-field.ts'

type CardFormProps = {
  /** Which of the forms of its page it is. */
  intent: string
  title: ReactNode
  /** What it does, below the title. */
  text?: ReactNode
  /** What stands between the text and the form. */
  details?: ReactNode
  /** The hidden fields. An error of one is shown above the form. */
  hidden?: HiddenValues
  problem: FormProblem | undefined
  button: string
  busyText?: string
  variant?: ButtonVariant
  /** More buttons, between the form's own and Cancel. */
  otherButtons?: ReactNode
  cancelTo?: string
  /** Moves the focus to its first field when it appears, as after a link that opens it. By default it does. */
  isOpened?: boolean
  formClassName?: string
  /** Its fields; `field` gives the properties of one, with the value that it has when nothing was typed. */
  children: (field: (name: string, value?: string) => FieldProps) => ReactNode
}

/** One form of the admin area, in its own card. After a refusal it keeps what was typed and shows what was wrong. */
export function CardForm(props: CardFormProps) {
  const { intent, title, text, details, hidden = {}, problem, cancelTo, formClassName, children } = props
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useFirstField(problem, props.isOpened ?? true)
  const errors = problem?.errors ?? {}
  const hiddenError = Object.keys(hidden)
    .map((name) => errors[name])
    .find(Boolean)
  const id = `${intent}-heading`
  return (
    <Card as="section" aria-labelledby={id} className="mb-8">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {text ? <p className="mt-1 max-w-2xl text-muted">{text}</p> : null}
      {details}
      <Form
        ref={form}
        method="post"
        replace
        preventScrollReset
        noValidate
        className={cx('mt-5 grid gap-5', formClassName)}
      >
        <FormError>{problem?.formError ?? hiddenError}</FormError>
        <input type="hidden" name="intent" value={intent} />
        <HiddenFields values={hidden} />
        {children(fieldsOf(problem, ''))}
        <div className="flex flex-wrap gap-3">
          <Button variant={props.variant} busy={busy} busyText={props.busyText ?? 'Saving...'}>
            {props.button}
          </Button>
          {props.otherButtons}
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
