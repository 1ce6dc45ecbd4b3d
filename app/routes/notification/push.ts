import { redirect } from 'react-router'
import { firstMessage, readForm } from '#domain/form.ts'
import { subscribeForm, unsubscribeForm } from '#domain/notification/push-form.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { subscribeBrowser } from '#server/notification/subscribe-browser.ts'
import { unsubscribeBrowser } from '#server/notification/unsubscribe-browser.ts'
import { attempt } from '#app/attempt.ts'
import { ctxOf, formDataOf, refusalResponse } from '#app/request.ts'
import type { Route } from './+types/push.ts'

/** This address has no page; a GET redirects to the settings. */
export const loader = () => redirect('/profile/settings/notifications')

/** Subscribes a browser to push messages, or ends that: only by script, as only scripts can subscribe. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  const verdict = await attempt(ctx, () => change(ctx, formData))
  return verdict.ok ? Response.json(verdict) : refusalResponse(verdict)
}

async function change(ctx: Context, formData: FormData): Promise<Verdict> {
  const leaves = formData.get('intent') === 'unsubscribe'
  const form = leaves ? readForm(unsubscribeForm, formData) : readForm(subscribeForm, formData)
  if (!form.ok) return refuse('form', firstMessage(form))
  if (form.value.intent === 'unsubscribe') return unsubscribeBrowser(ctx, form.value)
  const { intent: _intent, ...target } = form.value
  return subscribeBrowser(ctx, target)
}
