import { type RefObject, useEffect, useRef } from 'react'
import { ArrowDown } from 'lucide-react'
import type { Day } from '#domain/period.ts'
import { dayOfTalk, type DayOfTalk } from '#domain/chat/timeline.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { EmptyArt } from '#app/ui/primitives/empty-art.tsx'
import { GroupedMessages } from './grouped-messages.tsx'
import type { OpenThread } from './use-thread.ts'
import type { ThreadView } from './thread-view.ts'
import { keyOf, type ListedMessage, type GroupParts } from './listed-message.ts'
import { PageLink } from './page-link.tsx'
import { TypingBubble } from './typing-bubble.tsx'

type MessageListProps = GroupParts & {
  view: ThreadView
  list: RefObject<HTMLDivElement | null>
  days: readonly DayOfTalk<ListedMessage>[]
  today: Day
  thread: OpenThread
  /** How many arrived while the person was reading older ones. */
  fresh: number
  away: boolean
  /** Whether the other side is typing. */
  typing: boolean
  onScroll: () => void
  toEnd: () => void
}

/**
 * A thread’s messages by day, in a list that is laid out from its end: browsers then start at the newest message, also
 * without scripts.
 */
export function MessageList(props: MessageListProps) {
  const { view, list, days, today, thread, fresh, away, typing, onScroll, toEnd, ...parts } = props
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        className={
          'flex grow flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-3 ' +
          '[overflow-anchor:none]'
        }
      >
        <div className="flex min-h-full shrink-0 flex-col px-4 py-5 sm:px-6">
          <OlderMessages thread={thread} threadId={view.threadId} list={list} />
          {days.length === 0 ? (
            <div className="m-auto flex max-w-xs flex-col items-center gap-4 text-center text-balance text-muted">
              <EmptyArt name="letter" />
              <p>No messages yet. Ask {view.partner.name} what you would like to know.</p>
            </div>
          ) : null}
          <div className="mt-auto" />
          {days.map(({ day, groups }) => (
            <section
              key={day}
              aria-label={dayOfTalk(day, today)}
              className="flex flex-col gap-4 pb-4 last:pb-0"
            >
              <h2 className="self-center pt-2 font-sans text-sm font-medium tracking-normal text-muted">
                <time dateTime={day}>{dayOfTalk(day, today)}</time>
              </h2>
              {groups.map((group) => (
                <GroupedMessages
                  key={keyOf(group.messages[0]!)}
                  group={group}
                  side={view.side}
                  partner={view.partner}
                  {...parts}
                />
              ))}
            </section>
          ))}
          {typing ? <TypingBubble name={view.partner.name} /> : null}
          {view.newest ? null : (
            <PageLink threadId={view.threadId} className="mt-4">
              Newest messages
            </PageLink>
          )}
        </div>
      </div>
      {away && fresh > 0 ? (
        <div className="absolute inset-x-0 bottom-3 mx-auto w-fit">
          <Button
            type="button"
            size="sm"
            className="shadow-lift"
            onClick={() => {
              list.current?.focus({ preventScroll: true })
              toEnd()
            }}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
            New messages
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Loads older messages when the person scrolls up to it; without scripts it is a link. */
function OlderMessages({
  thread,
  threadId,
  list,
}: {
  thread: OpenThread
  threadId: string | null
  list: RefObject<HTMLDivElement | null>
}) {
  const { earlier, older, loadOlder } = thread
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!top.current || older === 'failed') return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadOlder(), {
      root: list.current,
      rootMargin: '400px 0px 0px',
    })
    near.observe(top.current)
    return () => near.disconnect()
  }, [loadOlder, older, list])
  if (earlier === null) return null
  return (
    <div ref={top} className="flex flex-col items-center gap-1 pb-4">
      {older === 'failed' ? (
        <p role="alert" className="text-sm text-danger">
          Older messages could not be loaded.
        </p>
      ) : null}
      <PageLink threadId={threadId} before={earlier} onPress={() => void loadOlder()}>
        {older === 'loading' ? 'Loading…' : older === 'failed' ? 'Try again' : 'Earlier messages'}
      </PageLink>
    </div>
  )
}
