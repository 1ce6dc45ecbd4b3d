import { redirect } from 'react-router'
import { passkeyChallengeForm } from '#domain/account/passkey-form.ts'
import { readForm } from '#domain/form.ts'
import { refuse } from '#domain/verdict.ts'
import { askPasskey } from '#server/account/passkey-challenge.ts'
import { attempt } from '#app/attempt.ts'
import { ctxOf, formDataOf, refusalResponse } from '#app/request.ts'
import type { Route } from './+types/passkey-challenge.ts'

/** This address has no page. */
export const loader = () => redirect('/')

/** Answers a script with what the browser needs to make or use a passkey, which only scripts can do. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(passkeyChallengeForm, await formDataOf(request))
  const verdict = form.ok
    ? await attempt(ctx, () => askPasskey(ctx, form.value.purpose))
    : refuse('form', 'That is no purpose of a passkey.')
  const noStore = { 'Cache-Control': 'no-store' }
  if (!verdict.ok) return refusalResponse(verdict, noStore)
  const { options, setCookie } = verdict
  return Response.json({ ok: true, options }, { headers: { ...noStore, 'Set-Cookie': setCookie } })
}
