import { reversePayoutForm } from '#domain/book/payout-form.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { payoutTable } from '#server/book/payout-table.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { payoutColumnsAt } from './payout-columns.tsx'
import { PayoutTabs } from './payout-tabs.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { readWaiting } from '../proposal/read-waiting.ts'
import { WaitingProposals } from '../proposal/waiting-proposals.tsx'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/recorded-payouts.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const query = args.url.searchParams
  const payout = await findRow(ctx, admin, payoutTable, query.get('reverse'))
  return {
    view: await readTable(ctx, admin, payoutTable, query),
    waiting: await readWaiting(ctx, admin, 'reversal'),
    reversing: payout && !payout.reversedAt ? payout : null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const page = addressWith(args.url.href, { reverse: null })
  return answerForm(ctx, await provenFormOf(ctx, args.request), {
    schema: reversePayoutForm,
    act: ({ intent: _, ...payload }) => recordMovement(ctx, admin, { kind: 'reversal', payload }),
    to: page,
    done: ({ waits }) =>
      waits ? 'That it is taken back waits for another admin to confirm it.' : 'Payout taken back.',
    toastAt: () => page,
    failed: 'Error taking the payout back',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Payouts Written Down', matches) }]

export default function RecordedPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const { view, reversing, waiting } = loaderData
  const here = useHere()
  return (
    <>
      <PageHeading
        title="Payouts"
        lead="What moved at the bank. It is never changed: what was wrong is taken back, and written down anew."
      />
      <PayoutTabs current="recorded" />
      <WaitingProposals {...waiting} />
      {reversing ? (
        <ReverseForm
          key={reversing.id}
          payout={reversing}
          problem={actionData}
          cancelTo={addressWith(here, { reverse: null })}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'payout', many: 'payouts' }}
        view={view}
        columns={payoutColumnsAt(here)}
        keyOf={({ id }) => id}
        searches="Reference, name or email"
        empty={<EmptyState title="No payouts yet">Nothing was written down yet.</EmptyState>}
      />
    </>
  )
}
