import type { MoneyAdmin } from '#domain/access.ts'
import type { MovementKind } from '#domain/proposal/proposal.ts'
import { readTable } from '#server/admin-table.ts'
import type { Context } from '#server/context.ts'
import { proposalTable } from '#server/proposal/proposal-table.ts'

/** What `WaitingProposals` shows on the page of a kind, or of an order: the newest 25. */
export async function readWaiting(ctx: Context, admin: MoneyAdmin, kind: MovementKind, orderNumber?: string) {
  const query = new URLSearchParams({ state: 'waiting', kind, search: orderNumber ?? '' })
  const { rows } = await readTable(ctx, admin, proposalTable, query)
  // The search also finds what only contains the number.
  const proposals = orderNumber ? rows.filter((row) => row.orderNumber === orderNumber) : rows
  return { proposals, ownId: admin.id }
}
