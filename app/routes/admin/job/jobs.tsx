import { z } from 'zod'
import { sweepText } from '#domain/job/sweep.ts'
import { formatInstant } from '#domain/period.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { hasFailedJobs, jobTable } from '#server/job/job-table.ts'
import { type FailingSweep, listFailingSweeps } from '#server/failing-sweeps.ts'
import { readTable } from '#server/admin-table.ts'
import { retryFailedJobs, retryJob } from '#server/job/retry-jobs.ts'
import { answerButton } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { headAdminOf } from '../admin-of.ts'
import { jobColumns } from './job-columns.tsx'
import { RowButton } from '../row-button.tsx'
import { backToTable } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/jobs.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  const query = args.url.searchParams
  const view = await readTable(ctx, admin, jobTable(ctx.clock.now()), query)
  return { view, someFailed: await hasFailedJobs(ctx, admin), sweeps: await listFailingSweeps(ctx) }
}

const retryForm = z.strictObject({
  intent: z.enum(['retry', 'retry-all']),
  jobId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = headAdminOf(args)
  return answerButton(ctx, await formDataOf(args.request), {
    schema: retryForm,
    act: ({ intent, jobId }) =>
      intent === 'retry' ? retryJob(ctx, admin, { jobId: jobId ?? 0 }) : retryFailedJobs(ctx, admin),
    to: backToTable(args.url),
    done: (_, { intent }) =>
      intent === 'retry' ? 'The job is tried again now.' : 'All jobs that failed are tried again now.',
    failed: 'Error trying again',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Jobs', matches) }]

export default function AdminJobs({ loaderData: { view, someFailed, sweeps } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Jobs"
        lead="Emails, refunds and other work for outside services that is not done yet. Each is tried for three days."
      />
      {sweeps.length > 0 ? (
        <div className="mb-6">
          <Alert tone="error" title="What is done by the clock could not all be done">
            <ul>
              {sweeps.map((sweep) => (
                <li key={sweep.name}>{failingText(sweep)}</li>
              ))}
            </ul>
          </Alert>
        </div>
      ) : null}
      {someFailed ? (
        <div className="mb-6">
          <RowButton hidden={{ intent: 'retry-all' }} label="Retry all failed" of="jobs" variant="primary" />
        </div>
      ) : null}
      <AdminTable
        noun={{ one: 'job', many: 'jobs' }}
        view={view}
        columns={jobColumns}
        keyOf={({ id }) => String(id)}
        searches="Kind, id or error"
        empty={<EmptyState title="Nothing waits">Every job is done.</EmptyState>}
      />
    </>
  )
}

const failingText = ({ name, failures, since, lastError }: FailingSweep) =>
  `${sweepText(name)}: ${failures} ${failures === 1 ? 'thing' : 'things'}, since ${formatInstant(since)} ` +
  `(${lastError}). It is tried again by itself; the log says why.`
