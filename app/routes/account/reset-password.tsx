import { data, Form } from 'react-router'
import { passwordUpdated, resetPasswordForm } from '#domain/account/change-password.ts'
import { findToken } from '#server/account/mail-token.ts'
import { resetPassword } from '#server/account/reset-password.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { DeadLink } from './dead-link.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/reset-password.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const found = await findToken(ctxOf({ context }), 'password-reset', token)
  if (!found?.isValid) return data({ token: null, email: '' }, { status: 410 })
  return data({ token, email: found.account.email })
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  return answerForm(ctx, await formDataOf(request), {
    schema: resetPasswordForm,
    act: (form) => resetPassword(ctx, form),
    answer: ({ role, setCookie }) =>
      redirectWithToast(`/login?portal=${role}`, { kind: 'success', text: passwordUpdated }, setCookie),
    fieldOf: (refusal) => ('field' in refusal ? refusal.field : undefined),
  })
}

/** The address contains a secret token, so other sites must not see it as the referrer. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Choose a new password', matches) },
]

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { form, problem, busy } = usePageForm()
  const { token, email } = loaderData
  if (!token) return <DeadLink askAgain={{ to: '/forgot-password', label: 'Ask for a new link' }} />
  return (
    <AccountCard title="Choose a new password">
      <p className="mb-5 text-muted">
        For <span className="break-all text-ink">{email}</span>. You will be logged out everywhere.
      </p>
      <Form ref={form} method="post" className="grid gap-5" noValidate>
        <input type="hidden" name="token" value={token} />
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormError>{problem?.formError}</FormError>
        <NewPasswordFields
          label="New password"
          name="password"
          again="Confirm new password"
          errors={problem?.errors}
        />
        <Button size="lg" busy={busy} busyText="Updating...">
          Update Password
        </Button>
      </Form>
    </AccountCard>
  )
}
