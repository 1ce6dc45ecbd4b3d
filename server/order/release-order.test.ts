import { expect, it } from 'vitest'
import { asAdmin } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import { by } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { withServices } from '#tests/support/with-services.ts'
import { inTransaction } from '../record.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { endOpenRentals } from './end-open-rentals.ts'
import { releaseOrder } from './release-order.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { list, order, paid } = paying(fixture)

/** The statements that read data of rentals, and not only whether there are some. */
const readingRentals = (statements: string[]) =>
  statements.filter((one) => /^select .*\bfrom ("rental" inner|rental r )/.test(one))

/** Whether rentals were locked before they were read. */
const locksThenReads = (statements: string[]) => {
  const locked = statements.findIndex((one) => /^select id from rental .* for no key update$/.test(one))
  return locked >= 0 && locked < statements.indexOf(readingRentals(statements)[0]!)
}

it('reads the rentals of an order once, after it locked them, however many they are', async () => {
  const { id } = await order(fixture.cast.ramon, [await list(), await list(), await list()])
  const sent = await statementsOf(fixture.services.connection, async () =>
    accepted(await releaseOrder(fixture.services, { orderId: id, to: 'cancelled' })),
  )
  expect(locksThenReads(sent)).toBe(true)
  expect(readingRentals(sent)).toHaveLength(1)
})

it('reads a rental once that is rejected, with its money going back', async () => {
  const { rentalId } = await paid(fixture.cast.ramon)
  const sent = await statementsOf(fixture.services.connection, async () =>
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'reject' }),
    ),
  )
  expect(locksThenReads(sent)).toBe(true)
  expect(readingRentals(sent)).toHaveLength(1)
})

it('reads the rentals of an account once before its listings are locked and once after, and not for each that ends', async () => {
  await paid(fixture.cast.ramon)
  await paid(fixture.cast.ramon)
  const { ramon, amihan } = fixture.cast
  const admin = accepted(asAdmin(by(fixture.services, amihan).actor)).admin
  const sent = await statementsOf(fixture.services.connection, () =>
    inTransaction(fixture.services, async (tx) => {
      await endOpenRentals(tx, by(fixture.services, amihan), admin, { accountId: ramon.id })
      return { ok: true }
    }),
  )
  expect(readingRentals(sent)).toHaveLength(2)
})

it('sends a live event of an unpaid order to its renter only', async () => {
  const { services, cast } = fixture
  const { id } = await order(cast.ramon, [await list()])
  await services.db.deleteFrom('accountEvent').execute()
  accepted(await releaseOrder(services, { orderId: id, to: 'cancelled' }))
  const effects = await services.db
    .selectFrom('accountEvent')
    .select('accountId')
    .where('kind', '=', 'rental')
    .execute()
  expect(effects).toEqual([{ accountId: cast.ramon.id }])
})
