import { data } from 'react-router'
import { Laptop, Smartphone } from 'lucide-react'
import { z } from 'zod'
import { deviceOf } from '#domain/account/device.ts'
import { readForm } from '#domain/form.ts'
import { formatInstant } from '#domain/period.ts'
import { endSession } from '#server/account/end-session.ts'
import { findSession, listSessions } from '#server/account/queries.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import type { Route } from './+types/sessions.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const session = await findSession(ctx, ctx.headers)
  if (ctx.actor.kind !== 'user' || !session) throw data(null, { status: 403 })
  const sessions = await listSessions(ctx.db, ctx.actor.id, ctx.clock.now())
  return {
    settings: settingsPathOf(ctx.actor),
    sessions: sessions
      .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
        id,
        device: deviceOf(userAgent),
        network: ipAddress || null,
        since: formatInstant(createdAt),
        seen: formatInstant(updatedAt),
        isThis: id === session.id,
      }))
      .toSorted((a, b) => Number(b.isThis) - Number(a.isThis)),
  }
}

const endForm = z.strictObject({ sessionId: z.union([z.uuid(), z.literal('others')]) })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(endForm, await formDataOf(request))
  if (!form.ok) throw data(null, { status: 400 })
  const { sessionId } = form.value
  const ended = await attempt(ctx, () => endSession(ctx, sessionId === 'others' ? 'others' : { sessionId }))
  // A session that had already ended counts as success.
  const fine = ended.ok || ended.reason === 'not-found'
  const text = sessionId === 'others' ? 'You are logged out everywhere else.' : 'That session has ended.'
  return redirectWithToast(`${settingsPathOf(ctx.actor)}/sessions`, {
    kind: fine ? 'success' : 'error',
    text: fine ? text : ended.message,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Where you’re logged in', matches) },
]

export default function Sessions({ loaderData: { sessions, settings } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={settings}>Settings</BackLink>
      <PageHeading
        title="Where you’re logged in"
        lead="If you don’t recognise one, log it out and change your password."
      />
      <ul className="grid max-w-3xl gap-3">
        {sessions.map((session) => (
          <li key={session.id}>
            <article className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-card p-4 sm:p-5">
              <DeviceIcon device={session.device} />
              <div className="min-w-0 grow basis-52">
                <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
                  {session.device}
                  {session.isThis ? (
                    <Badge tone="success" className="font-sans">
                      This device
                    </Badge>
                  ) : null}
                </h2>
                <p className="text-sm text-muted">Last seen {session.seen}</p>
                <p className="text-sm text-muted">
                  Logged in {session.since}
                  {session.network ? `, network ${session.network}` : null}
                </p>
              </div>
              {session.isThis ? null : (
                <ButtonForm hidden={{ sessionId: session.id }} variant="secondary" size="sm">
                  Log out
                  <span className="sr-only">
                    {' '}
                    of {session.device}, since {session.since}
                  </span>
                </ButtonForm>
              )}
            </article>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className="mt-6">
          <ButtonForm hidden={{ sessionId: 'others' }} variant="secondary" size="sm">
            Log out everywhere else
          </ButtonForm>
        </div>
      ) : (
        <p className="mt-6 text-muted">You are logged in nowhere else.</p>
      )}
    </>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
      <Icon aria-hidden="true" className="size-5.5" />
    </span>
  )
}
