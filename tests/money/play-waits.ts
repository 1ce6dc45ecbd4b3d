import { randomUUID } from 'node:crypto'
import { addDays, dayInManila } from '#domain/period.ts'
import { readCart } from '#server/cart/read-cart.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts'
import { leaveWaitlist } from '#server/waitlist/leave-waitlist.ts'
import { rentOffered } from '#server/waitlist/rent-offered.ts'
import { sweepWaitlist } from '#server/waitlist/sweep-waitlist.ts'
import { by } from '#tests/support/services.ts'
import type { LocalAct } from './actions.ts'
import { type Place, renterOf, type World } from './world.ts'

type Wait = Extract<LocalAct, { do: 'wait' }>

/** Someone waits for days of a listing, leaves the list, or rents what the list offers them. */
export function playWait(world: World, place: Place, act: Wait): () => Promise<unknown> {
  const { services } = world
  const { db, clock } = services
  const idempotencyKey = randomUUID()
  return async () => {
    const renter = renterOf(place, place.renters[act.who]!.id)
    if (!renter) return
    const ctx = by(services, renter)
    if (act.what === 'join') {
      const startDate = addDays(dayInManila(clock.now()), act.inDays)
      const listingId = place.listings[act.thing]!.id
      return joinWaitlist(ctx, { listingId, startDate, durationDays: act.days })
    }
    await sweepWaitlist(services)
    const entry = await db
      .selectFrom('waitlistEntry')
      .select('id')
      .where('accountId', '=', renter.id)
      .where('state', 'in', act.what === 'rent' ? ['offered'] : ['waiting', 'offered'])
      .orderBy('id')
      .executeTakeFirst()
    if (!entry) return
    if (act.what === 'leave') return leaveWaitlist(ctx, renter, { entryId: entry.id, declines: false })
    await db.deleteFrom('cartLine').where('renterId', '=', renter.id).execute()
    if (!(await rentOffered(ctx, renter, { entryId: entry.id })).ok) return
    const cart = await readCart(ctx, renter)
    const quoteSeen = quoteFor(await readAgreementTemplate(db), renter, cart).fingerprint
    return placeOrder(ctx, renter, { idempotencyKey, paymentMethod: 'cash_on_delivery', quoteSeen })
  }
}
