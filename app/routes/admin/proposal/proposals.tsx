import { z } from 'zod'
import { decideProposalForm, declineProposalForm } from '#domain/proposal/proposal-form.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { readTable } from '#server/admin-table.ts'
import { decideOnProposal } from '#server/proposal/decide-proposal.ts'
import { findProposal, proposalTable } from '#server/proposal/proposal-table.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { DecisionForm } from './decision-form.tsx'
import { proposalColumnsAt } from './proposal-columns.tsx'
import type { Route } from './+types/proposals.ts'

const intents = ['confirm', 'decline', 'withdraw'] as const
const closed = { confirm: null, decline: null, withdraw: null }

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const query = args.url.searchParams
  const intent = intents.find((name) => query.has(name))
  const id = intent && z.uuid().safeParse(query.get(intent))
  const proposal = id?.success ? await findProposal(ctx, admin, id.data) : undefined
  const isOwn = proposal?.proposedBy === admin.id
  const mayDecide = proposal?.decision === null && isOwn === (intent === 'withdraw')
  return {
    view: await readTable(ctx, admin, proposalTable, query),
    ownId: admin.id,
    deciding: intent && mayDecide ? { intent, proposal } : null,
  }
}

const texts = {
  confirm: { decision: 'confirmed', done: 'Confirmed. It has taken effect.', failed: 'Error confirming' },
  withdraw: { decision: 'withdrawn', done: 'Withdrawn. Nothing was changed.', failed: 'Error withdrawing' },
} as const

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const formData = await provenFormOf(ctx, args.request)
  const back = addressWith(args.url.href, closed)
  if (formData.get('intent') === 'decline')
    return answerForm(ctx, formData, {
      schema: declineProposalForm,
      act: ({ proposalId, reason }) =>
        decideOnProposal(ctx, admin, { proposalId, decision: 'declined', reason }),
      to: back,
      done: 'Declined. Nothing was changed.',
    })
  return answerButton(ctx, formData, {
    schema: decideProposalForm,
    act: ({ intent, proposalId }) =>
      decideOnProposal(ctx, admin, { proposalId, decision: texts[intent].decision }),
    to: back,
    done: (_, { intent }) => texts[intent].done,
    failed: ({ intent }) => texts[intent].failed,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Proposals', matches) }]

export default function Proposals({ loaderData, actionData }: Route.ComponentProps) {
  const { view, ownId, deciding } = loaderData
  const here = useHere()
  const back = addressWith(here, closed)
  return (
    <>
      <PageHeading
        title="Proposals"
        lead="Payouts and refunds by hand take effect when another admin has confirmed them."
      />
      {deciding ? (
        <DecisionForm
          key={deciding.intent + deciding.proposal.id}
          {...deciding}
          problem={actionData}
          cancelTo={back}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'proposal', many: 'proposals' }}
        view={view}
        columns={proposalColumnsAt(back, ownId)}
        keyOf={({ id }) => id}
        searches="Reference, name or order"
        empty={
          <EmptyState title="No proposals yet">Nobody proposed a payout or a refund by hand.</EmptyState>
        }
      />
    </>
  )
}
