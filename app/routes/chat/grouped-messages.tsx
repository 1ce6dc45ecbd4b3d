import { memo } from 'react'
import { Sparkles } from 'lucide-react'
import type { MessageGroup } from '#domain/chat/timeline.ts'
import { formatTime } from '#domain/period.ts'
import { cx } from '#app/ui/primitives/cx.ts'
import { keyOf, type ListedMessage, type GroupParts } from './listed-message.ts'
import { type BubbleTone, MessageBubble } from './message-bubble.tsx'
import { MessagePhoto } from './message-photo.tsx'
import { MessageNotices } from './message-notices.tsx'
import { ReportMessage } from './report-message.tsx'
import type { ThreadView } from './thread-view.ts'
import { UnsentNote } from './unsent-note.tsx'

type GroupedMessagesProps = GroupParts &
  Pick<ThreadView, 'side' | 'partner'> & { group: MessageGroup<ListedMessage> }

/** Consecutive messages of one writer (of the two people and the assistant), under their name and the time. */
export const GroupedMessages = memo(function GroupedMessages(props: GroupedMessagesProps) {
  const { group, side, partner, seenId, knownId, olderId, safety, onRetry, onEdit, onDiscard } = props
  const tone: BubbleTone = group.sender === 'ai' ? 'assistant' : group.sender === side ? 'mine' : 'theirs'
  const from = { mine: 'You', assistant: 'Assistant', theirs: partner.name }[tone]
  const first = group.messages[0]!
  return (
    <div
      className={cx(
        'flex flex-col gap-1',
        // Of a long thread, browsers render only what is near the window.
        first.id < olderId && '[contain-intrinsic-size:auto_5rem] [content-visibility:auto]',
      )}
    >
      <p className={cx('flex items-center gap-1.5 px-1 text-sm text-muted', tone === 'mine' && 'self-end')}>
        {tone === 'assistant' ? <Sparkles aria-hidden="true" className="size-4" /> : null}
        <span className={tone === 'mine' ? 'sr-only' : 'font-medium'}>
          <bdi>{from}</bdi>,
        </span>
        <time dateTime={first.sentAt} suppressHydrationWarning>
          {formatTime(new Date(first.sentAt))}
        </time>
      </p>
      {group.messages.map((message, i) => (
        <div
          key={keyOf(message)}
          data-key={keyOf(message)}
          className={cx('group/message flex flex-col', message.id > knownId && 'message-in')}
        >
          <MessageBubble
            tone={tone}
            body={message.body}
            photo={<MessagePhoto message={message} from={tone === 'mine' ? 'you' : from} />}
            isLast={i === group.messages.length - 1}
            pending={message.unsent && !message.unsent.failed}
          >
            {tone === 'theirs' ? <ReportMessage messageId={message.id} /> : null}
            <MessageNotices tone={tone} body={message.body} safety={safety} />
            {message.id === seenId ? <p className="px-1 text-sm text-muted">Seen</p> : null}
            {message.unsent ? (
              <UnsentNote message={message.unsent} {...{ onRetry, onEdit, onDiscard }} />
            ) : null}
          </MessageBubble>
        </div>
      ))}
    </div>
  )
}, isSame)

/** Whether a group is unchanged: every new message renders the thread again, and most of its groups are the same. */
function isSame(
  { group: before, ...was }: GroupedMessagesProps,
  { group, ...is }: GroupedMessagesProps,
): boolean {
  return (
    before.messages.length === group.messages.length &&
    before.messages.every((message, i) => message === group.messages[i]) &&
    (Object.keys(is) as (keyof typeof is)[]).every((name) => was[name] === is[name])
  )
}
