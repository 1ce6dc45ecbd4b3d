import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import type { Tx } from '#server/context.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
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
  at(0, '10:15')
  const { rentalId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
  accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'approve' }))
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
    await waitForBlockedConnections(db)
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

describe('a hand-over and a quarrel about a no-show at the same time', () => {
  const handOver = (rentalId: string) =>
    takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'activate' })
  const file = (rentalId: string) =>
    fileDispute(by(fixture.services, fixture.cast.ramon), {
      rentalId,
      kind: 'no-show',
      text: 'She did not come at six.',
    })
  const saidOf = async (rentalId: string) =>
    (
      await fixture.services.db
        .selectFrom('noShow')
        .select('saidBy')
        .where('rentalId', '=', rentalId)
        .execute()
    ).length
  const openDisputes = (rentalId: string) =>
    fixture.services.db
      .selectFrom('dispute')
      .select(['kind', 'openedBy'])
      .where('rentalId', '=', rentalId)
      .where('closedAt', 'is', null)
      .execute()

  /** Lets two changes of a rental wait for it, and get it in this order. */
  async function inOrder<A, B>(rentalId: string, first: () => Promise<A>, second: () => Promise<B>) {
    let later: Promise<B> | undefined
    const earlier = await waitingFor(
      rentalId,
      async () => {
        later = second()
        await waitForBlockedConnections(fixture.services.db, 2)
      },
      first,
    )
    return [earlier, await later!] as const
  }

  it('the hand-over first: the statement and the dispute are refused, and nothing of them is stored', async () => {
    for (const quarrel of [(id: string) => say(id, 'ramon'), file]) {
      const rentalId = await approved()
      const [handedOver, answer] = await inOrder(
        rentalId,
        () => handOver(rentalId),
        () => quarrel(rentalId),
      )
      accepted(handedOver)
      expect(answer).toMatchObject({ ok: false, reason: 'status' })
      expect([await statusOf(rentalId), await saidOf(rentalId)]).toEqual(['Active', 0])
      expect(await openDisputes(rentalId)).toEqual([])
    }
  })

  it('the statement first: the hand-over ends it, and silence about it ends nothing later', async () => {
    const rentalId = await approved()
    const [said, handedOver] = await inOrder(
      rentalId,
      () => say(rentalId, 'ramon'),
      () => handOver(rentalId),
    )
    expect(accepted(said).contradicted).toBe(false)
    accepted(handedOver)
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect([await statusOf(rentalId), await saidOf(rentalId)]).toEqual(['Active', 0])
  })

  it('the dispute first, whoever opened it: it stays open beside the hand-over, for an admin', async () => {
    const rentalId = await approved()
    const [filed, handedOver] = await inOrder(
      rentalId,
      () => file(rentalId),
      () => handOver(rentalId),
    )
    accepted(filed)
    accepted(handedOver)
    expect(await openDisputes(rentalId)).toEqual([{ kind: 'no-show', openedBy: 'renter' }])
    const other = await approved()
    accepted(await say(other, 'olivia'))
    const [said, handedOverToo] = await inOrder(
      other,
      () => say(other, 'ramon'),
      () => handOver(other),
    )
    expect(accepted(said).contradicted).toBe(true)
    accepted(handedOverToo)
    expect([await statusOf(other), await saidOf(other)]).toEqual(['Active', 0])
    expect(await openDisputes(other)).toEqual([{ kind: 'no-show', openedBy: 'system' }])
  })
})
