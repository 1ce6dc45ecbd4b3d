import { sql } from 'kysely'
import { consequenceOf } from '#app/routes/rental/tracked-money.ts'
import type { Context } from '#server/context.ts'
import { findRental } from '#server/rental/find-rental.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import type { World } from './world.ts'

type Ending = 'cancel' | 'withdraw' | 'cancel-not-back'

/**
 * A person ends a rental, after reading what goes back; an amount that differs from the refund is an error. Rentals
 * that a dispute was about are left out, as are those in cash.
 */
export async function takeAsShown({ services }: World, ctx: Context, rentalId: string, action: Ending) {
  const found = await findRental(ctx, rentalId)
  const shown = found.ok ? consequenceOf(found.rental, action, services.clock.now()) : null
  const { rows } = await sql`select from dispute where rental_id = ${rentalId}`.execute(services.db)
  const done = await takePartyAction(ctx, { rentalId, action })
  if (!done.ok || !found.ok || !shown || found.rental.paymentMethod !== 'online' || rows.length > 0)
    return done
  const named = /₱([\d,]+\.\d\d)/.exec(shown)?.[1] ?? '0'
  const { rows: refunds } = await sql<{ centavos: number }>`select coalesce(sum(centavos), 0)::int as centavos
    from refund where rental_id = ${rentalId} and reason = ${action}`.execute(services.db)
  const { centavos } = refunds[0]!
  if (Math.round(Number(named.replaceAll(',', '')) * 100) !== centavos)
    services.errors.push(`rental ${rentalId}: “${shown}” was shown, and ${centavos} centavos go back`)
  return done
}
