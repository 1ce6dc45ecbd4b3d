import type { MoneyAdmin } from '#domain/access.ts'
import type { MovementKind } from '#domain/proposal/proposal.ts'
import { readTable } from '#server/admin-table.ts'
import type { Context } from '#server/context.ts'
import { proposalTable } from '#server/proposal/proposal-table.ts'

/** What `WaitingProposals` shows on the page of a kind: the newest 25. */
export async function readWaiting(ctx: Context, admin: MoneyAdmin, kind: MovementKind) {
  const query = new URLSearchParams({ state: 'waiting', kind })
  return { proposals: (await readTable(ctx, admin, proposalTable, query)).rows, ownId: admin.id }
}
