import type { ReactNode } from 'react'
import { cx } from '#app/ui/primitives/cx.ts'
import { AssistantWords } from './assistant-words.tsx'

export type BubbleTone = 'mine' | 'theirs' | 'assistant'

const looks: Record<BubbleTone, string> = {
  mine: 'bg-accent text-on-accent',
  theirs: 'bg-sunken text-ink',
  assistant: 'border border-line bg-card text-ink',
}

type MessageBubbleProps = {
  tone: BubbleTone
  /** Empty when there is only a photo. */
  body: string
  photo?: ReactNode
  /** Whether it is the last of its group: then its corner points to its writer. */
  isLast: boolean
  pending?: boolean
  /** What is shown below it, such as “Seen”. */
  children?: ReactNode
}

/** One message: its text is shown as plain text, in the direction of its first letter. */
export function MessageBubble({ tone, body, photo, isLast, pending = false, children }: MessageBubbleProps) {
  const isMine = tone === 'mine'
  return (
    <div
      className={cx(
        'relative flex max-w-[85%] flex-col gap-1 sm:max-w-[75%]',
        isMine ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      {photo}
      {body === '' ? null : (
        <p
          dir="auto"
          className={cx(
            'max-w-full rounded-xl px-4 py-2 wrap-anywhere whitespace-pre-line [overflow-wrap:anywhere]',
            looks[tone],
            isLast && (isMine ? 'rounded-br-sm' : 'rounded-bl-sm'),
            pending && 'opacity-70',
          )}
        >
          {tone === 'assistant' ? <AssistantWords text={body} /> : body}
        </p>
      )}
      {children}
    </div>
  )
}
