import { afterAll, beforeAll, expect, it } from 'vitest'
import { listingStatuses } from '#domain/listing/listing.ts'
import { orderStatuses, rentalStatuses } from '#domain/status.ts'
import { refundStatuses } from '#domain/refund/refund.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

/** The quoted texts of a constraint, as the database prints it. */
async function statesOf(constraint: string) {
  const { rows } = await database.connection.pool.query<{ text: string }>(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [constraint],
  )
  return [...rows[0]!.text.matchAll(/'([^']+)'/g)].map(([, state]) => state!).toSorted()
}

it('the constraint against double booking is over the states that hold dates', async () => {
  expect(await statesOf('rental_no_overlap')).toEqual(holdingStatuses.toSorted())
})

it.each([
  ['rental_status_check', rentalStatuses],
  ['listing_status_check', listingStatuses],
  ['order_status_check', orderStatuses],
  ['refund_status_check', refundStatuses],
] as const)('%s names the states of the rules', async (constraint, states) => {
  expect(await statesOf(constraint)).toEqual(states.toSorted())
})
