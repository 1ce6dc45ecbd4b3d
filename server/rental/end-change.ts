import { sql } from 'kysely'
import type { ChangeAction } from '#domain/change/change-action.ts'
import type { Side } from '#domain/side.ts'
import type { RentalStatus } from '#domain/status.ts'
import type { Context, Tx } from '../context.ts'
import { freeHold } from '../listing/hold-dates.ts'
import { type ChangeRow, changeColumns, readChange } from './queries.ts'
import { recordChange } from './record-change.ts'

/** Which open change: that of an id, that of a rental (or only a move of it), or that of an order of its own. */
type Which = { id: string } | { rentalId: string; onlyMove?: boolean } | { orderId: string }

const actions: Record<'declined' | 'expired' | 'withdrawn', ChangeAction> = {
  declined: 'decline',
  expired: 'expire',
  withdrawn: 'withdraw',
}

/**
 * Ends an open change, if there is one: the days that were held for it are free, and nothing else of the rental
 * changes. The sides of `notified` get an email. An order of it that waits for its payment is left to the sweep
 * (docs/architecture.md has the order of locks).
 */
export async function endChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  which: Which,
  state: keyof typeof actions,
  notified: readonly Side[] = [],
): Promise<void> {
  const of =
    'id' in which
      ? sql`c.id = ${which.id}`
      : 'orderId' in which
        ? sql`c.order_id = ${which.orderId}`
        : sql`c.rental_id = ${which.rentalId}
          ${which.onlyMove ? sql`and lower(c.from_period) <> lower(c.to_period)` : sql``}`
  const { rows } = await sql<ChangeRow & { renterId: string; ownerId: string; status: RentalStatus }>`
    update rental_change c set state = ${state}, ended_at = ${ctx.clock.now()},
      answered_at = case when ${state} = 'declined' then ${ctx.clock.now()}::timestamptz else c.answered_at end
    from rental r where r.id = c.rental_id and ${of} and c.state in ('asked', 'paying')
    returning ${changeColumns}, r.renter_id, r.owner_id, r.status`.execute(tx)
  const row = rows[0]
  if (!row) return
  await freeHold(tx, row.id)
  const { rentalId, renterId, ownerId, status } = row
  await recordChange(
    tx,
    ctx,
    { id: rentalId, renterId, ownerId, status },
    readChange(row),
    actions[state],
    notified,
  )
}
