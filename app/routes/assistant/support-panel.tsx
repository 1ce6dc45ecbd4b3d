import { RotateCcw, Trash2, X } from 'lucide-react'
import { use, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { loginHref } from '#domain/account/return-path.ts'
import { assistantFailed, assistantOff } from '#domain/assistant/assistant.ts'
import { Link } from '#app/ui/link.tsx'
import { LoginContext } from '#app/ui/login-context.ts'
import { Button, ButtonLink, IconButton } from '#app/ui/primitives/button.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { AskBox } from './ask-box.tsx'
import { Bubble, SupportIntro, SupportLog, Waiting } from './support-log.tsx'
import { useSupport } from './use-support.ts'

type SupportPanelProps = {
  siteName: string
  loggedIn: boolean
  /** Whether a press opened it, which moves the focus into it. */
  pressed: RefObject<boolean>
  /** What is typed and not asked yet, and what changes it. */
  draft: string
  onDraft: (change: (now: string) => string) => void
  onClose: () => void
}

/** The conversation with the assistant, above the page. It is not modal: the page stays usable. */
export function SupportPanel({ siteName, loggedIn, pressed, draft, onDraft, onClose }: SupportPanelProps) {
  const { state, writing, problem, ask, clear, stop, again } = useSupport()
  const [clearing, setClearing] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const ready = typeof state === 'object' ? state : null
  const isReady = ready !== null
  const messages = ready?.messages ?? []
  const off = ready?.answerer === 'off'
  const last = messages.at(-1)

  useEffect(() => {
    if (pressed.current && panel.current) focusIn(panel.current)
  }, [isReady, pressed])
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages.length, writing?.text, isReady])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
  }
  function endQuestion() {
    setClearing(false)
    // The button that had the focus goes with the question.
    if (panel.current) focusIn(panel.current)
  }

  return (
    <section
      ref={panel}
      id="support-panel"
      aria-labelledby="support-heading"
      onKeyDown={onKeyDown}
      data-print="hide"
      className={
        'support-panel fixed inset-x-2 bottom-2 z-45 flex h-[min(38rem,calc(100dvh-1rem))] flex-col overflow-hidden ' +
        ('rounded-xl border border-line-strong bg-card text-ink shadow-lift sm:inset-x-auto ' +
          'sm:right-6 sm:bottom-6 sm:w-100')
      }
    >
      <PanelHeader
        siteName={siteName}
        mayClear={messages.length > 0 && loggedIn}
        isWriting={writing !== null}
        onClear={() => setClearing(true)}
        onClose={onClose}
      />
      {clearing ? (
        <ClearQuestion
          onClear={() => {
            endQuestion()
            void clear()
          }}
          onKeep={endQuestion}
        />
      ) : null}
      <div
        ref={list}
        role="group"
        aria-label="Messages of the assistant"
        tabIndex={0}
        className="flex grow flex-col gap-4 overflow-y-auto overscroll-contain p-4 text-sm -outline-offset-3"
      >
        {state === 'loading' ? <LoadingDots label="Loading your conversation" /> : null}
        {state === 'failed' ? <Unreachable onAgain={again} /> : null}
        {ready ? (
          <>
            <SupportIntro siteName={siteName} google={ready.answerer === 'google'} />
            <SupportLog messages={messages} onFollow={() => coversPage() && onClose()} />
          </>
        ) : null}
        {writing ? <WrittenNow question={writing.question} answer={writing.text} /> : null}
        <p role="status" className="sr-only">
          {writing ? 'The assistant is writing.' : ''}
        </p>
        {ready && off ? <Off /> : null}
        {ready && !loggedIn ? <LogInToAsk /> : null}
        {ready && loggedIn && !off && messages.length === 0 && !writing ? (
          <Examples questions={ready.examples ?? []} onAsk={ask} />
        ) : null}
        {last?.state === 'failed' && !writing && !off ? (
          <AskAgain onAsk={() => void ask(messages.at(-2)?.text ?? '')} />
        ) : null}
      </div>
      <AskBox
        loggedIn={loggedIn}
        disabled={!isReady || off}
        writing={writing !== null}
        problem={problem}
        text={draft}
        onText={onDraft}
        onAsk={ask}
        onStop={stop}
      />
    </section>
  )
}

/** Whether the panel covers the page, as on a phone: then it closes when the page of a source is opened. */
const coversPage = () => !window.matchMedia('(width >= 40rem)').matches

/** Focuses the text box; without a mouse, or while the box is disabled, the heading. */
function focusIn(panel: HTMLElement) {
  const hasMouse = window.matchMedia('(pointer: fine)').matches
  const box = panel.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)')
  ;((hasMouse && box) || panel.querySelector('h2'))?.focus()
}

type PanelHeaderProps = {
  siteName: string
  mayClear: boolean
  isWriting: boolean
  onClear: () => void
  onClose: () => void
}

function PanelHeader({ siteName, mayClear, isWriting, onClear, onClose }: PanelHeaderProps) {
  return (
    <header className="flex items-center gap-1 border-b border-line bg-sunken py-2 pr-2 pl-5">
      <h2 id="support-heading" tabIndex={-1} className="mr-auto text-lg focus:outline-none">
        Ask {siteName}
      </h2>
      {mayClear ? (
        <IconButton label="Clear conversation" disabled={isWriting} onClick={onClear}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      ) : null}
      <IconButton label="Close the assistant" onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </header>
  )
}

function ClearQuestion({ onClear, onKeep }: { onClear: () => void; onKeep: () => void }) {
  return (
    <div role="alert" className="flex items-center gap-2 border-b border-line py-2 pr-3 pl-5 text-sm">
      <p className="mr-auto">Clear this conversation?</p>
      <Button variant="danger" size="sm" type="button" onClick={onClear}>
        Clear
      </Button>
      <Button variant="secondary" size="sm" type="button" onClick={onKeep}>
        Keep
      </Button>
    </div>
  )
}

/** The question that was sent last, and the answer as far as it has come. */
function WrittenNow({ question, answer }: { question: string; answer: string }) {
  return (
    <div aria-hidden="true" className="grid gap-4">
      <Bubble by="person">{question}</Bubble>
      <Bubble by="assistant">{answer === '' ? <Waiting /> : answer}</Bubble>
    </div>
  )
}

type ExamplesProps = { questions: readonly string[]; onAsk: (question: string) => unknown }

function Examples({ questions, onAsk }: ExamplesProps) {
  return (
    <ul role="list" aria-label="Examples" className="grid justify-items-start gap-2">
      {questions.map((example) => (
        <li key={example}>
          <Button type="button" variant="secondary" size="sm" onClick={() => void onAsk(example)}>
            {example}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function AskAgain({ onAsk }: { onAsk: () => void }) {
  return (
    <Button type="button" variant="secondary" size="sm" className="self-start" onClick={onAsk}>
      <RotateCcw aria-hidden="true" className="size-4" />
      Try again
    </Button>
  )
}

function LogInToAsk() {
  const openLogin = use(LoginContext)
  const here = useHere()
  return (
    <ButtonLink to={loginHref(here)} onClick={openLogin} size="sm" className="self-start">
      Log in
    </ButtonLink>
  )
}

function Off() {
  return (
    <p>
      {assistantOff} Look through the{' '}
      <Link to="/help" className="link">
        help texts
      </Link>
      , or{' '}
      <Link to="/contact" className="link">
        write to us
      </Link>
      .
    </p>
  )
}

function Unreachable({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert">{assistantFailed}</p>
      <Button type="button" variant="secondary" size="sm" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
