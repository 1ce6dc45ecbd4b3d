import { data } from 'react-router'
import { formatInstant } from '#domain/period.ts'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Route } from './+types/dev-mail.ts'

/** Mail that was kept instead of sent. In production there is none, and no such page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { keptMail } = ctxOf({ context })
  if (!keptMail) throw data(null, { status: 404 })
  return { mails: await keptMail.list(100) }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Outbox', matches) }]

export default function DevMail({ loaderData }: Route.ComponentProps) {
  const { mails } = loaderData
  return (
    <div className="page max-w-3xl py-10">
      <PageHeading title="Outbox" lead="Mail of this demo lands here instead of being sent." />
      {mails.length === 0 ? (
        <EmptyState art="letter" title="No mail yet" />
      ) : (
        <ol className="grid gap-4">
          {mails.map((mail) => (
            <li key={mail.id}>
              <article className="rounded-xl border border-line bg-card p-5">
                <h2 className="text-lg break-words">{mail.subject}</h2>
                <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted">
                  To {mail.to}, {formatInstant(mail.sentAt)}
                </p>
                <p className="mt-4 [overflow-wrap:anywhere] whitespace-pre-line">
                  <WithLinks text={mail.text} />
                </p>
              </article>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A text whose addresses can be followed, as mail programs show it. */
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
