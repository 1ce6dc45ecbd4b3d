import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { partnerLeft, partnerSuspended } from '#domain/chat/chat.ts'
import { lastSeen, layOut } from '#domain/chat/timeline.ts'
import type { FormProblem } from '#domain/form.ts'
import { sendTyping } from '#app/live/send-typing.ts'
import { AssistantSwitch } from './assistant-switch.tsx'
import type { ChosenPhoto } from '../photo/chosen-photo.ts'
import { keyOf, listed } from './listed-message.ts'
import { MarkAsRead } from './mark-as-read.tsx'
import { MessageBox } from './message-box.tsx'
import { MessageList } from './message-list.tsx'
import { NoContact } from './no-contact.tsx'
import { ThreadHeader } from './thread-header.tsx'
import type { ThreadView } from './thread-view.ts'
import { useKeptName } from './use-kept-name.ts'
import { useMarkRead } from './use-mark-read.ts'
import { type UnsentMessage, useUnsentMessages } from './use-unsent-messages.ts'
import { useScroll } from './use-scroll.ts'
import { useThread } from './use-thread.ts'
import { useToday } from './use-today.ts'
import { useTyping } from './use-typing.ts'

/** A thread: its listing and other person, its messages, and the box for the next message. */
export function Conversation({ view, problem }: { view: ThreadView; problem?: FormProblem }) {
  const { threadId, side, partner, newest, unread, nextId } = view
  const navigate = useNavigate()
  const box = useRef<HTMLTextAreaElement>(null)
  const today = useToday(view.now)
  const thread = useThread(view)
  const { messages, partnerReadId } = thread
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null)
  const typing = useTyping(threadId)
  const [knownId] = useState(messages.at(-1)?.id ?? 0)
  const [olderId] = useState(messages[0]?.id ?? 0)

  const keptName = useKeptName(view)
  const { unsent, send, retry, discard } = useUnsentMessages({ keptName, to: view.to }, messages, (sent) => {
    thread.add({ ...sent.message, sender: side })
    if (!threadId || !newest)
      void navigate(`/chat?thread_id=${sent.threadId}`, { replace: true, preventScrollReset: true })
  })
  const all = useMemo(() => listed(messages, unsent, side), [messages, unsent, side])
  const days = useMemo(() => layOut(all), [all])
  const last = all.at(-1)
  const scroll = useScroll({ last: last ? keyOf(last) : '', lastIsMine: last?.sender === side })
  useMarkRead(view, messages, newest && !scroll.away)

  const edit = useCallback(
    (message: UnsentMessage) => {
      if (!box.current) return
      discard(message)
      if (message.photo) setPhoto(message.photo)
      typeBefore(box.current, message.text)
    },
    [discard],
  )

  const mayWrite = !partner.left && !view.safety.refusal
  const newestTheirs = messages.findLast(({ sender, id }) => sender !== side && id > knownId)

  return (
    <div className="page max-w-3xl py-3 md:py-6">
      <div
        className={
          'flex h-[calc(100dvh-9.5rem)] min-h-110 flex-col overflow-hidden rounded-xl border ' +
          'border-line bg-card shadow-card md:h-[calc(100dvh-11.5rem)]'
        }
      >
        <p role="status" className="sr-only">
          {newestTheirs ? spoken(newestTheirs, partner.name) : ''}
        </p>
        <ThreadHeader {...{ threadId, partner }} listing={view.listing} safety={view.safety} />
        <MessageList
          view={view}
          list={scroll.list}
          days={days}
          today={today}
          thread={thread}
          fresh={scroll.fresh}
          away={scroll.away}
          typing={typing && newest}
          onScroll={scroll.onScroll}
          toEnd={scroll.toEnd}
          seenId={lastSeen(messages, side, partnerReadId)}
          knownId={knownId}
          safety={view.safety}
          olderId={olderId}
          onRetry={retry}
          onEdit={mayWrite ? edit : null}
          onDiscard={discard}
        />
        {unread > 0 && threadId ? <MarkAsRead threadId={threadId} /> : null}
        {threadId && thread.assistant && mayWrite ? (
          <AssistantSwitch threadId={threadId} status={thread.assistant} partnerName={partner.name} />
        ) : null}
        {partner.suspended && mayWrite ? (
          <p className="border-t border-line px-4 py-2.5 text-center text-sm text-muted">
            {partnerSuspended(partner.name)}
          </p>
        ) : null}
        {partner.left ? (
          <p className="border-t border-line px-4 py-5 text-center text-muted">{partnerLeft}</p>
        ) : view.safety.refusal ? (
          <NoContact threadId={threadId} safety={view.safety} problem={problem} />
        ) : (
          <MessageBox
            keptName={keptName}
            partnerName={partner.name}
            nextId={nextId}
            problem={problem}
            box={box}
            photo={photo}
            onPhoto={setPhoto}
            onSend={send}
            onTyping={() => threadId && sendTyping(threadId)}
          />
        )}
      </div>
    </div>
  )
}

/** A message as a screen reader says it. */
const spoken = ({ sender, body }: { sender: string; body: string }, partnerName: string) =>
  `${sender === 'ai' ? 'Assistant' : partnerName}: ${body || 'Photo'}`

/** Writes a text before what is typed in a box, and focuses it. */
function typeBefore(box: HTMLTextAreaElement, text: string) {
  box.setRangeText(box.value ? `${text}\n` : text, 0, 0, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
}
