import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { ListingPhoto, type PhotoRef } from '#app/ui/listing-photo.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { MessageBox } from './message-box.tsx'
import type { ShownMessage } from './shown-message.ts'

type ConversationProps = {
  thread: { id: string } | null
  title: string
  /** Null when its page is not there for the reader. */
  listingId: string | null
  photo: PhotoRef | null
  partnerName: string
  unread: number
  messages: readonly ShownMessage[]
  earlier: number | null
  /** Whether these are the newest messages. */
  newest: boolean
  problem?: FormProblem
}

/** A thread: about what and with whom, its messages, and the box for the next one. */
export function Conversation(props: ConversationProps) {
  const { thread, title, listingId, photo, partnerName, unread, messages, earlier, newest, problem } = props
  const list = useRef<HTMLDivElement>(null)
  const lastId = messages.at(-1)?.id
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [lastId, newest])
  return (
    <div className="page max-w-3xl py-6 md:py-10">
      <BackLink to="/profile/messages">My Conversations</BackLink>
      <section className="flex flex-col overflow-hidden rounded-xl border border-line bg-card shadow-card">
        <header className="flex items-center gap-4 border-b border-line p-4 sm:px-6">
          <div className="w-16 shrink-0 overflow-hidden rounded-lg sm:w-20">
            <ListingPhoto photo={photo} alt="" sizes="80px" />
          </div>
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-xl break-words">
              {partnerName}
            </h1>
            <p className="truncate text-muted">
              About{' '}
              {listingId ? (
                <Link to={`/listing/${listingId}`} className="underline underline-offset-4 hover:text-accent">
                  {title}
                </Link>
              ) : (
                title
              )}
            </p>
          </div>
        </header>
        <div
          ref={list}
          role="log"
          aria-label="Messages"
          tabIndex={0}
          className="flex h-[55dvh] min-h-72 flex-col gap-3 overflow-y-auto overscroll-contain p-4 -outline-offset-3 sm:p-6"
        >
          {earlier ? <PageLink thread={thread} before={earlier} label="Earlier messages" /> : null}
          {messages.length === 0 ? (
            <p className="m-auto text-center text-muted">
              No messages yet. Ask {partnerName} what you would like to know.
            </p>
          ) : null}
          {messages.map((message) => (
            <Bubble key={message.id} message={message} />
          ))}
          {newest ? null : <PageLink thread={thread} label="Newest messages" />}
        </div>
        {unread > 0 && thread ? <ReadMark threadId={thread.id} /> : null}
        <MessageBox key={lastId ?? 'first'} partnerName={partnerName} problem={problem} />
      </section>
    </div>
  )
}

function PageLink({
  thread,
  before,
  label,
}: {
  thread: { id: string } | null
  before?: number
  label: string
}) {
  const query = new URLSearchParams({
    thread_id: thread?.id ?? '',
    ...(before ? { before: String(before) } : {}),
  })
  return (
    <Link
      to={`/chat?${query}`}
      className="mx-auto flex min-h-11 items-center rounded-full border border-line px-5 text-sm font-medium hover:bg-sunken"
    >
      {label}
    </Link>
  )
}

function Bubble({ message }: { message: ShownMessage }) {
  return (
    <div
      className={`flex max-w-[85%] flex-col sm:max-w-[75%] ${message.isMine ? 'items-end self-end' : 'items-start self-start'}`}
    >
      <p className="px-1 text-sm text-muted">
        {message.from}, <time dateTime={message.sentAt}>{message.at}</time>
      </p>
      <p
        dir="auto"
        className={
          'mt-1 rounded-xl px-4 py-2.5 break-words whitespace-pre-line [overflow-wrap:anywhere] ' +
          (message.isMine ? 'rounded-br-sm bg-accent text-on-accent' : 'rounded-bl-sm bg-sunken')
        }
      >
        {message.body}
      </p>
    </div>
  )
}

/** Opening a thread reads it. A page that was fetched ahead is not read, so the browser says so once it is shown. */
function ReadMark({ threadId }: { threadId: string }) {
  const { submit, Form: ReadForm } = useFetcher()
  useEffect(() => {
    void submit({ intent: 'seen' }, { method: 'post', action: `/chat?thread_id=${threadId}` })
  }, [submit, threadId])
  return (
    <noscript>
      <ReadForm
        method="post"
        action={`/chat?thread_id=${threadId}`}
        className="flex justify-center border-t border-line p-3"
      >
        <input type="hidden" name="intent" value="read" />
        <Button variant="quiet" size="sm">
          Mark as read
        </Button>
      </ReadForm>
    </noscript>
  )
}
