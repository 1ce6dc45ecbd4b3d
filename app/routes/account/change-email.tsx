import { data, Form } from 'react-router'
import { z } from 'zod'
import { changeEmail } from '#server/account/change-email.ts'
import { aboutOf, findToken } from '#server/account/mail-token.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { DeadLink } from './dead-link.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/change-email.ts'

/** Opening the link changes nothing, because mail programs and their scanners open links in advance. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = ctxOf(args)
  const token = args.url.searchParams.get('token') ?? ''
  const found = await findToken(ctx, 'email-change', token)
  const settings = ctx.actor.kind === 'user' ? settingsPathOf(ctx.actor) : null
  if (!found?.isValid) return data({ token: null, email: null, settings }, { status: 410 })
  // The token carries the new email.
  return data({ token, email: aboutOf(token), settings })
}

const linkForm = z.strictObject({ token: z.string().max(600) })

export async function action(args: Route.ActionArgs) {
  const ctx = ctxOf(args)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: linkForm,
    act: (form) => changeEmail(ctx, form),
    answer({ email, role }) {
      const to = ctx.actor.kind === 'user' ? settingsPathOf(ctx.actor) : `/login?portal=${role}`
      return redirectWithToast(to, { kind: 'success', text: `Your email is ${email} now.` })
    },
  })
}

/** The URL contains a secret token, so other sites must not see it as the referrer. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Confirm your new email', matches) },
]

export default function ChangeEmail({ loaderData: { token, email, settings } }: Route.ComponentProps) {
  const { problem, busy } = usePageForm()
  if (!token)
    return (
      <DeadLink
        askAgain={
          settings
            ? { to: `${settings}/email`, label: 'Ask for a new link' }
            : { to: '/login', label: 'Log in' }
        }
      />
    )
  return (
    <AccountCard title="Confirm your new email">
      <p className="mb-5">
        Should your account use <span className="font-semibold break-all">{email}</span> from now on?
      </p>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <FormError>{problem?.formError}</FormError>
        <Button size="lg" busy={busy} busyText="Changing...">
          Yes, use it
        </Button>
      </Form>
    </AccountCard>
  )
}
