import type { PolicyRow } from '#domain/retention/policy.ts'
import { FactsTable } from './facts-table.tsx'

/** How long each kind of data is kept. */
export function RetentionTable({ rows }: { rows: readonly PolicyRow[] }) {
  return <FactsTable heads={['What', 'Kept']} rows={rows.map(({ what, kept }) => [what, kept])} />
}
