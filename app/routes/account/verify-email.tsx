import { data, Form } from 'react-router'
import { z } from 'zod'
import { homeOf } from '#domain/account/account.ts'
import { confirmEmail, wouldRemoveAddedCredentials } from '#server/account/confirm-email.ts'
import { findToken } from '#server/account/mail-token.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { DeadLink } from './dead-link.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/verify-email.ts'

/** Opening the link changes nothing, because mail programs open links in advance. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const token = url.searchParams.get('token') ?? ''
  const found = await findToken(ctx, 'email-confirmation', token)
  const loggedIn = ctx.actor.kind === 'user'
  const state = found?.account.emailVerified ? 'done' : found?.isValid ? 'ask' : 'dead'
  const removes = state === 'ask' && (await wouldRemoveAddedCredentials(ctx, found!.account.id))
  return data(
    { state, token, loggedIn, email: found?.account.email ?? '', removes } as const,
    state === 'dead' ? { status: 410 } : {},
  )
}

const confirmForm = z.strictObject({ token: z.string().max(200) })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  return answerForm(ctx, await formDataOf(request), {
    schema: confirmForm,
    act: (form) => confirmEmail(ctx, form),
    answer({ role, email }) {
      const to = ctx.actor.kind === 'user' ? homeOf(ctx.actor.role) : `/login?portal=${role}`
      return redirectWithToast(to, { kind: 'success', text: `Thank you, ${email} is confirmed.` })
    },
  })
}

/** The address contains a secret token, so other sites must not see it as the referrer. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Confirm your email', matches) }]

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { problem, busy } = usePageForm()
  const { state, token, email, loggedIn, removes } = loaderData
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
      {removes ? (
        <p className="mb-5 text-muted">
          You are not logged in to its account here. So the passkeys, two-factor log-in and calendar address
          that were added to it end with this: somebody else may have added them. To keep them, log in first.
        </p>
      ) : null}
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
