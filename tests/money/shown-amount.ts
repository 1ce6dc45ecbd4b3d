import { sql } from 'kysely'
import { consequenceOf } from '#app/routes/rental/tracked-money.ts'
import type { Context } from '#server/context.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { findRental } from '#server/rental/find-rental.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import type { World } from './world.ts'

type Ending = 'cancel' | 'withdraw' | 'cancel-not-back'

/** A person ends a rental, after reading what goes back; an amount that differs from the refund is an error. */
export async function takeAsShown({ services }: World, ctx: Context, rentalId: string, action: Ending) {
  const found = await findRental(ctx, rentalId)
  const shown = found.ok ? consequenceOf(found.rental, action, services.clock.now()) : null
  const done = await takePartyAction(ctx, { rentalId, action })
  if (!done.ok || !found.ok || !shown || found.rental.paymentMethod !== 'online') return done
  const named = /₱([\d,]+\.\d\d)/.exec(shown)?.[1] ?? '0'
  const { rows: refunds } = await sql<{ centavos: number }>`select coalesce(sum(centavos), 0)::int as centavos
    from refund where rental_id = ${rentalId} and reason = ${action}`.execute(services.db)
  const { centavos } = refunds[0]!
  if (Math.round(Number(named.replaceAll(',', '')) * 100) !== centavos)
    services.errors.push(`rental ${rentalId}: “${shown}” was shown, and ${centavos} centavos go back`)
  return done
}

/**
 * A person accepts what the other side asks for, after reading how much it gets; what moves and is owed must be that
 * much. An owner may agree by it that the renter never got the item: without an amount, they then get back all that
 * they paid. Returns whether it was accepted.
 */
export async function acceptAsShown(
  { services }: World,
  ctx: Context,
  rentalId: string,
  centavos: number | null,
): Promise<boolean> {
  const accept = (neverGot: boolean) =>
    acceptDispute(ctx, { rentalId, accepts: { what: 'demand', centavos, neverGot } })
  if (!(await accept(false)).ok) {
    const agreed = await accept(true)
    if (!agreed.ok || centavos === null) return agreed.ok
  }
  const { rows } = await sql<{ got: number }>`select d.deposit_moved + d.rent_moved
      + coalesce((select t.centavos from debt t where t.id = d.id), 0) as got
    from dispute d where d.rental_id = ${rentalId} and d.closed_at is not null
    order by d.closed_at desc, d.id desc limit 1`.execute(services.db)
  if (rows[0]!.got !== (centavos ?? 0))
    services.errors.push(
      `rental ${rentalId}: ${centavos} centavos were accepted, and ${rows[0]!.got} move or are owed`,
    )
  return true
}
