import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import {
  type DifferenceKind,
  differenceKinds,
  type Difference,
  differenceTexts,
} from '#domain/reconciliation/reconciliation.ts'
import { csvPesos } from '../csv.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

export type AdminDifference = Difference & {
  id: number
  kind: DifferenceKind
  orderNumber: string | null
  explainedAt: Date | null
  explainedByName: string | null
  explanation: string | null
}
export type DifferenceSort = 'found'

/** The differences that one comparison found, in the order in which it found them. */
export function differenceTable(runId: string): Table<AdminDifference, DifferenceSort, MoneyAdmin> {
  return {
    select: sql`d.id, d.kind, d.provider_id, d.order_id, d.our_centavos, d.their_centavos, d.note,
      o.number as order_number,
      d.explained_at, d.explanation, ${fullName('a')} as explained_by_name`,
    from: sql`reconciliation_difference d left join "order" o on o.id = d.order_id left
      join account a on a.id = d.explained_by`,
    where: sql`d.reconciliation_id = ${runId}`,
    id: { by: sql`d.id`, type: 'integer' },
    sorts: { found: { by: sql`d.id`, type: 'integer' } },
    startsBy: 'found',
    search: [sql`coalesce(d.provider_id, '')`, sql`coalesce(o.number, '')`, sql`coalesce(d.explanation, '')`],
    filters: {
      kind: oneOf('What', sql`d.kind`, differenceKinds, (kind) => differenceTexts[kind].label),
      state: choices('State', {
        open: ['Not explained', sql`d.explained_at is null`],
        explained: ['Explained', sql`d.explained_at is not null`],
      }),
    },
    csv: [
      ['What', (row) => differenceTexts[row.kind].label],
      ['At the provider', (row) => row.providerId],
      ['Order', (row) => row.orderNumber],
      ['Ours (PHP)', (row) => (row.ourCentavos === null ? '' : csvPesos(row.ourCentavos))],
      ['Theirs (PHP)', (row) => (row.theirCentavos === null ? '' : csvPesos(row.theirCentavos))],
      ['Note', (row) => row.note],
      ['Explained', (row) => row.explainedAt],
      ['By', (row) => row.explainedByName],
      ['Explanation', (row) => row.explanation],
    ],
  }
}
