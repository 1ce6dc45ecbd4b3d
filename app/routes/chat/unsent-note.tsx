import { CircleAlert } from 'lucide-react'
import type { UnsentMessage } from './use-unsent-messages.ts'

type UnsentNoteProps = {
  message: UnsentMessage
  onRetry: (message: UnsentMessage) => void
  /** Null without a box, as they can't be written to any more. */
  onEdit: ((message: UnsentMessage) => void) | null
  onDiscard: (message: UnsentMessage) => void
}

const action =
  '-my-2 inline-flex min-h-11 items-center rounded-sm font-semibold underline underline-offset-4 ' +
  'hover:no-underline md:min-h-9'

/** The note under a message that is being sent or did not arrive. */
export function UnsentNote({ message, onRetry, onEdit, onDiscard }: UnsentNoteProps) {
  if (!message.failed) return <p className="px-1 text-sm text-muted">Sending…</p>
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-end gap-x-3 px-1 text-right text-sm text-danger"
    >
      <p className="flex items-center gap-1.5 font-medium">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        Not sent.{message.problem ? ` ${message.problem}` : ''}
      </p>
      <button type="button" className={action} onClick={() => onRetry(message)}>
        Try again
      </button>
      {onEdit ? (
        <button type="button" className={action} onClick={() => onEdit(message)}>
          Edit
        </button>
      ) : null}
      <button type="button" className={action} onClick={() => onDiscard(message)}>
        Discard
      </button>
    </div>
  )
}
