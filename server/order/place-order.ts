import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Renter } from '#domain/access.ts'
import {
  codOrderNumber,
  datesTaken,
  MAX_PENDING_COD,
  MAX_PENDING_COD_PER_OWNER,
  MAX_PENDING_COD_UNCONFIRMED,
  type PaymentMethod,
} from '#domain/order/order.ts'
import { holdsUntil, MAX_UNPAID_ORDERS, onlineOffer, onlineOrderNumber } from '#domain/payment/payment.ts'
import { dayInManila, formatDaterange, periodOf } from '#domain/period.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { listCartRows } from '../cart/queries.ts'
import { assessCart, type Cart } from '../cart/read-cart.ts'
import type { Context, Tx } from '../context.ts'
import { keepListings } from '../listing/keep-listings.ts'
import { changing, recordEvents } from '../record.ts'
import { askOwners } from './ask-owners.ts'
import { quoteFor, readAgreementTemplate, type Quote } from './quote.ts'

export type Checkout = { idempotencyKey: string; paymentMethod: PaymentMethod; quoteSeen: string }
type Placed = Verdict<{ orderNumber: string }>

/**
 * Turns the renter's cart into one order whose rentals hold their dates. With Cash on Delivery it is confirmed, the cart is
 * emptied and each owner is asked; online it waits for its payment for 30 minutes and the cart stays as it is. The same
 * idempotency key again returns the first result. Refusals: `cart-empty`; `line` (a line can't be rented any more, its words in
 * the message); `quote-changed`; `dates-taken`; `cod-limit`; `unpaid-limit`; `limit`; `login` (suspended
 * meanwhile); those of `onlineOffer`.
 */
export async function placeOrder(ctx: Context, renter: Renter, checkout: Checkout): Promise<Placed> {
  const full = await ctx.limits.take('checkouts', renter.id)
  if (full) return full
  try {
    return await changing(ctx, (tx) => place(ctx, tx, renter, checkout))
  } catch (error) {
    // The exclusion constraint has the last word on double booking.
    if (error instanceof pg.DatabaseError && error.code === '23P01') return datesTaken()
    throw error
  }
}

async function place(ctx: Context, tx: Tx, renter: Renter, checkout: Checkout): Promise<Placed> {
  // One checkout of a renter at a time, so that a double click finds the first one's order.
  const account = await tx
    .selectFrom('account')
    .select(['suspendedAt', 'emailVerified'])
    .where('id', '=', renter.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (account.suspendedAt) return refuse('login', 'Please login to rent an item.')
  const earlier = await tx
    .selectFrom('order')
    .select('number')
    .where('renterId', '=', renter.id)
    .where('idempotencyKey', '=', checkout.idempotencyKey)
    .executeTakeFirst()
  if (earlier) return { ok: true, orderNumber: earlier.number }

  const now = ctx.clock.now()
  await sql`select l.id from listing l join cart_line k on k.listing_id = l.id
    where k.renter_id = ${renter.id} order by l.id for no key update of l`.execute(tx)
  const cart = assessCart(await listCartRows(tx, renter.id, dayInManila(now)), renter.id, now)
  if (cart.lines.length === 0) return refuse('cart-empty', 'Your cart is empty.')
  const stuck = cart.lines.find((line) => line.problem)
  if (stuck) return refuse('line', `${stuck.title}: ${stuck.problem!.message}`)
  const quote = quoteFor(await readAgreementTemplate(tx), renter, cart)
  if (quote.fingerprint !== checkout.quoteSeen)
    return refuse(
      'quote-changed',
      'The price or the agreement has changed since you opened this page. Please read it again.',
    )
  const crowded =
    checkout.paymentMethod === 'online'
      ? await mayNotPayOnline(ctx, tx, renter, cart, now)
      : await tooManyPending(tx, renter, cart, account.emailVerified)
  if (crowded) return crowded
  return write(ctx, tx, renter, checkout, cart, quote, now)
}

async function mayNotPayOnline(ctx: Context, tx: Tx, renter: Renter, cart: Cart, now: Date) {
  const offer = onlineOffer(
    { lines: cart.lines, total: cart.totals.total },
    ctx.payments && ctx.settings.payments,
    now,
  )
  if (!offer.ok) return offer
  const unpaid = await tx
    .selectFrom('order')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('renterId', '=', renter.id)
    .where('status', '=', 'awaiting_payment')
    .executeTakeFirstOrThrow()
  if (Number(unpaid.n) < MAX_UNPAID_ORDERS) return null
  return refuse(
    'unpaid-limit',
    `You have ${MAX_UNPAID_ORDERS} orders that wait for your payment. Please pay or cancel one of them first.`,
  )
}

async function tooManyPending(tx: Tx, renter: Renter, cart: Cart, confirmed: boolean) {
  const { rows } = await sql<{ ownerId: string; n: number }>`
    select r.owner_id, count(*)::int as n from rental r join "order" o on o.id = r.order_id
    where r.renter_id = ${renter.id} and r.status = 'Pending' and o.payment_method = 'cash_on_delivery'
    group by r.owner_id`.execute(tx)
  const pending = new Map(rows.map((row) => [row.ownerId, row.n]))
  for (const line of cart.lines) {
    const n = (pending.get(line.ownerId) ?? 0) + 1
    pending.set(line.ownerId, n)
    if (n > MAX_PENDING_COD_PER_OWNER)
      return refuse(
        'cod-limit',
        `${line.ownerName} has ${MAX_PENDING_COD_PER_OWNER} requests of yours to answer first. Please wait for an answer.`,
      )
  }
  const all = [...pending.values()].reduce((sum, n) => sum + n, 0)
  if (all <= (confirmed ? MAX_PENDING_COD : MAX_PENDING_COD_UNCONFIRMED)) return null
  return confirmed
    ? refuse(
        'cod-limit',
        `You can have at most ${MAX_PENDING_COD} Cash on Delivery requests waiting. Please wait for an answer or cancel one.`,
      )
    : refuse(
        'cod-limit',
        `Until your email is confirmed you can have at most ${MAX_PENDING_COD_UNCONFIRMED} Cash on Delivery requests waiting. Please confirm your email in Settings.`,
      )
}

async function write(
  ctx: Context,
  tx: Tx,
  renter: Renter,
  checkout: Checkout,
  cart: Cart,
  quote: Quote,
  now: Date,
): Promise<Placed> {
  const orderId = uuid()
  const online = checkout.paymentMethod === 'online'
  const orderNumber = await insertOrder(tx, {
    id: orderId,
    renterId: renter.id,
    status: online ? 'awaiting_payment' : 'confirmed',
    holdsUntil: online ? holdsUntil(now) : null,
    confirmedAt: online ? null : now,
    paymentMethod: checkout.paymentMethod,
    idempotencyKey: checkout.idempotencyKey,
    agreementText: quote.agreementText,
    agreementSha256: quote.agreementSha256,
    agreementAcceptedAt: now,
    createdAt: now,
  })
  const rentals = cart.lines.map((line) => ({
    id: uuid(),
    orderId,
    listingId: line.listingId,
    renterId: renter.id,
    ownerId: line.ownerId,
    title: line.title,
    photoId: line.photo?.id ?? null,
    pricePerDayCentavos: line.pricePerDayCentavos,
    durationDays: line.durationDays,
    deliveryOption: line.deliveryOption,
    cancellationPolicy: line.cancellationPolicy,
    period: formatDaterange(periodOf(line.startDate, line.durationDays)),
    createdAt: now,
    statusChangedAt: now,
  }))
  await tx.insertInto('rental').values(rentals).execute()
  const rentalOf = new Map(rentals.map((rental) => [rental.listingId, rental.id]))
  await tx
    .insertInto('moneyLine')
    .values(
      cart.moneyLines.map((line) => ({
        ...line,
        orderId,
        rentalId: rentalOf.get(line.rentalId)!,
        createdAt: now,
      })),
    )
    .execute()
  await keepListings(
    tx,
    rentals.map(({ listingId }) => listingId),
    1,
  )
  await recordEvents(tx, ctx, [
    { subject: 'order', subjectId: orderId, action: 'place', detail: { number: orderNumber } },
  ])
  if (!online) await askOwners(tx, ctx, { renterId: renter.id, rentals })
  return { ok: true, orderNumber }
}

/** Inserts the order under the first free number from this millisecond on. */
async function insertOrder(
  tx: Tx,
  order: Omit<Parameters<typeof insertValues>[1], 'number'>,
): Promise<string> {
  const numbered = order.paymentMethod === 'online' ? onlineOrderNumber : codOrderNumber
  for (let milliseconds = order.createdAt.getTime(); ; milliseconds++) {
    const number = numbered(milliseconds)
    if (await insertValues(tx, { ...order, number })) return number
  }
}

async function insertValues(
  tx: Tx,
  order: {
    id: string
    number: string
    renterId: string
    status: 'confirmed' | 'awaiting_payment'
    holdsUntil: Date | null
    confirmedAt: Date | null
    paymentMethod: PaymentMethod
    idempotencyKey: string
    agreementText: string
    agreementSha256: string
    agreementAcceptedAt: Date
    createdAt: Date
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('order')
    .values(order)
    .onConflict((oc) => oc.column('number').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
