import { sql } from 'kysely'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { asMoneyAdmin } from '#domain/access.ts'
import { dayInManila } from '#domain/period.ts'
import { choicesOf } from '#domain/rental/lifecycle.ts'
import { receiveEvent } from '#server/payment/receive-event.ts'
import { objectLateFee } from '#server/rental/object-late-fee.ts'
import { sayNoShow } from '#server/rental/say-no-show.ts'
import { takeAdminAction, takePartyAction } from '#server/rental/take-action.ts'
import { accepted } from '#seeds/act.ts'
import { payOutRefund } from '#tests/support/movements.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { openDebtsOf, pay, receive } from './debts.ts'
import { begun, held, later } from './later.ts'
import { goodwill } from './play-local.ts'
import type { Histories } from './actions.ts'
import { rentalsOf, type Place, type World } from './world.ts'

const HOUR = 60
const DAY = 24 * HOUR

/**
 * Lets histories end: faults stop, pending things at the provider end, webhooks arrive or stay lost, and the jobs run
 * now and then for two months, in which owners complete the returns, or nothing comes back, and admins do their tasks.
 */
export async function finishEverything(
  world: World,
  places: Place[],
  rest: Histories['rest'],
): Promise<void> {
  const { emulator, services } = world
  emulator.faults.clear()
  for (const { id } of begun(world)) emulator.finish(id, rest.begunArePaid ? 'paid' : 'failed')
  for (const { id } of held(world)) emulator.settleRefund(id, rest.heldRefundsFail ? 'failed' : 'succeeded')
  emulator.refunds.go = 'settle'
  emulator.webhooks.release()
  const webhooks = emulator.webhooks.collected.splice(0)
  if (rest.webhooksCome)
    for (const { body, signature } of webhooks) await receiveEvent(services, body, signature)
  await workAfter(world, 5)
  await workAfter(world, HOUR)
  await workAfter(world, DAY)
  if (rest.adminEnds !== null) await endAll(world, places, rest.adminEnds)
  if (rest.goodwill > 0) await goodwillToAll(world, places, rest.goodwill)
  if (rest.contradict) await contradictAll(world, places)
  await workAfter(world, 3 * DAY)
  await decideDisputes(world, rest.granted)
  await workAfter(world, 10 * DAY)
  if (rest.comesBack) await takeBack(world, places)
  if (rest.object) await objectToAll(world, places)
  await workAfter(world, 7 * DAY)
  if (rest.goodwill > 0) await goodwillToAll(world, places, rest.goodwill)
  await payOutByHand(world)
  // Disputes end by themselves, the one about what is not back too, and late fees and deposits after them.
  await workAfter(world, 14 * DAY)
  await workAfter(world, HOUR)
  await payOutByHand(world)
  await workAfter(world, 15 * DAY)
  await workAfter(world, HOUR)
  if (rest.object) await objectToAll(world, places)
  await settleDebts(world, places, rest.debts)
  await workAfter(world, 3 * DAY)
  await workAfter(world, 15 * DAY)
  await workAfter(world, 3 * DAY)
  await payOutByHand(world)
  await workAfter(world, DAY)
}

async function workAfter(world: World, minutes: number) {
  later(world, minutes)
  await world.work()
}

/** People pay what they owe, and those who are owed it say that they have it. */
async function settleDebts(world: World, places: Place[], how: Histories['rest']['debts']) {
  for (const [i, debt] of (await openDebtsOf(world, places)).entries()) {
    if (how === 'pay') await pay(world, places, debt, i % 2 ? 'pay' : 'settle')
    // Received before we hear of the payment.
    if (how === 'both') await pay(world, places, debt, 'pay')
    if (how === 'received' || how === 'both') await receive(world, places, debt)
  }
}

/** Owners record the return of every Active rental. */
async function takeBack(world: World, places: Place[]) {
  const owners = places.flatMap((place) => place.owners)
  for (const { id, status, ownerId } of await rentalsOf(world, places)) {
    if (status !== 'Active') continue
    const owner = by(
      world.services,
      owners.find((one) => one.id === ownerId),
    )
    accepted(await takePartyAction(owner, { rentalId: id, action: 'complete' }))
  }
}

/** An admin ends every rental that is Approved or out, with one of the choices of what goes back. */
async function endAll(world: World, places: Place[], choice: number) {
  const { services, admin } = world
  for (const { id: rentalId, status } of await rentalsOf(world, places)) {
    if (status !== 'Approved' && status !== 'Active') continue
    const action =
      status === 'Approved' ? 'cancel-by-admin' : choice === 0 ? 'end-lost-by-admin' : 'end-by-admin'
    await takeAdminAction(...people.asAdmin(services, admin), {
      rentalId,
      action,
      refund: choicesOf(action)![choice]!,
      reason: 'It was stuck',
      amountCentavos: status === 'Active' && choice === 1 ? 100 : null,
    })
  }
}

/** The site pays both sides of every rental a share of what was paid, as far as it may. */
async function goodwillToAll(world: World, places: Place[], percent: number) {
  for (const { id } of await rentalsOf(world, places))
    for (const side of ['renter', 'owner'] as const) await goodwill(world, id, side, percent)
}

/** Both sides of every Approved rental say that the other did not come, as far as they may. */
async function contradictAll(world: World, places: Place[]) {
  const people = places.flatMap(({ owners, renters }) => [...owners, ...renters])
  for (const { id: rentalId, status, ownerId, renterId } of await rentalsOf(world, places))
    if (status === 'Approved')
      for (const side of [ownerId, renterId]) {
        const person = people.find(({ id }) => id === side)
        await sayNoShow(by(world.services, person), { rentalId })
      }
}

/** Renters object to every late fee that they may object to. */
async function objectToAll(world: World, places: Place[]) {
  const renters = places.flatMap((place) => place.renters)
  for (const { id: rentalId, status, renterId } of await rentalsOf(world, places))
    if (status === 'Completed')
      await objectLateFee(
        by(
          world.services,
          renters.find(({ id }) => id === renterId),
        ),
        {
          rentalId,
          objection: 'It was not so.',
        },
      )
}

/**
 * An admin decides on two of three open disputes, by as much as may be given, and leaves the others to the deadlines.
 */
async function decideDisputes({ services, admin }: World, percent: number) {
  const { rows } = await sql<{ rentalId: string; asked: number }>`
    select rental_id, coalesce(owner_asked, 0) as asked from dispute d where closed_at is null
      and not exists (select from dispute_decision x where x.dispute_id = d.id) order by id`.execute(
    services.db,
  )
  for (const [i, { rentalId, asked }] of rows.entries()) {
    if (i % 3 === 2) continue
    const gives = [5_000, 500, 50, 0].flatMap((rent) =>
      [percent * 10, 0].map((goodwill) => ({ rent, goodwill })),
    )
    for (const { rent, goodwill } of gives) {
      const award = {
        ownerCentavos: Math.floor((asked * percent) / 100),
        rentCentavos: i % 2 ? rent : 0,
        goodwillCentavos: goodwill,
        goodwillTo: goodwill === 0 ? null : i % 4 < 2 ? ('renter' as const) : ('owner' as const),
      }
      const decision = { rentalId, reason: 'So be it', award }
      const { admin: money } = accepted(asMoneyAdmin(admin))
      if ((await decideDispute(by(services, admin), money, decision)).ok) break
    }
  }
}

/** An admin pays by hand the refunds that the provider does not. */
async function payOutByHand({ services, admin }: World) {
  const { rows } = await sql<{ id: string }>`select id from refund where status = 'manual'`.execute(
    services.db,
  )
  for (const { id } of rows) {
    const how = { refundId: id, proof: `Bank ${id}`, paidOn: dayInManila(services.clock.now()) }
    accepted(await payOutRefund(...people.asAdmin(services, admin), how))
  }
}
