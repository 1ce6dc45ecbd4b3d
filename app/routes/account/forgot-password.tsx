import { Form, redirect } from 'react-router'
import { forgotPasswordForm } from '#domain/account/forgot-password.ts'
import { askPasswordReset } from '#server/account/ask-password-reset.ts'
import { answerForm } from '#app/answer-form.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/forgot-password.ts'

export function loader({ url, context }: Route.LoaderArgs) {
  const { keptMail } = ctxOf({ context })
  return { sent: url.searchParams.has('sent'), mailIsKept: keptMail !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  return answerForm(ctx, await formDataOf(request), {
    schema: forgotPasswordForm,
    act: (form) => askPasswordReset(ctx, form),
    answer: () => redirect('/forgot-password?sent=1'),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Forgot your password?', matches) },
]

export default function ForgotPassword({ loaderData }: Route.ComponentProps) {
  const { form, problem, busy, field } = usePageForm()
  if (loaderData.sent)
    return (
      <AccountCard title="Check your email">
        <p>
          If there is an account with that address, a link to choose a new password is on its way. It works
          once, within the hour.
        </p>
        <p className="mt-3 text-muted">Nothing there? Look among the spam, or ask again.</p>
        {loaderData.mailIsKept ? (
          <p className="mt-3 text-muted">
            This is a demo: its mail lands in the{' '}
            <a href="/dev/mail" className="underline underline-offset-4">
              outbox
            </a>
            .
          </p>
        ) : null}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/login">Log in</ButtonLink>
          <ButtonLink to="/forgot-password" variant="secondary">
            Ask again
          </ButtonLink>
        </div>
      </AccountCard>
    )
  return (
    <AccountCard title="Forgot your password?">
      <p className="mb-5 text-muted">
        Tell us the email of your account, and we mail you a link to choose a new one.
      </p>
      <Form ref={form} method="post" className="grid gap-5" noValidate>
        <FormError>{problem?.formError}</FormError>
        <Field
          label="Email"
          {...field('email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          required
        />
        <Button size="lg" busy={busy} busyText="Sending...">
          Send the link
        </Button>
      </Form>
      <p className="mt-6 text-center">
        <ButtonLink to="/login" variant="quiet">
          Back to log in
        </ButtonLink>
      </p>
    </AccountCard>
  )
}
