import { sql } from 'kysely'
import { asAdmin } from '#domain/access.ts'
import { dayInManila } from '#domain/period.ts'
import { grantClaim } from '#server/deposit/grant-claim.ts'
import { payOutRefund } from '#server/refund/pay-out-refund.ts'
import { receiveEvent } from '#server/payment/receive-event.ts'
import { takeStep } from '#server/rental/take-step.ts'
import { accepted } from '#seeds/act.ts'
import { by } from '#tests/support/services.ts'
import { begun, held, later } from './later.ts'
import { rentalsOf } from './play-local.ts'
import type { Histories } from './steps.ts'
import type { Town, World } from './world.ts'

const HOUR = 60
const DAY = 24 * HOUR

/**
 * Lets histories end: nothing goes wrong any more, what is under way at the provider ends, webhooks come or stay
 * lost, and the jobs work now and then for a month, in which owners take back what is theirs and admins do what is
 * theirs to do.
 */
export async function comeToRest(world: World, towns: Town[], rest: Histories['rest']): Promise<void> {
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
  await workAfter(world, 14 * DAY)
  await takeBack(world, towns)
  await workAfter(world, 3 * DAY)
  await decideClaims(world, rest.granted)
  await workAfter(world, HOUR)
  await payOutByHand(world)
  await workAfter(world, 10 * DAY)
}

async function workAfter(world: World, minutes: number) {
  later(world, minutes)
  await world.work()
}

/** Owners take back what is out. */
async function takeBack(world: World, towns: Town[]) {
  const owners = towns.flatMap((town) => town.owners)
  for (const { id, status, ownerId } of await rentalsOf(world, towns)) {
    if (status !== 'Active') continue
    const owner = by(
      world.services,
      owners.find((one) => one.id === ownerId),
    )
    accepted(await takeStep(owner, { rentalId: id, action: 'complete' }))
  }
}

/** An admin decides on the claims that are open. */
async function decideClaims({ services, admin }: World, percent: number) {
  const { rows } = await sql<{ rentalId: string; centavos: number }>`
    select rental_id, centavos from deposit_claim where decided_at is null`.execute(services.db)
  for (const { rentalId, centavos } of rows) {
    const grant = { rentalId, grantedCentavos: Math.floor((centavos * percent) / 100), decision: 'So be it' }
    accepted(await grantClaim(by(services, admin), accepted(asAdmin(admin)).admin, grant))
  }
}

/** An admin pays out by hand what the provider does not. */
async function payOutByHand({ services, admin }: World) {
  const { rows } = await sql<{ id: string }>`select id from refund where status = 'manual'`.execute(
    services.db,
  )
  for (const { id } of rows) {
    const how = { refundId: id, proof: `Bank ${id}`, paidOn: dayInManila(services.clock.now()) }
    accepted(await payOutRefund(by(services, admin), accepted(asAdmin(admin)).admin, how))
  }
}
