import { data, Form } from 'react-router'
import { z } from 'zod'
import { homeOf } from '#domain/account/account.ts'
import { readForm } from '#domain/form.ts'
import { confirmEmail } from '#server/account/confirm-email.ts'
import { findToken } from '#server/account/mail-token.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { DeadLink } from './dead-link.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/verify-email.ts'

/** Opening the link changes nothing, so that a mail program that looks ahead confirms nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const found = await findToken(ctx, 'email-confirmation', token)
  const loggedIn = ctx.actor.kind === 'user'
  const state = found?.account.emailVerified ? 'done' : found?.live ? 'ask' : 'dead'
  return data(
    { state, token, loggedIn, email: found?.account.email ?? '' } as const,
    state === 'dead' ? { status: 410 } : {},
  )
}

const confirmForm = z.strictObject({ token: z.string().max(200) })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(confirmForm, await formDataOf(request))
  if (!form.ok) return answerProblem(form)
  const confirmed = await attempt(ctx, () => confirmEmail(ctx, form.value))
  if (!confirmed.ok) return answerRefusal(confirmed)
  const to = ctx.actor.kind === 'user' ? homeOf(ctx.actor.role) : `/login?portal=${confirmed.role}`
  return redirectWithToast(to, { kind: 'success', text: `Thank you, ${confirmed.email} is confirmed.` })
}

/** The address carries what confirms the email, so it is told to nobody. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Confirm your email', matches) }]

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { problem, busy } = usePageForm()
  const { state, token, email, loggedIn } = loaderData
  if (state === 'dead')
    return (
      <DeadLink
        askAgain={
          loggedIn ? { to: '/profile', label: 'Go to your profile' } : { to: '/login', label: 'Log in' }
        }
      />
    )
  if (state === 'done')
    return (
      <AccountCard title="Your email is confirmed">
        <p>
          <span className="break-all">{email}</span> is yours. There is nothing else to do.
        </p>
        <p className="mt-6">
          <ButtonLink to="/products">Browse Items</ButtonLink>
        </p>
      </AccountCard>
    )
  return (
    <AccountCard title="Confirm your email">
      <p className="mb-5">
        Is <span className="font-semibold break-all">{email}</span> yours?
      </p>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <FormError>{problem?.formError}</FormError>
        <Button size="lg" busy={busy} busyText="Confirming...">
          Yes, confirm it
        </Button>
      </Form>
    </AccountCard>
  )
}
