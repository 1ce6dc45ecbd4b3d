import { beforeAll, expect, it } from 'vitest'
import { readyCentavos } from '#domain/book/payout.ts'
import { wrongOwnerSums } from '#seeds/metropolis/invariants.ts'
import { computeOwnerSums } from '#server/book/queries.ts'
import { writeBook } from '#server/book/write-book.ts'
import { inTransaction } from '#server/record.ts'
import { recordPayout } from '#tests/support/movements.ts'
import { asAdmin, listApproved, rent } from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'nadia', 'amihan'], {
  database: { poolSize: 30, connectionTimeoutMillis: 60_000 },
})
const [ORDERS, ROUNDS, BOOKED_EACH_ROUND] = [5, 10, 2 * 100]

/** For each online order its two rentals, one of each owner. */
let orders: { id: string; orderId: string; ownerId: string }[][]

beforeAll(async () => {
  const { services, cast } = fixture
  const approved = (person: typeof cast.olivia) =>
    listApproved(services, { owner: person, admin: cast.amihan })
  orders = []
  for (let i = 0; i < ORDERS; i++) {
    const { orderId } = await rent(services, cast.ramon, [
      await approved(cast.olivia),
      await approved(cast.nadia),
    ])
    // Nothing is booked yet, so no sum depends on it.
    await services.db
      .updateTable('order')
      .set({ paymentMethod: 'online', holdsUntil: services.clock.now() })
      .where('id', '=', orderId)
      .execute()
    const rentals = services.db.selectFrom('rental').select(['id', 'orderId', 'ownerId'])
    orders.push(await rentals.where('orderId', '=', orderId).execute())
  }
})

type Rentals = (typeof orders)[number]

/** Books ₱1.00 for the owner of each rental, in this order, after locking the rentals as every use case does. */
const book = (key: string, rentals: Rentals) =>
  inTransaction(fixture.services, async (tx) => {
    const [{ orderId }] = rentals as [Rentals[number]]
    await tx
      .selectFrom('rental')
      .select('id')
      .where('orderId', '=', orderId)
      .orderBy('id')
      .forUpdate()
      .execute()
    await writeBook(
      tx,
      fixture.services,
      rentals.map(({ id, ownerId }) => ({
        key: `${key}:${id}`,
        kind: 'charge',
        orderId,
        rentalId: id,
        postings: [
          { account: 'owner_payable', personId: ownerId, rentalId: id, centavos: -100 },
          { account: 'bank', personId: null, rentalId: id, centavos: 100 },
        ],
      })),
    )
    return { ok: true as const }
  })

const setStatus = ({ id }: Rentals[number], status: 'Pending' | 'Cancelled') =>
  inTransaction(fixture.services, async (tx) => {
    await tx.updateTable('rental').set({ status }).where('id', '=', id).execute()
    return { ok: true as const }
  })

it('the sums of owners are those of the book, however their orders are paid and end at once', async () => {
  const { connection, db } = fixture.services
  // After the last round, an odd one, every rental is Pending.
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      orders.flatMap((rentals, i) => [
        book(`a${round}`, i % 2 === 0 ? rentals : rentals.toReversed()),
        setStatus(rentals.at(-1)!, round % 2 === 0 ? 'Cancelled' : 'Pending'),
        book(`b${round}`, i % 2 === 0 ? rentals.toReversed() : rentals),
      ]),
    )
    expect((await connection.pool.query(wrongOwnerSums)).rows).toEqual([])
  }
  const sums = () => db.selectFrom('ownerSum').select(['balanceCentavos', 'openCentavos']).execute()
  const all = ORDERS * ROUNDS * BOOKED_EACH_ROUND
  expect(await sums()).toEqual(Array(2).fill({ balanceCentavos: all, openCentavos: all }))
  for (const rentals of orders) for (const each of rentals) await setStatus(each, 'Cancelled')
  expect(await sums()).toEqual(Array(2).fill({ balanceCentavos: all, openCentavos: 0 }))
})

it('a payout waits for what is being booked of its owner, and is refused when that leaves nothing', async () => {
  const { services, cast } = fixture
  const [rentals] = orders as [Rentals]
  const [{ id, orderId, ownerId }] = rentals as [Rentals[number]]
  await book('ready', rentals)
  const amount = readyCentavos(await computeOwnerSums(services.db, ownerId))
  expect(amount).toBeGreaterThan(0)
  const form = { direction: 'to_owner' as const, ownerId, amount, reference: 'BDO 1', paidOn: TODAY }
  let recorded: ReturnType<typeof recordPayout> | undefined
  await services.db.transaction().execute(async (tx) => {
    await writeBook(tx, services, [
      {
        key: 'refunded',
        kind: 'refund',
        orderId,
        rentalId: id,
        postings: [
          { account: 'owner_payable', personId: ownerId, rentalId: id, centavos: amount },
          { account: 'bank', personId: null, rentalId: id, centavos: -amount },
        ],
      },
    ])
    recorded = recordPayout(...asAdmin(services, cast.amihan), form)
    await waitForBlockedConnections(services.db)
  })
  expect(await recorded).toMatchObject({ ok: false, reason: 'amount' })
  expect(await services.db.selectFrom('payout').selectAll().execute()).toEqual([])
})
