import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import type { ShownSupport } from './support-state.ts'

/** The questions and answers. Screen readers read new ones, an answer once it is complete. */
export function SupportLog({
  messages,
  onFollow,
}: {
  messages: readonly ShownSupport[]
  /** Called when the person opens a source. */
  onFollow?: () => void
}) {
  return (
    <div role="log" aria-label="Conversation with the assistant">
      <ol role="list" className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="grid">
            <Bubble by={message.by}>
              {message.state === 'writing' ? (
                <Waiting />
              ) : (
                <>
                  {message.text}
                  {message.state === 'stopped' ? <Aside>Stopped.</Aside> : null}
                </>
              )}
            </Bubble>
            {message.sources.length > 0 ? (
              <p className="mt-1.5 flex flex-wrap gap-x-4 px-1 text-sm text-muted">
                {message.sources.map(({ to, title }) => (
                  <span key={to}>
                    {to === '/contact' ? null : 'From: '}
                    <Link to={to} onClick={onFollow} className="link inline-flex min-h-6 items-center">
                      {title}
                    </Link>
                  </span>
                ))}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** One question or answer. The assistant's text is always shown as plain text. */
export function Bubble({ by, children }: { by: ShownSupport['by']; children: ReactNode }) {
  const mine = by === 'person'
  return (
    <div
      className={cx(
        'flex max-w-[88%] flex-col',
        mine ? 'items-end justify-self-end' : 'items-start justify-self-start',
      )}
    >
      <p className="px-1 text-sm text-muted">{mine ? 'You' : 'Assistant, automatic'}</p>
      <div
        dir="auto"
        className={cx(
          'mt-0.5 rounded-xl px-4 py-2.5 whitespace-pre-line [overflow-wrap:anywhere]',
          mine ? 'rounded-br-sm bg-accent text-on-accent' : 'rounded-bl-sm bg-sunken',
        )}
      >
        {children}
      </div>
    </div>
  )
}

const Aside = ({ children }: { children: string }) => <span className="text-muted italic"> {children}</span>

/** Shown until the assistant's answer begins. */
export function Waiting() {
  return (
    <span className="flex min-h-7 items-center gap-1.5">
      <span className="sr-only">The assistant is writing</span>
      <span aria-hidden="true" className="loading-dot size-2 rounded-full bg-accent" />
      <span aria-hidden="true" className="loading-dot size-2 rounded-full bg-accent" />
      <span aria-hidden="true" className="loading-dot size-2 rounded-full bg-accent" />
    </span>
  )
}

/** The introduction of the conversation, and the note about who receives its texts. */
export function SupportIntro({ siteName, google }: { siteName: string; google: boolean }) {
  return (
    <div className="grid gap-2">
      <Bubble by="assistant">Kumusta! I answer questions about {siteName}, in English or Filipino.</Bubble>
      <p className="px-1 text-sm text-muted">
        Answers are automatic, from our{' '}
        <Link to="/help" className="link">
          help texts
        </Link>
        , and can be wrong. {google ? 'Google words them, so leave out what is private. ' : null}
        <Link to="/privacy-policy" className="link">
          Privacy
        </Link>
      </p>
    </div>
  )
}
