import { redirect } from 'react-router'
import { loginHref } from '#domain/account/come-back.ts'
import { assistantForm } from '#domain/chat/assistant-form.ts'
import { readForm } from '#domain/form.ts'
import { switchAssistant } from '#server/chat/switch-assistant.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, ctxOf, formDataOf } from '#app/request.ts'
import { loggedOutWords } from '#app/logged-out.ts'
import type { Route } from './+types/switch-assistant.ts'

const list = '/profile/messages'

export const loader = () => redirect(list)

/** The switch of the assistant in a conversation, which is shown again. */
export async function action(args: Route.ActionArgs) {
  const form = readForm(assistantForm, await formDataOf(args.request))
  const threadId = form.ok ? form.value.threadId : null
  const here = threadId ? `/chat?thread_id=${threadId}` : list
  if (ctxOf(args).actor.kind === 'guest')
    return redirectWithToast(loginHref(here), { kind: 'error', text: loggedOutWords(args.request.url) })
  const ctx = admit(args, 'chat')
  if (!form.ok) {
    const text = form.formError ?? Object.values(form.errors)[0]!
    return redirectWithToast(list, { kind: 'error', text })
  }
  const on = form.value.to === 'on'
  const switched = await attempt(ctx, () => switchAssistant(ctx, { threadId: form.value.threadId, on }))
  if (switched.ok) return redirect(here)
  const { reason, message } = switched
  return reason === 'not-found'
    ? redirectWithToast(list, { kind: 'error', text: 'This conversation could not be found.' })
    : redirectWithToast(here, { kind: 'error', text: message })
}
