import { Form } from 'react-router'
import { changePasswordForm, passwordUpdated, passwordUpdateFailed } from '#domain/account/change-password.ts'
import { readForm } from '#domain/form.ts'
import { changePassword } from '#server/account/change-password.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useProblemToast } from '#app/ui/use-problem-toast.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/password.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = ctxOf({ context })
  return { settings: settingsPathOf(actor), email: actor.kind === 'user' ? actor.email : '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(changePasswordForm, await formDataOf(request))
  if (!form.ok) return answerProblem(form)
  const changed = await attempt(ctx, () => changePassword(ctx, form.value))
  if (changed.ok)
    return redirectWithToast(
      settingsPathOf(ctx.actor),
      { kind: 'success', text: passwordUpdated },
      changed.setCookie,
    )
  const formError = changed.reason === 'login' ? changed.message : passwordUpdateFailed(changed.message)
  const answer = answerRefusal({ ...changed, message: formError })
  if (answer.data && 'field' in changed && changed.field) answer.data.errors[changed.field] = changed.message
  return answer
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Change password', matches) }]

export default function Password({ loaderData: { settings, email } }: Route.ComponentProps) {
  const { form, problem, busy } = usePageForm()
  useProblemToast(problem, problem?.formError)
  return (
    <>
      <BackLink to={settings}>Settings</BackLink>
      <PageHeading title="Change password" lead="Your other sessions end; you stay logged in here." />
      <Card className="max-w-xl">
        <Form
          ref={form}
          method="post"
          className="grid gap-5"
          noValidate
          data-failure={passwordUpdateFailed('{message}')}
        >
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <FormError>{problem?.formError}</FormError>
          <PasswordField
            label="Current password"
            name="currentPassword"
            required
            error={problem?.errors.currentPassword}
          />
          <NewPasswordFields
            label="New password"
            name="newPassword"
            again="Confirm new password"
            errors={problem?.errors}
          />
          <Button className="justify-self-start" busy={busy} busyText="Updating...">
            Update Password
          </Button>
        </Form>
      </Card>
    </>
  )
}
