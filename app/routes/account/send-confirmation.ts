import { redirect } from 'react-router'
import { homeOf } from '#domain/account/account.ts'
import { comeBackTo } from '#domain/account/come-back.ts'
import { sendConfirmation } from '#server/account/send-confirmation.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import type { Route } from './+types/send-confirmation.ts'

export function loader() {
  return redirect('/profile')
}

/** Mails the confirmation again, and goes back to where its button was. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const next = comeBackTo((await formDataOf(request)).get('next'))
  const sent = await attempt(ctx, () => sendConfirmation(ctx))
  const home = ctx.actor.kind === 'user' ? homeOf(ctx.actor.role) : '/'
  return redirectWithToast(
    next ?? home,
    sent.ok
      ? { kind: 'success', text: `We have sent a link to ${sent.email}.` }
      : { kind: 'error', text: sent.message },
  )
}
