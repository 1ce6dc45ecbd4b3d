import { sql } from 'kysely'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { findPayableOrder } from '#server/order/queries.ts'
import { receiveEvent } from '#server/payment/receive-event.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { doEffects } from './do-effects.ts'
import * as people from './people.ts'
import { by, NOW, TODAY, type TestServices } from './services.ts'
import type { InUse } from './with-services.ts'

/** Actions and queries for tests of payments, with Olivia as the owner and Amihan as the admin. */
export function paying(fixture: InUse<'olivia' | 'amihan'>) {
  const services = (): TestServices => fixture.services
  const webhooks = () => services().emulator.webhooks.collected
  const effects = () => doEffects(services())
  const columns = (table: 'rental' | 'refund' | 'payment', orderId: string) =>
    services().db.selectFrom(table).selectAll().where('orderId', '=', orderId).orderBy('id').execute()

  /** Orders listings online, for three days from the tenth day on; returns the order and its checkout. */
  async function order(person: people.Person, listingIds: string[], startDate = addDays(TODAY, 10)) {
    await people.fillCart(services(), person, listingIds, { startDate, durationDays: 3 })
    const checkout = { ...(await people.aCheckout(services(), person)), paymentMethod: 'online' as const }
    const who = [by(services(), person), people.renter(person)] as const
    const { orderNumber } = accepted(await placeOrder(...who, checkout))
    const opened = await openPayment(...who, orderNumber)
    const found = (await findPayableOrder(services().db, { number: orderNumber }))!
    return { ...found, url: opened.ok ? opened.url : null, checkout, sessionId: found.session?.id ?? '' }
  }

  const list = (changes: Parameters<typeof people.listApproved>[2] = {}) =>
    people.listApproved(services(), { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)

  async function paid(person: people.Person, changes: Parameters<typeof list>[0] = {}, channel = 'gcash') {
    await sql`delete from cart_line where renter_id = ${person.id}`.execute(services().db)
    const ordered = await order(person, [await list(changes)])
    services().emulator.pay(ordered.sessionId, { channel })
    accepted(await settleCheckout(services(), ordered.sessionId))
    return { ...ordered, rentalId: (await columns('rental', ordered.id))[0]!.id }
  }

  const reject = async (rentalId: string) =>
    accepted(await takePartyAction(by(services(), fixture.cast.olivia), { rentalId, action: 'reject' }))

  const refundsOf = (orderId: string) =>
    services()
      .db.selectFrom('refund')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  return {
    /** Sets the clock to so many minutes after the beginning of the tests. */
    minutes: (n: number) => services().clock.set(new Date(NOW.getTime() + n * 60_000)),

    /** Deletes carts, due effects and everything at the provider. */
    async reset() {
      services().clock.set(NOW)
      services().emulator.reset()
      await sql`update effect set done_at = now() where done_at is null`.execute(services().db)
      await sql`delete from cart_line`.execute(services().db)
    },

    list,
    order,

    /** Orders one new listing of Olivia's and pays for it; returns the order and its rental. */
    paid,
    /** Olivia rejects a rental, so that what was paid for it is due back. */
    reject,
    /** As `paid`, and then Olivia rejects it; also returns the refund, which was not requested yet. */
    async rejected(...given: Parameters<typeof paid>) {
      const ordered = await paid(...given)
      await reject(ordered.rentalId)
      return { ...ordered, refund: (await refundsOf(ordered.id))[0]! }
    },

    effects,
    /** Runs the due effects and sweeps, including the check of refunds at the provider. */
    async settle() {
      await effects()
      await sweepPayments(services())
      await effects()
    },

    providerIsDown: () => services().emulator.faults.add({ do: 'answer', status: 500, times: 500 }),
    statusOf: async (number: string) => (await findPayableOrder(services().db, { number }))!.status,
    rentalsOf: (orderId: string) => columns('rental', orderId),
    refundsOf,

    webhooks,
    /** Delivers the webhooks that the provider has sent, or the given ones, in order. */
    async deliver(which = webhooks()) {
      const outcomes = []
      for (const { body, signature } of which.splice(0))
        outcomes.push(await receiveEvent(services(), Buffer.from(body), signature))
      return outcomes
    },

    /** The balances of an order in the book, account by account, without zeros. */
    async balances(orderId: string): Promise<Record<string, number>> {
      const { rows } = await sql<{ bookAccount: string; centavos: number }>`
        select p.book_account, sum(p.centavos)::bigint as centavos
        from book_posting p join book_entry e on e.id = p.entry_id
        where e.order_id = ${orderId} group by 1 having sum(p.centavos) <> 0 order by 1`.execute(
        services().db,
      )
      return Object.fromEntries(rows.map((row) => [row.bookAccount, row.centavos]))
    },
  }
}
