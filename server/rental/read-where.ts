import { sql } from 'kysely'
import { asPartyOf } from '#domain/access.ts'
import type { Place } from '#domain/address/place-form.ts'
import { mayChangeDelivery, seePlaces } from '#domain/address/who-sees.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import type { Side } from '#domain/side.ts'
import type { OrderStatus, RentalStatus } from '#domain/status.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { placeJson } from '../address/queries.ts'
import type { Context } from '../context.ts'

/** Where a rental is handed over, as one of its two people may see it now. */
export type Where = {
  rentalId: string
  listingId: string
  title: string
  side: Side
  deliveryOption: DeliveryOption
  /** Whether each side sees the other’s place and phone now. */
  open: boolean
  /** The rental was rejected or cancelled, or ended 30 days ago. */
  over: boolean
  /** The owner’s place; null when there is none, or the viewer may not see it. */
  pickUp: Place | null
  /** The renter’s place; null when there is none, or the viewer may not see it. */
  delivery: Place | null
  mayChange: boolean
}

type Row = Pick<Where, 'listingId' | 'title' | 'deliveryOption' | 'pickUp' | 'delivery'> & {
  renterId: string
  ownerId: string
  status: RentalStatus
  statusChangedAt: Date
  orderStatus: OrderStatus
}

/**
 * Where a rental is handed over. Each side sees its own place as long as it is stored (the renter's copy until 30 days
 * after the end, see `write-place.ts`), and the other’s from the approval until 30 days after the end. Refusal:
 * `not-found` (for anyone but its two people, and for the owner while the order is not confirmed). One statement.
 */
export async function readWhere(
  ctx: Pick<Context, 'db' | 'actor' | 'clock'>,
  rentalId: string,
): Promise<Verdict<{ where: Where }>> {
  const { rows } = await sql<Row>`
    select r.listing_id, r.title, r.renter_id, r.owner_id, r.status, r.status_changed_at, r.delivery_option,
      o.status as order_status, ${placeJson('pick_up_place')} as pick_up,
      ${placeJson('delivery_place')} as delivery
    from rental r join "order" o on o.id = r.order_id
      left join place pick_up_place on pick_up_place.listing_id = r.listing_id
      left join place delivery_place on delivery_place.rental_id = r.id
    where r.id = ${rentalId}`.execute(ctx.db)
  const own = asPartyOf(ctx.actor, rows[0])
  if (!own.ok) return own
  const { rental } = own
  const { side } = own.party
  if (side === 'owner' && rental.orderStatus !== 'confirmed') return notFound()
  const open = seePlaces(rental, ctx.clock.now())
  return {
    ok: true,
    where: {
      rentalId,
      listingId: rental.listingId,
      title: rental.title,
      side,
      deliveryOption: rental.deliveryOption,
      open,
      over: !open && rental.status !== 'Pending',
      pickUp: open || side === 'owner' ? rental.pickUp : null,
      delivery: open || side === 'renter' ? rental.delivery : null,
      mayChange: side === 'renter' && mayChangeDelivery(rental),
    },
  }
}
