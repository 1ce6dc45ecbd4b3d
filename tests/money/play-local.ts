import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asMoneyAdmin } from '#domain/access.ts'
import type { ChangeRequest } from '#domain/change/change.ts'
import { demandOf } from '#domain/dispute/stage.ts'
import { addDays, dayInManila, parsePeriod } from '#domain/period.ts'
import { choicesOf, type RentalAction } from '#domain/rental/lifecycle.ts'
import { otherSide } from '#domain/side.ts'
import { DAY_MS } from '#domain/time.ts'
import type { RentalStatus } from '#domain/status.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import { withdrawChange } from '#server/change/withdraw-change.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { readCart } from '#server/cart/read-cart.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { pauseListing } from '#server/listing/pause-listing.ts'
import { resumeListing } from '#server/listing/resume-listing.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { answerDispute } from '#server/dispute/answer-dispute.ts'
import { appealDispute } from '#server/dispute/appeal-dispute.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { cancelUnpaidOrder } from '#server/payment/cancel-unpaid-order.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { objectLateFee } from '#server/rental/object-late-fee.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { waiveLateFee } from '#server/rental/waive-late-fee.ts'
import { takeAdminAction, takePartyAction } from '#server/rental/take-action.ts'
import { accepted } from '#seeds/act.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import { by } from '#tests/support/services.ts'
import { openDebtsOf, pay as payOwed, receive } from './debts.ts'
import { at, begun, later, once } from './later.ts'
import type { LocalAct, Take } from './actions.ts'
import { payOwner, removeOrPutBack } from './play-admin.ts'
import { playHandover } from './play-handover.ts'
import { playWait } from './play-waits.ts'
import { acceptAsShown, takeAsShown } from './shown-amount.ts'
import { rentalsOf, renterOf, type Place, type World } from './world.ts'

/**
 * Returns a function that takes an action in a place; calling it again is pressing the button again. It does nothing
 * where the action has no possible target.
 */
export function prepareLocal(world: World, place: Place, act: LocalAct): () => Promise<unknown> {
  const { services, emulator } = world
  const today = () => dayInManila(services.clock.now())
  const ownerOf = (thing: { ownerId: string }) =>
    by(
      services,
      place.owners.find(({ id }) => id === thing.ownerId),
    )
  switch (act.do) {
    case 'order':
      return order(world, place, act)
    case 'open':
      return async () => {
        const found = at(await ordersOf(world, place), act.pick)
        const renter = found && renterOf(place, found.renterId)
        return renter && openPayment(by(services, renter), renter, found.number)
      }
    case 'pay':
      return once(async () => pay(world, at(await openCheckouts(world, place), act.pick), act))
    case 'finish':
      return once(() => {
        const payment = at(begun(world), act.pick)
        if (payment) emulator.finish(payment.id, act.paid ? 'paid' : 'failed')
      })
    case 'owner':
      return async () => {
        const open = (await rentalsOf(world, [place])).filter(({ status }) => ownersRequest(status, act.kind))
        const rental = at(open, act.pick)
        const action = rental && ownersRequest(rental.status, act.kind)
        return action && takePartyAction(ownerOf(rental), { rentalId: rental.id, action })
      }
    case 'admin':
      if (act.what === 'goodwill')
        return async () => {
          const rental = at(await rentalsOf(world, [place]), act.pick)
          return rental && goodwill(world, rental.id, act.side, act.percent)
        }
      const { what } = act
      return async () => {
        const found = (await rentalsOf(world, [place])).filter(({ status }) => adminsRequest[what][status])
        const rental = at(found, act.pick)
        const action = rental && adminsRequest[what][rental.status]
        if (!action) return
        const { admin } = world
        const refund = choicesOf(action)?.[act.choice] ?? null
        return takeAdminAction(by(services, admin), accepted(asMoneyAdmin(admin)).admin, {
          rentalId: rental.id,
          action,
          refund,
          reason: 'It was stuck',
          amountCentavos: refund === 'part' ? 1 + act.percent * 100 : null,
        })
      }
    case 'cancel':
      return async () => {
        const open = (await rentalsOf(world, [place])).filter(({ status }) =>
          ['Pending', 'Approved'].includes(status),
        )
        const rental = at(open, act.pick)
        const renter = rental && renterOf(place, rental.renterId)
        return renter && takeAsShown(world, by(services, renter), rental.id, 'cancel')
      }
    case 'withdraw':
      return async () => {
        const open = (await rentalsOf(world, [place])).filter(({ status }) => status === 'Approved')
        const rental = at(open, act.pick)
        return rental && takeAsShown(world, ownerOf(rental), rental.id, 'withdraw')
      }
    case 'notBack':
      return async () => {
        const open = (await rentalsOf(world, [place])).filter(({ status }) => status === 'Approved')
        const rental = at(open, act.pick)
        const renter = rental && renterOf(place, rental.renterId)
        return renter && takeAsShown(world, by(services, renter), rental!.id, 'cancel-not-back')
      }
    case 'noShow':
      return async () => {
        const open = (await rentalsOf(world, [place])).filter(({ status }) => status === 'Approved')
        const rental = at(open, act.pick)
        const renter = rental && renterOf(place, rental.renterId)
        if (!rental || !renter) return
        const ctx = act.side === 'owner' ? ownerOf(rental) : by(services, renter)
        later(world, act.waits)
        await (act.what === 'say' ? sayNoShow : takeBackNoShow)(ctx, { rentalId: rental.id })
      }
    case 'wait':
      return playWait(world, place, act)
    case 'handover':
      return () => playHandover(world, place, act)
    case 'late':
      return async () => {
        const late = (await rentalsOf(world, [place])).filter(({ status }) =>
          ['Active', 'Completed'].includes(status),
        )
        const rental = at(late, act.pick)
        const renter = rental && renterOf(place, rental.renterId)
        if (!rental || !renter) return
        const rentalId = rental.id
        if (act.what === 'object')
          await objectLateFee(by(services, renter), { rentalId, objection: 'It was not so.' })
        else
          await waiveLateFee(ownerOf(rental), {
            rentalId,
            waived: act.what === 'waive' ? 1 + act.percent * 100 : 'all',
          })
      }
    case 'giveUp':
      return async () => {
        const found = at(await ordersOf(world, place), act.pick)
        const renter = found && renterOf(place, found.renterId)
        return renter && cancelUnpaidOrder(by(services, renter), found.number)
      }
    case 'return':
      return async () => {
        const found = at(await ordersOf(world, place), act.pick)
        return found?.sessionId && settleCheckout(services, found.sessionId)
      }
    case 'deposit':
      return () => deposit(world, place, act)
    case 'dispute':
      return () => dispute(world, place, act)
    case 'block': {
      const listing = place.listings[act.thing]!
      const day = addDays(today(), act.inDays)
      return () => blockDates(ownerOf(listing), { listingId: listing.id, firstDay: day, lastDay: day })
    }
    case 'pause': {
      const listing = place.listings[act.thing]!
      const listingId = listing.id
      return async () =>
        (await pauseListing(ownerOf(listing), { listingId })).ok ||
        resumeListing(ownerOf(listing), { listingId })
    }
    case 'remove':
      return () => removeOrPutBack(world, place, act)
    case 'payout':
      return () => payOwner(world, place, act)
    case 'leave':
      return async () => {
        const { id } = place.renters[act.who]!
        const left = await deleteAccount(by(services, place.renters[act.who]), { accountId: id })
        if (left.ok || left.reason === 'not-found') place.gone.add(id)
      }
    case 'debt':
      return async () => {
        const debt = at(await openDebtsOf(world, [place]), act.pick)
        if (!debt) return
        await (act.what === 'pay' ? payOwed(world, [place], debt, act.upTo) : receive(world, [place], debt))
      }
    case 'days':
      return askForDays(world, place, act)
    case 'answer':
      return async () => {
        const change = at(await openChangesOf(world, place), act.pick)
        if (!change) return
        const changeId = change.id
        const renter = renterOf(place, change.renterId)
        if (act.what === 'withdraw') return renter && withdrawChange(by(services, renter), { changeId })
        return answerChange(ownerOf(change), { changeId, yes: act.what === 'agree' })
      }
  }
}

/**
 * The renter of a rental asks for other days, the owner agrees, and they are paid, as far as the action goes. Pressed
 * again it goes on where it stopped.
 */
function askForDays(world: World, place: Place, act: Take<'days'>) {
  const { services, emulator } = world
  const steps = ['ask', 'agree', 'open', 'pay', 'settle'] as const
  const goes = (step: (typeof steps)[number]) => steps.indexOf(step) <= steps.indexOf(act.upTo)
  const paidAt = new Set<string>()
  return async () => {
    const running = (await rentalsOf(world, [place])).filter(({ status }) =>
      ['Approved', 'Active'].includes(status),
    )
    const rental = at(running, act.pick)
    const renter = rental && renterOf(place, rental.renterId)
    if (!renter) return
    const ctx = by(services, renter)
    await askChange(ctx, { rentalId: rental.id, request: requestOf(rental.period, act) })
    const change = (await openChangesOf(world, place)).find(({ rentalId }) => rentalId === rental.id)
    const owner = by(
      services,
      place.owners.find(({ id }) => id === rental.ownerId),
    )
    if (goes('agree') && change) await answerChange(owner, { changeId: change.id, yes: true })
    const order = goes('open') ? await changeOrderOf(world, rental.id) : undefined
    if (!order) return
    await openPayment(ctx, renter, order.number)
    const { sessionId } = (await changeOrderOf(world, rental.id)) ?? {}
    if (!sessionId || !goes('pay')) return
    const checkout = emulator.list().checkouts.find(({ id }) => id === sessionId)
    if (checkout?.status === 'active' && !paidAt.has(sessionId)) {
      paidAt.add(sessionId)
      emulator.pay(sessionId, { channel: 'gcash' })
    }
    if (goes('settle')) await settleCheckout(services, sessionId)
  }
}

function requestOf(period: string, act: Take<'days'>): ChangeRequest {
  const { start, end } = parsePeriod(period)
  if (act.what === 'extend') return { what: 'extend', days: act.days }
  return act.what === 'shorten'
    ? { what: 'shorten', lastDay: addDays(end, -1 - act.days) }
    : { what: 'move', start: addDays(start, act.days) }
}

/** The order that pays for the newest change of a rental, if there is one, and its checkout. */
async function changeOrderOf({ services }: World, rentalId: string) {
  const { rows } = await sql<{ number: string; sessionId: string | null }>`
    select o.number, s.id as session_id from rental_change c join "order" o on o.id = c.order_id
      left join checkout_session s on s.order_id = o.id
    where c.rental_id = ${rentalId} order by c.asked_at desc, c.id desc limit 1`.execute(services.db)
  return rows[0]
}

async function openChangesOf({ services }: World, { owners }: Place) {
  const { rows } = await sql<{ id: string; rentalId: string; ownerId: string; renterId: string }>`
    select c.id, c.rental_id, r.owner_id, r.renter_id from rental_change c join rental r on r.id = c.rental_id
    where r.owner_id = any(${owners.map(({ id }) => id)}::uuid[]) and c.state = 'asked'
    order by c.id desc`.execute(services.db)
  return rows
}

async function ordersOf({ services }: World, { renters }: Place) {
  const { rows } = await sql<{ number: string; renterId: string; sessionId: string | null }>`
    select o.number, o.renter_id, s.id as session_id from "order" o left join checkout_session s on s.order_id = o.id
    where o.renter_id = any(${renters.map(({ id }) => id)}::uuid[]) order by o.id desc`.execute(services.db)
  return rows
}

/**
 * The checkouts that people have opened. One opened by a process that died before storing it was seen by nobody. One
 * that is older than a week is not paid in: of that only its webhook or the nightly comparison would tell us.
 */
async function openCheckouts(world: World, place: Place) {
  const shown = await ordersOf(world, place)
  const weekAgo = world.services.clock.now().getTime() - 7 * DAY_MS
  const checkouts = world.emulator
    .list()
    .checkouts.filter(({ status, createdAt }) => status === 'active' && createdAt > weekAgo)
  return checkouts.filter(({ id }) => shown.some(({ sessionId }) => sessionId === id))
}

function ownersRequest(status: RentalStatus, kind: boolean): RentalAction | undefined {
  if (status === 'Pending') return kind ? 'approve' : 'reject'
  if (status === 'Approved') return 'activate'
  return status === 'Active' ? 'complete' : undefined
}

type AdminEnds = Exclude<Take<'admin'>['what'], 'goodwill'>
const adminsRequest: Record<AdminEnds, Partial<Record<RentalStatus, RentalAction>>> = {
  undo: { Active: 'undo-activate', Completed: 'undo-complete' },
  end: { Pending: 'reject-by-admin', Approved: 'cancel-by-admin', Active: 'end-by-admin' },
  lose: { Active: 'end-lost-by-admin' },
}

/** The site pays a side of a rental a share of what was paid, of its own money; a rule says whether it may. */
export async function goodwill(
  { services, admin }: World,
  rentalId: string,
  to: 'renter' | 'owner',
  percent: number,
) {
  const { rows } = await sql<{ paid: number }>`select sum(centavos)::int as paid from money_line
    where rental_id = ${rentalId} and kind <> 'refund'`.execute(services.db)
  const amount = Math.max(1, Math.floor((rows[0]!.paid * percent) / 100))
  return recordMovement(by(services, admin), accepted(asMoneyAdmin(admin)).admin, {
    kind: 'goodwill',
    payload: { goodwillId: randomUUID(), rentalId, to, amount, reason: 'We are sorry' },
  })
}

/** A checkout with one key: pressed again it is the same order. The first press fills the cart and reads it. */
function order(world: World, place: Place, act: Take<'order'>) {
  const { services } = world
  const { db, clock } = services
  const idempotencyKey = randomUUID()
  const { id } = place.renters[act.who]!
  let quoteSeen: string | undefined
  return async () => {
    const renter = renterOf(place, id)
    if (!renter) return
    const ctx = by(services, renter)
    if (quoteSeen === undefined) {
      await db.deleteFrom('cartLine').where('renterId', '=', id).execute()
      const today = dayInManila(clock.now())
      const lines = [...new Map(act.lines.map((line) => [line.thing, line])).values()].map(
        ({ thing, inDays, days, delivered }) => ({
          renterId: id,
          listingId: place.listings[thing]!.id,
          startDate: addDays(today, inDays),
          durationDays: days,
          deliveryOption: delivered ? ('delivery' as const) : ('pickup' as const),
          seenPricePerDayCentavos: place.listings[thing]!.pricePerDayCentavos,
        }),
      )
      await db.insertInto('cartLine').values(lines).execute()
      quoteSeen = quoteFor(await readAgreementTemplate(db), renter, await readCart(ctx, renter)).fingerprint
    }
    const paymentMethod = act.online ? ('online' as const) : ('cash_on_delivery' as const)
    const placed = await placeOrder(ctx, renter, { idempotencyKey, paymentMethod, quoteSeen })
    if (placed.ok && act.online && act.open) await openPayment(ctx, renter, placed.orderNumber)
  }
}

function pay({ emulator }: World, checkout: { id: string } | undefined, { channel, how }: Take<'pay'>) {
  if (!checkout) return
  if (how === 'failed') emulator.fail(checkout.id, { channel })
  else if (how === 'begun') emulator.begin(checkout.id, { channel })
  else emulator.pay(checkout.id, { channel, ...(how === 'wrong' ? { centavos: 12_345 } : {}) })
}

async function deposit({ services, admin }: World, place: Place, act: Take<'deposit'>) {
  const { rows } = await sql<{ id: string; ownerId: string; centavos: number; claimed: number | null }>`
    select r.id, r.owner_id, m.centavos, c.centavos as claimed from rental r
      join money_line m on m.rental_id = r.id and m.kind = 'deposit' left join deposit_claim c on c.rental_id = r.id
    where r.owner_id = any(${place.owners.map(({ id }) => id)}::uuid[]) and r.status = 'Completed'
      order by r.id desc`.execute(services.db)
  const rental = at(rows, act.pick)
  if (!rental) return
  const owner = by(
    services,
    place.owners.find(({ id }) => id === rental.ownerId),
  )
  const rentalId = rental.id
  const share = (of: number) => Math.floor((of * act.percent) / 100)
  if (act.what === 'return') await returnDeposit(owner, { rentalId })
  else if (act.what === 'claim') {
    const centavos = Math.max(1, share(rental.centavos))
    await claimDeposit(owner, { rentalId, centavos, reason: 'Torn', photoIds: [] })
  } else if (rental.claimed !== null) {
    const grant = { rentalId, grantedCentavos: share(rental.claimed), decision: 'As the photos show' }
    await grantClaim(by(services, admin), accepted(asMoneyAdmin(admin)).admin, grant)
  }
}

/**
 * Either side quarrels about a rental that was approved, or goes on with it; an admin may decide. The other side may
 * reply at once, or an admin decides at once and both accept.
 */
async function dispute(world: World, place: Place, act: Take<'dispute'>) {
  const rentals = (await rentalsOf(world, [place])).filter(({ status }) =>
    ['Approved', 'Active', 'Completed'].includes(status),
  )
  const rental = at(rentals, act.pick)
  if (!rental) return
  const done = await disputeAs(world, place, act, rental)
  if (act.what !== 'file' || act.reply === 'nothing') return done
  const other = otherSide(act.side)
  const replies = {
    answer: [{ what: 'answer', side: other }],
    accept: [{ what: 'accept', side: other }],
    decide: [
      { what: 'answer', side: other },
      { what: 'decide', side: other },
      { what: 'accept', side: other },
      { what: 'accept', side: act.side },
    ],
  } as const
  for (const reply of replies[act.reply]) await disputeAs(world, place, { ...act, ...reply }, rental)
}

type DisputedRental = Record<'id' | 'renterId' | 'ownerId' | 'status', string>

/** What one side, or an admin, does in the dispute about a rental. */
async function disputeAs(
  world: World,
  place: Place,
  act: Take<'dispute'>,
  { id: rentalId, renterId, ownerId, status }: DisputedRental,
) {
  const { services, admin } = world
  const people = act.side === 'renter' ? place.renters : place.owners
  const who = people.find(({ id }) => id === (act.side === 'renter' ? renterId : ownerId))
  if (!who || place.gone.has(who.id)) return
  const ctx = by(services, who)
  const share = (of: number) => Math.floor((of * act.percent) / 100)
  const said = {
    rentalId,
    text: 'So it was',
    askedCentavos: act.asksForMoney ? Math.max(1, share(400_000)) : null,
  }
  if (act.what === 'file') return fileDispute(ctx, { ...said, kind: act.kind })
  if (act.what === 'answer') return answerDispute(ctx, said)
  if (act.what === 'appeal') return appealDispute(ctx, { rentalId, text: 'Something new' })
  if (act.what === 'accept') {
    const open = await services.db
      .selectFrom('dispute')
      .select(['ownerAsked', 'renterAsked'])
      .where('rentalId', '=', rentalId)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    const centavos = open ? demandOf(open, otherSide(act.side)) : null
    return (
      (await acceptAsShown(world, ctx, rentalId, centavos)) ||
      acceptDispute(ctx, { rentalId, accepts: { what: 'decision' } })
    )
  }
  const neverGot = act.neverGot && status === 'Active'
  const award = {
    // In cash an owner can then be granted nothing.
    ownerCentavos: neverGot ? 0 : share(10_000),
    rentCentavos: share(10_000),
    goodwillCentavos: act.goodwill,
    goodwillTo: act.goodwill > 0 ? act.side : null,
  }
  return decideDispute(by(services, admin), accepted(asMoneyAdmin(admin)).admin, {
    rentalId,
    award,
    neverGot,
    reason: 'As the photos show',
  })
}
