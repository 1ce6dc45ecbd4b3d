import { data, redirect } from 'react-router'
import { beginTwoFactorForm, bothFactorsForm, confirmTwoFactorForm } from '#domain/account/two-factor.ts'
import { formatInstant } from '#domain/period.ts'
import type { Refusal } from '#domain/verdict.ts'
import { renewRecoveryCodes, switchOffTwoFactor } from '#server/account/change-two-factor.ts'
import { listPasskeys } from '#server/account/queries.ts'
import { beginTwoFactor, confirmTwoFactor, readTwoFactor } from '#server/account/set-up-two-factor.ts'
import { answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { ProofPage } from '#app/ui/proof-page.tsx'
import type { ProofHandle } from '#app/ui/route-error.tsx'
import { answerPasskeys, passkeysNeedProof } from './answer-passkeys.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import { BeginForm, BothFactorsForm, ConfirmForm } from './two-factor-forms.tsx'
import type { Route } from './+types/two-factor.ts'

export const handle: ProofHandle = { ProofPage }

export async function loader(args: Route.LoaderArgs) {
  const ctx = ctxOf(args)
  if (ctx.actor.kind !== 'user') throw redirect('/')
  const { lacksTwoFactor = false, email } = ctx.actor
  const passkeys = await listPasskeys(ctx.db, ctx.actor.id)
  return {
    settings: settingsPathOf(ctx.actor),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: formatInstant(createdAt),
      used: lastUsedAt && formatInstant(lastUsedAt),
    })),
    siteName: ctx.settings.siteName,
    email,
    isDue: lacksTwoFactor,
    state: await readTwoFactor(ctx, ctx.actor),
  }
}

const fieldOf = ({ reason }: Refusal) => (reason === 'password' || reason === 'code' ? reason : undefined)

export async function action(args: Route.ActionArgs) {
  const ctx = ctxOf(args)
  const here = `${settingsPathOf(ctx.actor)}/two-factor`
  const formData = await provenFormOf(ctx, args.request, passkeysNeedProof)
  const answer = answerPasskeys(ctx, formData, here)
  if (answer) return answer
  const shown = (codes: string[]) =>
    data({ ok: true as const, codes }, { headers: { 'Cache-Control': 'no-store' } })
  switch (formData.get('intent')) {
    case 'begin':
      return answerForm(ctx, formData, {
        schema: beginTwoFactorForm,
        act: (form) => beginTwoFactor(ctx, form),
        fieldOf,
        answer: () => redirect(here),
      })
    case 'confirm':
      return answerForm(ctx, formData, {
        schema: confirmTwoFactorForm,
        act: (form) => confirmTwoFactor(ctx, form),
        fieldOf,
        toastAt: ({ reason }) => (reason === 'gone' ? here : undefined),
        answer: ({ codes }) => shown(codes),
      })
    case 'new-codes':
      return answerForm(ctx, formData, {
        schema: bothFactorsForm,
        act: (form) => renewRecoveryCodes(ctx, form),
        fieldOf,
        answer: ({ codes }) => shown(codes),
      })
    default:
      return answerForm(ctx, formData, {
        schema: bothFactorsForm,
        act: (form) => switchOffTwoFactor(ctx, form),
        fieldOf,
        to: here,
        done: 'Two-factor log-in is off.',
      })
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Two-factor log-in', matches) }]

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, siteName, email, isDue, state, passkeys } = loaderData
  const codes = actionData?.ok ? actionData.codes : null
  return (
    <>
      {isDue ? null : <BackLink to={settings}>Settings</BackLink>}
      <PageHeading
        title="Two-factor log-in"
        lead="With it, a stolen password alone opens nothing: a log-in also asks for a code of your phone."
      />
      <div className="grid gap-8">
        {isDue ? (
          <Alert tone="info" title="Admins need it here">
            Please set it up now; the admin area opens afterwards.
          </Alert>
        ) : null}
        {state.isOn ? (
          <Alert tone="success" title="Two-factor log-in is on">
            {leftText(state.codesLeft)}
          </Alert>
        ) : null}
        {codes ? <RecoveryCodes codes={codes} siteName={siteName} /> : null}
        {state.isOn ? (
          codes ? null : (
            <BothFactorsForm />
          )
        ) : state.setup ? (
          <ConfirmForm setup={state.setup} siteName={siteName} email={email} />
        ) : (
          <BeginForm email={email} />
        )}
        <Passkeys passkeys={passkeys} here={`${settings}/two-factor`} isDue={isDue} />
      </div>
    </>
  )
}

function leftText(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Please get new ones below.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}
