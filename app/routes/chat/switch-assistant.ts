import { redirect } from 'react-router'
import { loginHref } from '#domain/account/return-path.ts'
import { assistantForm } from '#domain/chat/assistant-form.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { switchAssistant } from '#server/chat/switch-assistant.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, ctxOf, formDataOf } from '#app/request.ts'
import { loggedOutWords } from '#app/logged-out.ts'
import type { Route } from './+types/switch-assistant.ts'

const messagesPage = '/profile/messages'

export const loader = () => redirect(messagesPage)

/**
 * Switches the assistant of a conversation on or off, and redirects to the conversation, with a toast if it was
 * refused. A form without a conversation, or with one that isn't the actor's, leads to the list of conversations. A
 * guest logs in first.
 */
export async function action(args: Route.ActionArgs) {
  const form = readForm(assistantForm, await formDataOf(args.request))
  const threadId = form.ok ? form.value.threadId : null
  const conversationPage = threadId ? `/chat?thread_id=${threadId}` : messagesPage
  if (ctxOf(args).actor.kind === 'guest')
    return redirectWithToast(loginHref(conversationPage), {
      kind: 'error',
      text: loggedOutWords(args.url),
    })
  const ctx = admit(args, 'chat')
  if (!form.ok) return redirectWithToast(messagesPage, { kind: 'error', text: firstMessage(form) })
  const on = form.value.to === 'on'
  const switched = await attempt(ctx, () => switchAssistant(ctx, { threadId: form.value.threadId, on }))
  if (switched.ok) return redirect(conversationPage)
  const { reason, message } = switched
  return reason === 'not-found'
    ? redirectWithToast(messagesPage, { kind: 'error', text: 'This conversation could not be found.' })
    : redirectWithToast(conversationPage, { kind: 'error', text: message })
}
