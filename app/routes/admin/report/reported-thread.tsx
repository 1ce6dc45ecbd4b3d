import { useEffect, useRef } from 'react'
import { formatInstant } from '#domain/period.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { MessagePhoto } from './message-photo.tsx'
import type { AdminReportPage } from '#server/report/find-report.ts'
import type { ReportedMessage } from '#server/report/open-reported-thread.ts'

type Props = { page: AdminReportPage; messages: readonly ReportedMessage[] | null }

/** The conversation of a report, once an admin opened it, and who opened it before. It has no form to write. */
export function ReportedThread({ page, messages }: Props) {
  const log = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (messages) log.current?.focus({ preventScroll: true })
  }, [messages])
  const names = { renter: page.renterName ?? '', owner: page.ownerName ?? '', ai: 'Assistant' }
  return (
    <section aria-labelledby="thread-heading">
      <h2 id="thread-heading" className="text-xl">
        The conversation
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        It is private. Open it only if you need it to decide: that you did is written into the audit log.
      </p>
      {messages ? (
        <ol
          ref={log}
          role="list"
          tabIndex={-1}
          aria-label="Messages"
          className="mt-4 grid max-w-3xl gap-2 rounded-xl border border-line bg-card p-3 shadow-card sm:p-4"
        >
          {messages.map((message) => (
            <li
              key={message.id}
              className={
                'rounded-lg px-4 py-3 ' +
                `${message.reported ? 'border border-warning bg-warning-soft' : 'bg-sunken'}`
              }
            >
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                <span>
                  <span className="font-semibold text-ink">{names[message.sender]}</span>,{' '}
                  <time dateTime={message.sentAt.toISOString()}>{formatInstant(message.sentAt)}</time>
                </span>
                {message.reported ? <Badge tone="warning">Reported</Badge> : null}
              </p>
              <MessagePhoto message={message} from={names[message.sender]} />
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
                {message.body}
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <ButtonForm
          hidden={{ intent: 'read' }}
          formClassName="mt-4"
          variant="secondary"
          busyText="Opening..."
        >
          Open the conversation
        </ButtonForm>
      )}
      {page.readings.length > 0 ? (
        <p className="mt-3 text-sm text-muted">
          Opened by{' '}
          {page.readings.map(({ name, at }) => `${name} on ${formatInstant(new Date(at))}`).join('; ')}
        </p>
      ) : null}
    </section>
  )
}
