import { redirect, useLoaderData } from 'react-router'
import { z } from 'zod'
import { accountCreated } from '#domain/account/account.ts'
import { comeBackTo, landingOf } from '#domain/account/come-back.ts'
import { logInForm } from '#domain/account/log-in.ts'
import { signUpForm } from '#domain/account/sign-up.ts'
import { readForm } from '#domain/form.ts'
import { logIn } from '#server/account/log-in.ts'
import { signUp } from '#server/account/sign-up.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { admit, answerProblem, answerRefusal, ctxOf, formDataOf, typed } from '#app/request.ts'
import { AccountCard } from './account-card.tsx'
import { LoginPanel } from './login-panel.tsx'
import { readPortalState } from './portal-state.ts'
import type { Route } from './+types/login.ts'

const extras = <I extends string>(name: I) => ({
  intent: z.literal(name).optional(),
  next: z.string().optional().transform(comeBackTo),
})

export function loader(args: Route.LoaderArgs) {
  const state = readPortalState(new URL(args.request.url).searchParams)
  const { actor } = ctxOf(args)
  if (actor.kind === 'user' && state.next) throw redirect(landingOf(actor.role, state.next))
  admit(args, 'guestOnly')
  return { state }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'sign-up') {
    const form = readForm(signUpForm.safeExtend(extras('sign-up')), formData)
    if (!form.ok) return answerProblem(form)
    const opened = await attempt(ctx, () => signUp(ctx, form.value))
    if (!opened.ok)
      return answerRefusal(opened, {
        field: 'field' in opened ? opened.field : undefined,
        values: typed(formData),
      })
    return redirectWithToast(
      landingOf(form.value.role, form.value.next),
      { kind: 'success', text: accountCreated },
      opened.setCookie,
    )
  }
  const form = readForm(logInForm.safeExtend(extras('log-in')), formData)
  if (!form.ok) return answerProblem(form)
  const entered = await attempt(ctx, () => logIn(ctx, form.value))
  if (!entered.ok) return answerRefusal(entered, { values: typed(formData) })
  const headers = new Headers()
  for (const cookie of entered.setCookie) headers.append('Set-Cookie', cookie)
  return redirect(landingOf(entered.role, form.value.next), { headers })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Log in or sign up', matches) }]

export default function LoginPage() {
  const { state } = useLoaderData<typeof loader>()
  const title = state.portal
    ? { renter: 'Renter portal', owner: 'Owner portal', admin: 'Admin portal' }[state.portal]
    : 'Welcome, neighbour'
  return (
    <AccountCard title={title}>
      <LoginPanel state={state} />
    </AccountCard>
  )
}
