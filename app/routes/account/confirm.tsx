import { redirect } from 'react-router'
import { confirmHref } from '#domain/account/confirm-href.ts'
import { loginHref, returnPathOf } from '#domain/account/return-path.ts'
import { askProof, proofsOf } from '#app/proof.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { ProofForm } from '#app/ui/proof-form.tsx'
import { AccountCard } from './account-card.tsx'
import { settingsPathOf } from './settings-path-of.ts'
import type { Route } from './+types/confirm.ts'

/** The page or file to open after the proof. */
const targetOf = ({ searchParams }: URL) => returnPathOf(searchParams.get('to'))

export function loader(args: Route.LoaderArgs) {
  const { actor } = ctxOf(args)
  const to = targetOf(args.url)
  if (actor.kind !== 'user') throw redirect(loginHref(to ?? '/'))
  if (!to) throw redirect(settingsPathOf(actor))
  return { to, ...proofsOf(actor) }
}

export async function action(args: Route.ActionArgs) {
  const ctx = ctxOf(args)
  const to = targetOf(args.url)
  if (ctx.actor.kind !== 'user' || !to) throw redirect('/')
  return (await askProof(ctx, await formDataOf(args.request))) ?? redirect(to)
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Please confirm that it is you', matches) },
]

/** Asks for a proof before a file or a page is opened. */
export default function Confirm({ loaderData: { to, ...proofs }, actionData }: Route.ComponentProps) {
  return (
    <AccountCard title="Please confirm that it is you">
      <p className="mb-5 text-muted">What you asked for follows as soon as you have confirmed.</p>
      <ProofForm action={confirmHref(to)} fields={[]} {...proofs} error={actionData?.error} reloads />
    </AccountCard>
  )
}
