import { explainForm } from '#domain/reconciliation/explain-form.ts'
import { dayInManila, formatDay, formatInstant } from '#domain/period.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { differenceTable } from '#server/reconciliation/difference-table.ts'
import { runTable } from '#server/reconciliation/run-table.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { explainDifference } from '#server/reconciliation/explain-difference.ts'
import { answerForm } from '#app/answer-form.ts'
import { formDataOf, noSuchPage } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { differenceColumnsAt } from './difference-columns.tsx'
import { ExplainForm } from './explain-form.tsx'
import { Facts } from '../facts.tsx'
import { RunBadge } from './run-columns.tsx'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/reconciliation-run.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const run = await findRow(ctx, admin, runTable, args.params.runId)
  if (!run) throw noSuchPage()
  const query = args.url.searchParams
  const table = differenceTable(run.id)
  const difference = await findRow(ctx, admin, table, query.get('explain'))
  return {
    run,
    view: await readTable(ctx, admin, table, query),
    explaining: difference && !difference.explainedAt ? difference : null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const page = addressWith(args.url.href, { explain: null })
  return answerForm(ctx, await formDataOf(args.request), {
    schema: explainForm,
    act: (form) => explainDifference(ctx, admin, form),
    to: page,
    done: 'Difference explained.',
    toastAt: () => page,
    failed: 'Error explaining the difference',
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  {
    title: titleOf(
      loaderData ? `Reconciliation of ${formatInstant(loaderData.run.beganAt)}` : 'Reconciliation',
      matches,
    ),
  },
]

export default function ReconciliationRun({ loaderData, actionData }: Route.ComponentProps) {
  const { run, view, explaining } = loaderData
  const here = useHere()
  return (
    <>
      <BackLink to="/admin/reconciliation">Reconciliation</BackLink>
      <PageHeading title={`Compared on ${formatDay(dayInManila(run.beganAt))}`} />
      <Card as="section" aria-label="Run" className="mb-8">
        <RunBadge run={run} />
        <Facts
          facts={[
            ['Asked for by', run.askedByName ?? 'Nobody: it was the night’s'],
            ['Began', formatInstant(run.beganAt)],
            ['Ended', run.endedAt ? formatInstant(run.endedAt) : 'It is under way.'],
            ...(run.failure
              ? [['Why it failed', run.failure] as const]
              : [
                  ['Compared back to', run.since ? formatInstant(run.since) : 'It is under way.'] as const,
                  [
                    'Seen at the provider',
                    `${counted(run.paymentsSeen, 'payment')} and ${counted(run.refundsSeen, 'refund')}`,
                  ] as const,
                ]),
          ]}
        />
      </Card>
      {explaining ? (
        <ExplainForm
          key={explaining.id}
          difference={explaining}
          problem={actionData}
          cancelTo={addressWith(here, { explain: null })}
        />
      ) : null}
      {run.differences > 0 ? (
        <AdminTable
          noun={{ one: 'difference', many: 'differences' }}
          view={view}
          columns={differenceColumnsAt(here)}
          keyOf={({ id }) => String(id)}
          searches="Provider’s id, order or explanation"
          empty={null}
        />
      ) : run.endedAt && run.failure === null ? (
        <EmptyState title="Both sides agree">
          Every payment and refund of ours is at the provider with the same amount, and the other way round.
        </EmptyState>
      ) : null}
    </>
  )
}

const counted = (n: number, noun: string) => `${n.toLocaleString('en-PH')} ${noun}${n === 1 ? '' : 's'}`
