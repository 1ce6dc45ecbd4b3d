import { formatInstant } from '#domain/period.ts'
import { Card } from '#app/ui/primitives/card.tsx'

type KeptMail = {
  id: string
  to: string
  replyTo?: string
  subject: string
  sentAt: Date
  text: string
  /** Whether it has HTML. */
  html: boolean
  headers: [name: string, value: string][]
}

/** One stored mail: in a frame that runs and loads nothing, as plain text, and its header. */
export function KeptMailView({ mail }: { mail: KeptMail }) {
  const header: [string, string][] = [
    ['To', mail.to],
    ...(mail.replyTo ? [['Reply-To', mail.replyTo] satisfies [string, string]] : []),
    ['Subject', mail.subject],
    ['Message-ID', mail.id],
    ...mail.headers,
  ]
  return (
    <Card as="article" padding="none" id="mail" className="min-w-0 scroll-mt-28 overflow-hidden">
      <header className="border-b border-line p-5 sm:px-7">
        <h2 className="text-xl">{mail.subject}</h2>
        <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted">
          To {mail.to}, {formatInstant(mail.sentAt)}
        </p>
      </header>
      {mail.html ? (
        <iframe
          title={`${mail.subject}, as HTML`}
          src={`/dev/mail/${encodeURIComponent(mail.id)}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="block h-180 w-full border-b border-line bg-paper"
        />
      ) : null}
      <section className="p-5 sm:px-7 sm:py-6">
        <h3 className="text-lg">As plain text</h3>
        <p className="mt-3 [overflow-wrap:anywhere] whitespace-pre-line">
          <WithLinks text={mail.text} />
        </p>
      </section>
      <details className="border-t border-line p-5 sm:px-7">
        <summary className="flex min-h-11 items-center font-semibold">Header</summary>
        <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {header.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

/** A text whose addresses are links, as mail programs show it. */
function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <a key={i} href={part} className="underline underline-offset-4 hover:text-accent">
        {part}
      </a>
    ),
  )
}
