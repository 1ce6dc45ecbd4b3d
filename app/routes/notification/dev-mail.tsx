import { Form } from 'react-router'
import { formatInstant } from '#domain/period.ts'
import { ctxOf, noSuchPage } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { Select } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { KeptMailView } from './kept-mail.tsx'
import type { Route } from './+types/dev-mail.ts'

const SHOWN = 100

/**
 * The kept mail: the newest 100 mails, all or those to one address, and one in full, which may be older. In production
 * this page does not exist.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { keptMail } = ctxOf({ context })
  if (!keptMail) throw noSuchPage()
  const to = url.searchParams.get('to') ?? ''
  const all = await keptMail.list(1000)
  const addresses = [...new Set(all.map((mail) => mail.to))].sort()
  const mails = (to ? all.filter((mail) => mail.to === to) : all).slice(0, SHOWN)
  const chosen = await keptMail.find(url.searchParams.get('mail') ?? '')
  const open = (chosen && (!to || chosen.to === to) ? chosen : mails[0]) ?? null
  return {
    to,
    addresses,
    mails: mails.map(({ id, to: address, subject, sentAt }) => ({ id, to: address, subject, sentAt })),
    open: open && { ...open, html: Boolean(open.html), headers: Object.entries(open.headers ?? {}) },
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Outbox', matches) }]

export default function DevMail({ loaderData }: Route.ComponentProps) {
  const { mails, open, to, addresses } = loaderData
  return (
    <div className="page py-10">
      <PageHeading title="Outbox" lead="Mail of this demo lands here instead of being sent." />
      {addresses.length > 0 ? (
        <Form className="mb-8 flex max-w-xl flex-wrap items-end gap-3" key={to}>
          <Select
            label="To"
            name="to"
            defaultValue={to}
            fieldClassName="min-w-0 grow basis-60"
            options={[
              { value: '', label: 'Everyone' },
              ...[...new Set(to ? [...addresses, to] : addresses)].map((value) => ({ value, label: value })),
            ]}
          />
          <Button variant="secondary">Show</Button>
        </Form>
      ) : null}
      {open ? (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-8">
          <nav
            aria-label="Mails"
            className={
              'max-h-80 overflow-y-auto rounded-xl border border-line bg-card shadow-card lg:sticky ' +
              'lg:top-28 lg:max-h-[calc(100dvh-9rem)]'
            }
          >
            <ol>
              {mails.map((mail) => (
                <MailRow key={mail.id} mail={mail} to={to} current={mail.id === open.id} />
              ))}
            </ol>
          </nav>
          <KeptMailView key={open.id} mail={open} />
        </div>
      ) : (
        <EmptyState
          art="letter"
          title={to ? `No mail to ${to} yet` : 'No mail yet'}
          action={
            to ? (
              <ButtonLink to="/dev/mail" variant="secondary">
                Mail to everyone
              </ButtonLink>
            ) : null
          }
        />
      )}
    </div>
  )
}

type Row = Route.ComponentProps['loaderData']['mails'][number]

function MailRow({ mail, to, current }: { mail: Row; to: string; current: boolean }) {
  const address = new URLSearchParams({ ...(to ? { to } : {}), mail: mail.id })
  return (
    <li className="relative border-line px-5 py-3.5 not-last:border-b hover:bg-sunken has-aria-current:bg-accent-soft">
      <Link
        to={`?${address}#mail`}
        aria-current={current ? 'true' : undefined}
        className={
          'line-clamp-2 leading-snug font-semibold wrap-anywhere after:absolute after:inset-0 ' +
          'focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 ' +
          'focus-visible:after:outline-ring'
        }
      >
        {mail.subject}
      </Link>
      <p className="mt-1 truncate text-sm text-muted">To {mail.to}</p>
      <p className="text-sm text-muted tabular-nums">{formatInstant(mail.sentAt)}</p>
    </li>
  )
}
