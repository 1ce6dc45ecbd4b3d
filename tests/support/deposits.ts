import { sql } from 'kysely'
import { addDays } from '#domain/period.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { accepted } from '#seeds/act.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from './paying.ts'
import * as people from './people.ts'
import { by, NOW, TODAY } from './services.ts'
import type { InUse } from './with-services.ts'

/** Deposits of rentals in which Ramon rents from Olivia; Amihan is the admin. */
export function deposits(fixture: InUse<'ramon' | 'olivia' | 'amihan'>) {
  const { list, reset } = paying(fixture)
  const act = (rentalId: string, action: 'approve' | 'activate' | 'complete') =>
    takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })
  const hours = (n: number) => fixture.services.clock.set(new Date(NOW.getTime() + n * 3_600_000))

  /**
   * A rental of a tent at ₱1,000.00 a day with a deposit of ₱500.00 by default, returned at minute 0 of the tests, in
   * time: it was due back on the day before, with grace until 12:00, an hour and 45 minutes later. Returned so many
   * hours later it is late.
   */
  async function returned(paymentMethod: PaymentMethod, deposit = 50_000, hoursLater = 0) {
    const rented = await active(paymentMethod, deposit)
    hours(hoursLater)
    accepted(await act(rented.rentalId, 'complete'))
    return rented
  }

  /** The same, still Active. */
  async function active(paymentMethod: PaymentMethod, deposit = 50_000) {
    const { services, cast } = fixture
    await reset()
    await sql`update rental set deposit_due_at = null`.execute(services.db)
    hours(-48)
    const listingId = await list({ title: 'Tent', pricePerDay: 100_000, deposit })
    await people.fillCart(services, cast.ramon, [listingId], { startDate: addDays(TODAY, -1) })
    const checkout = { ...(await people.aCheckout(services, cast.ramon)), paymentMethod }
    const who = [by(services, cast.ramon), people.renter(cast.ramon)] as const
    const { orderNumber } = accepted(await placeOrder(...who, checkout))
    if (paymentMethod === 'online') {
      const { url } = accepted(await openPayment(...who, orderNumber))
      const session = services.emulator.list().checkouts.at(-1)!
      if (!url.includes(session.id)) throw new Error(`${url} is not the newest checkout`)
      services.emulator.pay(session.id, { channel: 'gcash' })
      accepted(await settleCheckout(services, session.id))
    }
    const rental = await services.db
      .selectFrom('rental')
      .innerJoin('order', 'order.id', 'rental.orderId')
      .select(['rental.id', 'orderId'])
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    accepted(await act(rental.id, 'approve'))
    accepted(await act(rental.id, 'activate'))
    return { rentalId: rental.id, orderId: rental.orderId, orderNumber, listingId }
  }

  return {
    hours,
    active,
    returned,
    complete: (rentalId: string) => act(rentalId, 'complete'),
    /** The money lines of a rental's deposit. */
    async depositLines(rentalId: string): Promise<number[]> {
      const { rows } = await sql<{ centavos: number }>`select centavos from money_line
        where rental_id = ${rentalId} and (kind = 'deposit' or returns = 'deposit') order by id`.execute(
        fixture.services.db,
      )
      return rows.map(({ centavos }) => centavos)
    },
    /** The subjects of the waiting mails, each with its recipient. */
    async mails(): Promise<string[]> {
      const { rows } = await sql<{ payload: { news: string; to: string } }>`select payload from effect
        where kind = 'deposit-mail' and done_at is null order by id`.execute(fixture.services.db)
      return rows.map(({ payload }) => `${payload.news} to ${payload.to}`)
    },
  }
}
