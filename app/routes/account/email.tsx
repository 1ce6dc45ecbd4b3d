import { Form } from 'react-router'
import { changeEmailForm } from '#domain/account/change-email.ts'
import { askEmailChange } from '#server/account/ask-email-change.ts'
import { answerForm } from '#app/answer-form.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/email.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = ctxOf({ context })
  return { settings: settingsPathOf(actor), email: actor.kind === 'user' ? actor.email : '' }
}

export async function action(args: Route.ActionArgs) {
  const ctx = ctxOf(args)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: changeEmailForm,
    act: (form) => askEmailChange(ctx, form),
    fieldOf: ({ reason }) => (reason === 'password' ? 'password' : reason === 'same' ? 'email' : undefined),
    to: settingsPathOf(ctx.actor),
    done: (_, { email }) => `We mailed a link to ${email}. Your email changes when you follow it.`,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Change email', matches) }]

export default function Email({ loaderData: { settings, email } }: Route.ComponentProps) {
  const { form, problem, busy, field } = usePageForm()
  return (
    <>
      <BackLink to={settings}>Settings</BackLink>
      <PageHeading title="Change email" lead="We mail a link to the new address, and tell the present one." />
      <Card className="max-w-xl">
        <p className="mb-5">
          Now it is <span className="font-semibold break-all">{email}</span>.
        </p>
        <Form ref={form} method="post" className="grid gap-5" noValidate>
          <FormError>{problem?.formError}</FormError>
          <Field label="New email" {...field('email')} type="email" required autoComplete="email" />
          <PasswordField label="Your password" name="password" required error={problem?.errors.password} />
          <Button className="justify-self-start" busy={busy} busyText="Sending...">
            Send the link
          </Button>
        </Form>
      </Card>
    </>
  )
}
