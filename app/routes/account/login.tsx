import { randomUUID } from 'node:crypto'
import { redirect, useLoaderData } from 'react-router'
import { z } from 'zod'
import { accountCreated } from '#domain/account/account.ts'
import { returnPathOf, pathAfterLogin } from '#domain/account/return-path.ts'
import { logInForm } from '#domain/account/log-in.ts'
import { passkeyLogInForm } from '#domain/account/passkey-form.ts'
import { signUpForm } from '#domain/account/sign-up.ts'
import { logInByPasskey } from '#server/account/log-in-by-passkey.ts'
import { logIn } from '#server/account/log-in.ts'
import { signUp } from '#server/account/sign-up.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithCookies, redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { admit, ctxOf, formDataOf } from '#app/request.ts'
import { AccountCard } from './account-card.tsx'
import { LoginPanel } from './login-panel.tsx'
import { readPortalState } from './portal-state.ts'
import type { Route } from './+types/login.ts'

const extras = <I extends string>(name: I) => ({
  intent: z.literal(name).optional(),
  next: z.string().optional().transform(returnPathOf),
})

export function loader(args: Route.LoaderArgs) {
  const state = readPortalState(args.url.searchParams)
  const { actor } = ctxOf(args)
  if (actor.kind === 'user' && state.next) throw redirect(pathAfterLogin(actor.role, state.next))
  admit(args, 'guestOnly')
  return { state, formKey: state.tab === 'signup' ? randomUUID() : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'sign-up')
    return answerForm(ctx, formData, {
      schema: signUpForm.safeExtend({ ...extras('sign-up'), formKey: z.uuid().optional().catch(undefined) }),
      act: ({ formKey, ...account }) => signUp(ctx, account, formKey),
      answer: ({ setCookie }, { role, next }) =>
        redirectWithToast(pathAfterLogin(role, next), { kind: 'success', text: accountCreated }, setCookie),
      fieldOf: (refusal) => ('field' in refusal ? refusal.field : undefined),
    })
  if (formData.get('intent') === 'passkey')
    return answerForm(ctx, formData, {
      schema: passkeyLogInForm.safeExtend(extras('passkey')),
      act: (form) => logInByPasskey(ctx, form),
      answer: ({ role, setCookie }, { next }) => redirectWithCookies(pathAfterLogin(role, next), setCookie),
    })
  return answerForm(ctx, formData, {
    schema: logInForm.safeExtend(extras('log-in')),
    act: (form) => logIn(ctx, form),
    answer({ role, asksCode, setCookie }, { next }) {
      const code = next ? `/login/code?next=${encodeURIComponent(next)}` : '/login/code'
      return redirectWithCookies(asksCode ? code : pathAfterLogin(role, next), setCookie)
    },
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Log in or sign up', matches) }]

export default function LoginPage() {
  const { state, formKey } = useLoaderData<typeof loader>()
  const title = state.portal
    ? { renter: 'Renter portal', owner: 'Owner portal', admin: 'Admin portal' }[state.portal]
    : 'Welcome, neighbour'
  return (
    <AccountCard title={title}>
      <LoginPanel state={state} formKey={formKey} />
    </AccountCard>
  )
}
