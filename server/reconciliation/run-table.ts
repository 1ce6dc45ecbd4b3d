import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import { choices, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

type Columns = 'id' | 'beganAt' | 'endedAt' | 'failure' | 'since' | 'paymentsSeen' | 'refundsSeen'
/** `endedAt` is null while it is running. */
export type AdminRun = Pick<RowOf<'reconciliation'>, Columns> & {
  /** Null for a nightly run. */
  askedByName: string | null
  differences: number
  unexplained: number
}
export type RunSort = 'began'

/** Every comparison with the provider. */
export const runTable: Table<AdminRun, RunSort, MoneyAdmin> = {
  select: sql`n.id, n.began_at, n.ended_at, ${fullName('a')} as asked_by_name, n.failure, n.since,
    n.payments_seen, n.refunds_seen, d.differences, d.unexplained`,
  from: sql`reconciliation n left join account a on a.id = n.asked_by
    cross join lateral (select count(*)::int as differences, count(*) filter (where x.explained_at is
    null)::int as unexplained
      from reconciliation_difference x where x.reconciliation_id = n.id) d`,
  id: { by: sql`n.id`, type: 'uuid' },
  sorts: { began: { by: sql`n.began_at`, type: 'instant' } },
  startsBy: '-began',
  search: [sql`n.day::text`, sql`coalesce(n.failure, '')`],
  filters: {
    result: choices('Result', {
      agreed: ['Agreed', sql`n.ended_at is not null and n.failure is null and d.differences = 0`],
      differences: ['With differences', sql`d.differences > 0`],
      unexplained: ['Not all explained', sql`d.unexplained > 0`],
      failed: ['Failed', sql`n.failure is not null`],
    }),
  },
  csv: [
    ['Began', (row) => row.beganAt],
    ['Ended', (row) => row.endedAt],
    ['Asked for by', (row) => row.askedByName],
    ['Compared from', (row) => row.since],
    ['Payments', (row) => row.paymentsSeen],
    ['Refunds', (row) => row.refundsSeen],
    ['Differences', (row) => row.differences],
    ['Not explained', (row) => row.unexplained],
    ['Failure', (row) => row.failure],
  ],
}
