import { type ReactNode, type Ref, useRef, useState } from 'react'
import { Form, useLocation, useNavigate, useNavigation } from 'react-router'
import { HiddenFields, type HiddenValues } from './hidden-fields.tsx'
import { Button, ButtonLink } from './primitives/button.tsx'
import { Card } from './primitives/card.tsx'
import { ConfirmDialog } from './primitives/confirm-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

type QuestionProps = {
  title: string
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** The address for “no”: the page without its question. */
  cancelTo: string
  /** Whether “yes” deletes something; true by default. */
  danger?: boolean
  busyText?: string
  /** The message when the answer does not arrive, as `failureText` takes it. */
  failure?: string
  /** The address to which “yes” posts; the page itself by default. */
  postTo?: string
  /** What “yes” sends, besides what is typed. */
  hidden: HiddenValues
  /** The fields that someone fills in before “yes”. */
  children?: ReactNode
}

/**
 * A confirmation question in the address of a page (`?delete=…`): a modal where scripts run, a section of the page
 * where they don't. “Yes” posts to the page itself, and the browser's back button means “no”.
 */
export function Question({ cancelTo, failure, postTo, hidden, children, ...question }: QuestionProps) {
  const navigate = useNavigate()
  // Also while the next page is read: a second “yes” would be refused, and that refusal would be shown.
  const busy = useNavigation().formMethod === 'POST'
  const { key } = useLocation()
  // A new location key after the dialog was closed: the question was asked again before the address changed, so a new
  // dialog opens. When the server refuses the post, the dialog stays, with what was typed.
  const [dialog, setDialog] = useState<{ key: string; closedAt: string | null }>({ key, closedAt: null })
  if (dialog.closedAt !== null && dialog.closedAt !== key) setDialog({ key, closedAt: null })
  function close() {
    setDialog({ ...dialog, closedAt: key })
    void navigate(cancelTo, { replace: true, preventScrollReset: true })
  }
  const section = useRef<HTMLDivElement>(null)
  const fields = (
    <>
      <HiddenFields values={hidden} />
      {children}
    </>
  )
  if (!useDialogForm(section))
    return <QuestionSection ref={section} {...{ cancelTo, postTo, ...question }} fields={fields} />
  return (
    <ConfirmDialog
      key={dialog.key}
      danger
      {...question}
      busy={busy}
      open
      onClose={close}
      formProps={{
        action: postTo,
        replace: true,
        preventScrollReset: true,
        'data-failure': failure,
      }}
    >
      {fields}
    </ConfirmDialog>
  )
}

function QuestionSection({
  ref,
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  cancelTo,
  postTo,
  danger = true,
  fields,
}: Omit<QuestionProps, 'hidden' | 'children'> & { fields: ReactNode; ref: Ref<HTMLDivElement> }) {
  return (
    <Card ref={ref} as="section" aria-labelledby="question" className="mb-8 max-w-xl">
      <h2 id="question" className="text-xl">
        {title}
      </h2>
      <div className="mt-2 text-muted">{message}</div>
      <Form method="post" action={postTo} className="mt-5 flex flex-wrap gap-3">
        {fields}
        <Button variant={danger ? 'danger' : 'primary'}>{confirmLabel}</Button>
        <ButtonLink to={cancelTo} variant="secondary">
          {cancelLabel}
        </ButtonLink>
      </Form>
    </Card>
  )
}
