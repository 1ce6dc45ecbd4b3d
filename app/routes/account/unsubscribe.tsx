import { data, Form } from 'react-router'
import { pathByLogIn } from '#domain/account/return-path.ts'
import { notificationKinds } from '#domain/notification/kinds.ts'
import { switchForm } from '#domain/notification/switch-form.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { findMailSwitch } from '#server/notification/find-mail-switch.ts'
import { switchMail } from '#server/notification/switch-mail.ts'
import { redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/unsubscribe.ts'

/** Opening the link changes nothing, because mail programs and their scanners open links in advance. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const found = await findMailSwitch(ctxOf({ context }), token)
  return data({ token, ...found }, found.state === 'dead' ? { status: 410 } : {})
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(switchForm, await formDataOf(request))
  if (!form.ok) return answerProblem({ ...form, formError: firstMessage(form) })
  const { token, on } = form.value
  const switched = await attempt(ctx, () => switchMail(ctx, { token, on }))
  const page = `/unsubscribe?${new URLSearchParams({ token })}`
  if (!switched.ok && switched.reason === 'link') return answerRefusal(switched)
  return redirectWithVerdict(page, switched, ({ kind }) => {
    const { label } = notificationKinds[kind]
    return on ? `We email you about “${label}” again.` : `We no longer email you about “${label}”.`
  })
}

/** The address contains a secret token, so other sites must not see it as the referrer. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Stop emails', matches) },
  { name: 'robots', content: 'noindex' },
]

const choicesPath = pathByLogIn('/profile/settings/notifications')

export default function Unsubscribe({ loaderData: found }: Route.ComponentProps) {
  const { problem, busy } = usePageForm()
  if (found.state === 'dead')
    return (
      <AccountCard title="This link is not complete">
        {/* A form that is sent without scripts is answered at `/unsubscribe`, without a token: its error is here. */}
        <FormError>{problem?.formError}</FormError>
        <p>
          Please open it from the email once more, or copy the whole of it. You can also log in and choose
          what we write about.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={choicesPath}>Your notification choices</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact us
          </ButtonLink>
        </div>
      </AccountCard>
    )
  if (found.state === 'gone')
    return (
      <AccountCard title="There is nothing to stop">
        <p>The account of this email was deleted. We send nothing to it any more.</p>
        <p className="mt-6">
          <ButtonLink to="/">Home</ButtonLink>
        </p>
      </AccountCard>
    )
  const { label, text } = notificationKinds[found.kind]
  const off = found.state === 'off'
  return (
    <AccountCard title={off ? 'These emails are off' : 'Stop these emails?'}>
      <p>
        {off ? 'We no longer write to ' : 'We write to '}
        {found.email ? <span className="font-semibold break-all">{found.email}</span> : 'you'} about:
      </p>
      <div className="mt-4 rounded-lg bg-sunken px-5 py-4">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <p className="mt-4 text-sm text-muted">
        {off
          ? 'Other emails, and your notices on the site, stay as they are.'
          : 'Only emails of this kind would stop. Other emails, and your notices on the site, stay as they are.'}
      </p>
      <Form method="post" action="/unsubscribe" className="mt-6 grid gap-5">
        <input type="hidden" name="token" value={found.token} />
        <input type="hidden" name="on" value={off ? 'yes' : 'no'} />
        <FormError>{problem?.formError}</FormError>
        <Button size="lg" busy={busy} busyText="Saving..." variant={off ? 'secondary' : 'primary'}>
          {off ? 'Send them again' : 'Stop these emails'}
        </Button>
      </Form>
      <p className="mt-6 text-sm">
        <Link to={choicesPath} className="link">
          All your notification choices
        </Link>
      </p>
    </AccountCard>
  )
}
