import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import type { Tx } from '#server/context.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { takeRentalAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { untilSomeoneWaits } from '#tests/support/until-someone-waits.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { paid, reset } = paying(fixture)
beforeEach(reset)

const at = (day: number, time: string) =>
  fixture.services.clock.set(new Date(`${addDays(TODAY, day)}T${time}+08:00`))
const say = (rentalId: string, who: 'ramon' | 'olivia') =>
  sayNoShow(by(fixture.services, fixture.cast[who]), { rentalId })
const takeBack = (rentalId: string, who: 'ramon' | 'olivia') =>
  takeBackNoShow(by(fixture.services, fixture.cast[who]), { rentalId })

/** A rental from the tenth day on, whose owner, if so, says on its first evening that the renter did not come. */
async function approved() {
  const { rentalId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
  accepted(await takeRentalAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'approve' }))
  at(10, '18:00')
  return rentalId
}

/** Begins `act` while another transaction holds the rental, which commits `change` once `act` waits for it. */
async function waitingFor<T>(rentalId: string, change: (tx: Tx) => Promise<unknown>, act: () => Promise<T>) {
  const { db } = fixture.services
  let waiting: Promise<T> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select from rental where id = ${rentalId} for no key update`.execute(tx)
    waiting = act()
    await untilSomeoneWaits(db)
    await change(tx)
  })
  return await waiting!
}
const disputesOf = async (rentalId: string) =>
  (await fixture.services.db.selectFrom('dispute').selectAll().where('rentalId', '=', rentalId).execute())
    .length
const statusOf = async (id: string) =>
  (await fixture.services.db.selectFrom('rental').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

it('of two who say at once that the other did not come, the later one contradicts, and a dispute opens', async () => {
  const rentalId = await approved()
  const saidAt = fixture.services.clock.now()
  const answer = await waitingFor(
    rentalId,
    (tx) => tx.insertInto('noShow').values({ rentalId, saidBy: 'owner', saidAt }).execute(),
    () => say(rentalId, 'ramon'),
  )
  expect(accepted(answer).contradicted).toBe(true)
  expect(await disputesOf(rentalId)).toBe(1)
})

it('a no-show that is contradicted while the system is about to end its rental does not end it', async () => {
  const rentalId = await approved()
  accepted(await say(rentalId, 'olivia'))
  at(11, '18:00')
  const saidAt = fixture.services.clock.now()
  await waitingFor(
    rentalId,
    (tx) => tx.insertInto('noShow').values({ rentalId, saidBy: 'renter', saidAt }).execute(),
    () => sweepRentals(fixture.services),
  )
  expect(await statusOf(rentalId)).toBe('Approved')
})

it('of two who take it back at once, the later one ends the dispute', async () => {
  const rentalId = await approved()
  accepted(await say(rentalId, 'olivia'))
  accepted(await say(rentalId, 'ramon'))
  const answer = await waitingFor(
    rentalId,
    (tx) => tx.deleteFrom('noShow').where('rentalId', '=', rentalId).where('saidBy', '=', 'owner').execute(),
    () => takeBack(rentalId, 'ramon'),
  )
  accepted(answer)
  const open = await fixture.services.db
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('closedAt', 'is', null)
    .execute()
  expect(open).toEqual([])
})
