import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Renter } from '#domain/access.ts'
import { type Place, readPlace, type TypedPlace } from '#domain/address/place-form.ts'
import { datesTaken, decideTotal } from '#domain/order/order.ts'
import { noCashUntil } from '#domain/order/cash-no-show.ts'
import { heldUnpaid } from '#domain/payment/unpaid-holds.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { holdsUntil, onlineOffer } from '#domain/payment/payment.ts'
import { dayInManila, formatDaterange, formatInstant, periodOf } from '#domain/period.ts'
import { requestAnswerBy } from '#domain/rental/answer-by.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { places } from '../address/places.ts'
import { writeDelivery } from '../address/write-place.ts'
import { listCartRows } from '../cart/queries.ts'
import { assessCart, type Cart, type CartLine } from '../cart/read-cart.ts'
import type { Context, Tx } from '../context.ts'
import { endOffersOfRented } from '../listing/hold-dates.ts'
import { updateLockedListings } from '../listing/update-from-rentals.ts'
import { inTransaction, type NewEvent, recordEvents } from '../record.ts'
import type { Settings } from '../settings.ts'
import { askOwners } from './ask-owners.ts'
import { firstEntry } from '../timeline/chain.ts'
import { type CheckoutFacts, findCheckoutFacts, type PlacedOrder } from './queries.ts'
import { quoteFor, type Quote } from './quote.ts'
import { type NewOrder, type NewRental, writeOrder } from './write-order.ts'

export type Checkout = {
  idempotencyKey: string
  paymentMethod: PaymentMethod
  quoteSeen: string
  /** Where lines with delivery are brought; it may be empty, and added later. */
  deliverTo?: TypedPlace
}
type Placed = Verdict<PlacedOrder>
type Delivery = ReturnType<typeof readPlace>

/**
 * Turns the renter's cart into one order whose rentals hold their dates. With Cash on Delivery it is confirmed, the
 * cart is emptied and each owner is asked; online it waits for its payment for 30 minutes and the cart stays as it
 * is. The same idempotency key again returns the first result. After `line` and `dates-taken` the address is
 * remembered for the next checkout. Refusals: `cart-empty`; `line` (a line can't be rented any more; its message says
 * why); `quote-changed`; `amount`; `incomplete` (the address, with errors of fields); `dates-taken`; `cod-limit`;
 * `unpaid-limit`; `online-unpaid` (unpaid orders held these days for long); `limit`; `login` (suspended or deleted
 * meanwhile); those of `onlineOffer`.
 */
export async function placeOrder(ctx: Context, renter: Renter, checkout: Checkout): Promise<Placed> {
  const refused = await ctx.limits.take('checkouts', renter.id)
  if (refused) return refused
  const { deliverTo } = checkout
  const delivery: Delivery = deliverTo ? readPlace(places, deliverTo) : { ok: true, place: null }
  const placed = await inTransaction(ctx, (tx) => placeLocked(ctx, tx, renter, checkout, delivery)).catch(
    (error: unknown) => {
      // The exclusion constraint finally prevents double booking.
      if (error instanceof pg.DatabaseError && error.code === '23P01') return datesTaken()
      throw error
    },
  )
  const mustChange = !placed.ok && (placed.reason === 'line' || placed.reason === 'dates-taken')
  if (mustChange && delivery.ok && delivery.place) await remember(ctx, renter.id, delivery.place)
  return placed
}

/** Keeps what was typed for the next checkout, which follows when the cart was changed. */
async function remember(ctx: Context, renterId: string, deliverTo: Place): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', renterId)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (account) await writeDelivery(tx, { renterId, rentalIds: [], place: deliverTo }, ctx.clock.now())
    return { ok: true as const }
  })
}

async function placeLocked(
  ctx: Context,
  tx: Tx,
  renter: Renter,
  checkout: Checkout,
  delivery: Delivery,
): Promise<Placed> {
  // One checkout of a renter at a time, so that a double click finds the order of the first click.
  const account = await tx
    .selectFrom('account')
    .select(['suspendedAt', 'deletedAt', 'emailVerified'])
    .where('id', '=', renter.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (account.suspendedAt || account.deletedAt) return refuse('login', 'Please login to rent an item.')
  const now = ctx.clock.now()
  const facts = await findCheckoutFacts(tx, renter.id, checkout.idempotencyKey, now)
  if (facts.earlier) return { ok: true, ...facts.earlier }

  await sql`select l.id from listing l join cart_line k on k.listing_id = l.id
    where k.renter_id = ${renter.id} order by l.id for no key update of l`.execute(tx)
  const cart = assessCart(await listCartRows(tx, renter.id, dayInManila(now), now), renter.id, now)
  if (cart.lines.length === 0) return refuse('cart-empty', 'Your cart is empty.')
  const stuck = cart.lines.find((line) => line.problem)
  if (stuck) return refuse('line', `${stuck.title}: ${stuck.problem!.message}`)
  const quote = quoteFor(facts.template, renter, cart)
  if (quote.fingerprint !== checkout.quoteSeen)
    return refuse(
      'quote-changed',
      'The price or the agreement has changed since you opened this page. Please read it again.',
    )
  const total = decideTotal(cart.totals.total)
  if (!total.ok) return total
  const delivers = cart.lines.some((line) => line.deliveryOption === 'delivery')
  if (delivers && !delivery.ok) return delivery
  const hasTooMany =
    checkout.paymentMethod === 'online'
      ? mayNotPayOnline(ctx, facts, cart, now)
      : mayNotPayInCash(ctx, facts, cart, account.emailVerified)
  if (hasTooMany) return hasTooMany
  const deliverTo = delivery.ok ? delivery.place : null
  return write(ctx, tx, renter, checkout, { cart, quote, deliverTo, now, isWaiting: facts.isWaiting })
}

function mayNotPayOnline(ctx: Context, facts: CheckoutFacts, cart: Cart, now: Date) {
  const offer = onlineOffer(
    { lines: cart.lines, total: cart.totals.total },
    ctx.payments && ctx.settings.payments,
    now,
  )
  if (!offer.ok) return offer
  const held = heldUnpaid(facts.unpaidHolds, now)
  if (held) {
    const { title } = cart.lines.find(({ listingId }) => listingId === held.listingId)!
    return refuse(
      'online-unpaid',
      `Orders of yours held “${title}” for an hour and were not paid. You can order it online again from ` +
        `${formatInstant(held.until)} on${noCashUntil(facts.noShows, now) ? '.' : ', or choose Cash on Delivery.'}`,
    )
  }
  const most = ctx.settings.limitUnpaidOrders
  if (facts.unpaid < most) return null
  return refuse(
    'unpaid-limit',
    `You have ${most} orders that wait for your payment. Please pay or cancel one of them first.`,
  )
}

function mayNotPayInCash(ctx: Context, facts: CheckoutFacts, cart: Cart, confirmed: boolean) {
  const until = noCashUntil(facts.noShows, ctx.clock.now())
  if (until)
    return refuse(
      'cod-limit',
      'Twice lately an owner waited for you and you could not come, so ' +
        (ctx.payments
          ? `please pay online until ${formatInstant(until)}.`
          : `you can order again from ${formatInstant(until)} on.`),
    )
  return tooManyPending(ctx.settings, facts, cart, confirmed)
}

function tooManyPending(settings: Settings, facts: CheckoutFacts, cart: Cart, confirmed: boolean) {
  const { limitCashPending, limitCashPerOwner, limitCashUnconfirmed } = settings
  const pending = new Map(Object.entries(facts.pending))
  for (const line of cart.lines) {
    const n = (pending.get(line.ownerId) ?? 0) + 1
    pending.set(line.ownerId, n)
    if (n > limitCashPerOwner)
      return refuse(
        'cod-limit',
        `${line.ownerName} has ${limitCashPerOwner} requests of yours to answer first. ` +
          'Please wait for an answer.',
      )
  }
  const all = [...pending.values()].reduce((sum, n) => sum + n, 0)
  if (all <= (confirmed ? limitCashPending : limitCashUnconfirmed)) return null
  return confirmed
    ? refuse(
        'cod-limit',
        `You can have at most ${limitCashPending} Cash on Delivery requests waiting. Please wait ` +
          'for an answer or cancel one.',
      )
    : refuse(
        'cod-limit',
        `Until your email is confirmed you can have at most ${limitCashUnconfirmed} Cash ` +
          'on Delivery requests waiting. Please confirm your email in Settings.',
      )
}

/** What a checkout is, once nothing speaks against it. */
type Accepted = { cart: Cart; quote: Quote; deliverTo: Place | null; now: Date; isWaiting: boolean }

async function write(
  ctx: Context,
  tx: Tx,
  renter: Renter,
  checkout: Checkout,
  { cart, quote, deliverTo, now, isWaiting }: Accepted,
): Promise<Placed> {
  const orderId = uuid()
  const online = checkout.paymentMethod === 'online'
  const order = {
    id: orderId,
    renterId: renter.id,
    status: online ? ('awaiting_payment' as const) : ('confirmed' as const),
    holdsUntil: online ? holdsUntil(now) : null,
    confirmedAt: online ? null : now,
    paymentMethod: checkout.paymentMethod,
    idempotencyKey: checkout.idempotencyKey,
    agreementText: quote.agreementText,
    agreementSha256: quote.agreementSha256,
    agreementAcceptedAt: now,
    createdAt: now,
  }
  const rentals = cart.lines.map((line) => rentalOfLine(ctx, line, order))
  const rentalOf = new Map(rentals.map((rental) => [rental.listingId, rental.id]))
  const lines = cart.moneyLines.map(({ lineId, ...line }) => ({ ...line, rentalId: rentalOf.get(lineId)! }))
  const orderNumber = await writeOrder(tx, order, rentals, lines)
  const delivered = rentals.flatMap(({ id, deliveryOption }) => (deliveryOption === 'delivery' ? [id] : []))
  if (deliverTo && delivered.length > 0)
    await writeDelivery(tx, { renterId: renter.id, rentalIds: delivered, place: deliverTo }, now)
  const listingIds = rentals.map(({ listingId }) => listingId)
  if (isWaiting && !online)
    await endOffersOfRented(
      tx,
      now,
      rentals.map(({ id }) => id),
    )
  await updateLockedListings(tx, listingIds, 1)
  const placed: NewEvent = {
    subject: 'order',
    subjectId: orderId,
    action: 'place',
    detail: { number: orderNumber },
    countedBy: online ? 'online' : 'cash',
  }
  if (online) await recordEvents(tx, ctx, [placed])
  else
    await askOwners(
      tx,
      ctx,
      rentals.map((rental) => ({ ...rental, status: 'Pending' })),
      [placed],
    )
  return { ok: true, orderNumber, paymentMethod: checkout.paymentMethod }
}

/** The rental of a cart line as it is stored, with the first entry of its timeline. */
function rentalOfLine(ctx: Context, line: CartLine, order: NewOrder): NewRental {
  const { listingId, ownerId, title, pricePerDayCentavos, durationDays, deliveryOption } = line
  const { renterId, createdAt: at } = order
  const online = order.paymentMethod === 'online'
  const period = periodOf(line.startDate, durationDays)
  const id = uuid()
  return {
    id,
    listingId,
    renterId,
    ownerId,
    title,
    photoId: line.photo?.id ?? null,
    pricePerDayCentavos,
    durationDays,
    deliveryOption,
    cancellationPolicy: line.cancellationPolicy,
    period: formatDaterange(period),
    // The owner is asked when the order is confirmed.
    answerBy: online ? null : requestAnswerBy(at, period, ctx.settings.replyHours),
    request: firstEntry({
      rentalId: id,
      at,
      byId: renterId,
      side: 'renter',
      kind: 'request',
      facts: {
        from: period.start,
        until: period.end,
        delivery: deliveryOption,
        online,
        agreement: order.agreementSha256,
      },
    }),
  }
}
