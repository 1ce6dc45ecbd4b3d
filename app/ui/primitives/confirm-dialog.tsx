import type { ComponentProps, ElementType, ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

type ConfirmDialogProps = Omit<DialogProps, 'children' | 'footer' | 'size'> & {
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  busyText?: string
  /** Props of the form that answers the question: action, method and so on. */
  formProps?: ComponentProps<typeof Form> & { 'data-failure'?: string }
  /** `fetcher.Form`, for an answer without a navigation. */
  form?: ElementType
  /** Hidden fields. */
  children?: ReactNode
}

/** A question in a modal dialog: a form answers it, a button goes back. */
export function ConfirmDialog({
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy,
  busyText,
  formProps,
  form: AnswerForm = Form,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} size="sm">
      <AnswerForm method="post" {...formProps}>
        <div className="text-muted">{message}</div>
        {children}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button type="button" variant="secondary" onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </div>
      </AnswerForm>
    </Dialog>
  )
}
