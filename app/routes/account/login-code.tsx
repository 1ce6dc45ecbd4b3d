import { Form, redirect } from 'react-router'
import { pathAfterLogin, returnPathOf } from '#domain/account/return-path.ts'
import { secondFactorForm } from '#domain/account/two-factor.ts'
import { enterLogInCode } from '#server/account/enter-log-in-code.ts'
import { findSecondStep } from '#server/account/second-step.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithCookies } from '#app/flash.ts'
import { admit, ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { AccountCard } from './account-card.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeyLogIn } from './passkey-log-in.tsx'
import { usePageForm } from './use-page-form.ts'
import type { Route } from './+types/login-code.ts'

const nextOf = ({ searchParams }: URL) => returnPathOf(searchParams.get('next'))

/** The first step, which leads on to where this one does. */
function firstStep(url: URL, portal?: string): string {
  const query = new URLSearchParams({ ...(portal && { portal }) })
  const next = nextOf(url)
  if (next) query.set('next', next)
  return query.size > 0 ? `/login?${query}` : '/login'
}

/**
 * The account whose password this browser gave; null for a guest without one. Whoever is logged in may go on to
 * another account, as in the first step; without a first step they are redirected.
 */
async function findAccount(args: Route.LoaderArgs | Route.ActionArgs) {
  const account = await findSecondStep(ctxOf(args))
  if (!account) admit(args, 'guestOnly')
  return account
}

export async function loader(args: Route.LoaderArgs) {
  const account = await findAccount(args)
  if (!account) throw redirect(firstStep(args.url))
  const { role, twoFactorAt, hasPasskey } = account
  return {
    backTo: firstStep(args.url, role),
    portal: role,
    next: nextOf(args.url),
    hasApp: twoFactorAt !== null,
    hasPasskey,
  }
}

export async function action(args: Route.ActionArgs) {
  await findAccount(args)
  const ctx = ctxOf(args)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: secondFactorForm,
    act: (form) => enterLogInCode(ctx, form),
    fieldOf: ({ reason }) => (reason === 'code' ? 'code' : undefined),
    toastAt: ({ reason }) => (reason === 'credentials' ? firstStep(args.url) : undefined),
    answer: ({ role, setCookie }) => redirectWithCookies(pathAfterLogin(role, nextOf(args.url)), setCookie),
  })
}

const headingOf = (hasApp: boolean) => (hasApp ? 'Type your code' : 'Use your passkey')

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  { title: titleOf(headingOf(loaderData?.hasApp ?? true), matches) },
]

/** The second step of a log-in. */
export default function LoginCode({ loaderData }: Route.ComponentProps) {
  const { backTo, portal, next, hasApp, hasPasskey } = loaderData
  return (
    <AccountCard title={headingOf(hasApp)}>
      {hasApp ? (
        <CodeForm />
      ) : (
        <p className="text-muted">
          Your password is right. Admins need a second factor here, and yours is a passkey. It needs scripts,
          and a browser that knows passkeys.
        </p>
      )}
      {hasPasskey ? <PasskeyLogIn portal={portal} next={next} /> : null}
      <p className="mt-6 text-center">
        <Link
          to={backTo}
          className="inline-flex min-h-11 items-center px-2 text-muted underline underline-offset-4 hover:text-ink"
        >
          Back to the log-in
        </Link>
      </p>
    </AccountCard>
  )
}

function CodeForm() {
  const { form, problem, busy } = usePageForm()
  return (
    <>
      <p className="mb-5 text-muted">
        Your password is right. Open your authenticator app, and type the code that it shows for this site.
      </p>
      <Form ref={form} method="post" className="grid gap-5" noValidate>
        <FormError>{problem?.formError}</FormError>
        <CodeField error={problem?.errors.code} hint="No phone at hand? Type one of your recovery codes." />
        <Button size="lg" busy={busy} busyText="Logging in...">
          Log in
        </Button>
      </Form>
    </>
  )
}
