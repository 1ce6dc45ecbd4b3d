import { z } from 'zod'
import { readForm } from '#domain/form.ts'
import { NIGHT_HOUR } from '#domain/reconciliation/reconciliation.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { runTable } from '#server/reconciliation/run-table.ts'
import { readTable } from '#server/admin-table.ts'
import { reconcileNow } from '#server/reconciliation/reconcile.ts'
import { attempt } from '#app/attempt.ts'
import { unexpected } from '#app/ui/failure.ts'
import { redirectWithToast } from '#app/flash.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { runTableColumns } from './run-columns.tsx'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/reconciliation.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const view = await readTable(ctx, admin, runTable, args.url.searchParams)
  return { view, off: ctx.payments === null }
}

const runForm = z.strictObject({ intent: z.literal('run') })

export async function action(args: Route.ActionArgs) {
  const { ctx } = moneyAdminOf(args)
  const form = readForm(runForm, await formDataOf(args.request))
  if (!form.ok) return redirectWithToast('/admin/reconciliation', { kind: 'error', text: unexpected })
  const verdict = await attempt(ctx, () => reconcileNow(ctx))
  if (!verdict.ok) return redirectWithToast('/admin/reconciliation', { kind: 'error', text: verdict.message })
  const { runId, differences } = verdict
  const found =
    differences === 0
      ? 'Both sides agree.'
      : differences === 1
        ? '1 difference.'
        : `${differences} differences.`
  return redirectWithToast(`/admin/reconciliation/${runId}`, { kind: 'success', text: found })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Reconciliation', matches) }]

export default function Reconciliation({ loaderData: { view, off } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Reconciliation"
        lead={
          `Every night after ${NIGHT_HOUR} o’clock our payments and refunds are compared with the ` +
          'provider’s, and every receipt with the book.'
        }
        actions={
          <ButtonForm hidden={{ intent: 'run' }} preventScrollReset={false} busyText="Comparing...">
            Run now
          </ButtonForm>
        }
      />
      {off ? (
        <div className="mb-6">
          <Alert tone="info">Paying online is switched off: only receipts are compared with the book.</Alert>
        </div>
      ) : null}
      <AdminTable
        noun={{ one: 'run', many: 'runs' }}
        view={view}
        columns={runTableColumns}
        keyOf={({ id }) => id}
        searches="Day, or why it failed"
        empty={
          <EmptyState title="Nothing compared yet">The first run is tonight. You can run it now.</EmptyState>
        }
      />
    </>
  )
}
