import { formatPeso } from '#domain/money.ts'
import { recordPayoutForm } from '#domain/book/payout-form.ts'
import { dayInManila } from '#domain/period.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { balanceTable } from '#server/book/balance-table.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { findProviderSums } from '#server/book/queries.ts'
import { findMayGoBack } from '#server/dispute/may-go-back.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { balanceColumnsAt } from './balance-columns.tsx'
import { type Payee, PayoutForm } from './payout-form.tsx'
import { PayoutTabs } from './payout-tabs.tsx'
import { readWaiting } from '../proposal/read-waiting.ts'
import { WaitingProposals } from '../proposal/waiting-proposals.tsx'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/payouts.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const query = args.url.searchParams
  return {
    view: await readTable(ctx, admin, balanceTable, query),
    payee: await payeeOf(query.get('record')),
    today: dayInManila(ctx.clock.now()),
    waiting: await readWaiting(ctx, admin, 'payout'),
  }

  async function payeeOf(requested: string | null): Promise<Payee | null> {
    if (requested === 'provider')
      return { kind: 'provider', owedCentavos: (await findProviderSums(ctx.db)).bookCentavos }
    const owner = await findRow(ctx, admin, balanceTable, requested)
    return owner
      ? { kind: 'owner', owner, mayGoBackCentavos: await findMayGoBack(ctx, admin, owner.id) }
      : null
  }
}

const fields: Partial<Record<RefusalReason, string>> = { amount: 'amount', day: 'paidOn', taken: 'reference' }

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  return answerForm(ctx, await provenFormOf(ctx, args.request), {
    schema: recordPayoutForm,
    act: ({ intent: _, ...payload }) => recordMovement(ctx, admin, { kind: 'payout', payload }),
    fieldOf: ({ reason }) => fields[reason],
    to: addressWith(args.url.href, { record: null }),
    done: ({ waits }, { amount }) =>
      waits
        ? `${formatPeso(amount)} waits for another admin to confirm it.`
        : `${formatPeso(amount)} written down.`,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Payouts', matches) }]

export default function AdminPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const { view, payee, today, waiting } = loaderData
  const here = useHere()
  return (
    <>
      <PageHeading
        title="Payouts"
        lead="Who is to be paid, and who owes us. Money moves at the bank; here it is written down."
        actions={
          <ButtonLink to={addressWith(here, { record: 'provider' })} variant="secondary">
            Record a settlement
          </ButtonLink>
        }
      />
      <PayoutTabs current="balances" />
      <WaitingProposals {...waiting} />
      {payee ? (
        <PayoutForm
          key={payee.kind === 'owner' ? payee.owner.id : 'provider'}
          payee={payee}
          today={today}
          problem={actionData}
          cancelTo={addressWith(here, { record: null })}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'owner', many: 'owners' }}
        view={view}
        columns={balanceColumnsAt(here)}
        keyOf={({ id }) => id}
        searches="Name or email"
        empty={<EmptyState title="Nobody earned anything yet">No rental has been paid for.</EmptyState>}
      />
    </>
  )
}
