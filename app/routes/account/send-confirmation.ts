import { redirect } from 'react-router'
import { homeOf } from '#domain/account/account.ts'
import { returnPathOf } from '#domain/account/return-path.ts'
import { sendConfirmation } from '#server/account/send-confirmation.ts'
import { redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import type { Route } from './+types/send-confirmation.ts'

/** This address has no page of its own. */
export function loader() {
  return redirect('/profile')
}

/**
 * Mails the link that confirms the actor's email again. The result is a toast on the page of the button, which the
 * form names in `next`, or else on the actor's home page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const next = returnPathOf((await formDataOf(request)).get('next'))
  const sent = await attempt(ctx, () => sendConfirmation(ctx))
  const home = ctx.actor.kind === 'user' ? homeOf(ctx.actor.role) : '/'
  return redirectWithVerdict(next ?? home, sent, ({ email }) => `We have sent a link to ${email}.`)
}
