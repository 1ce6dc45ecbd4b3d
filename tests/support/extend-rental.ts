import { accepted } from '#seeds/act.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import * as people from './people.ts'
import { by } from './services.ts'
import type { InUse } from './with-services.ts'

/**
 * Ramon asks for more days of a rental of Olivia's, she agrees, and he pays for them; returns the id of that order.
 */
export async function extendRental(
  { services, cast }: InUse<'ramon' | 'olivia'>,
  rentalId: string,
  days: 3 | 7,
): Promise<string> {
  const request = { what: 'extend' as const, days }
  const { changeId } = accepted(await askChange(by(services, cast.ramon), { rentalId, request }))
  accepted(await answerChange(by(services, cast.olivia), { changeId, yes: true }))
  const order = await services.db
    .selectFrom('order')
    .innerJoin('rentalChange', 'rentalChange.orderId', 'order.id')
    .select(['order.id', 'order.number'])
    .where('rentalChange.id', '=', changeId)
    .executeTakeFirstOrThrow()
  accepted(await openPayment(by(services, cast.ramon), people.renter(cast.ramon), order.number))
  const checkout = services.emulator.list().checkouts.at(-1)!
  services.emulator.pay(checkout.id, { channel: 'gcash' })
  accepted(await settleCheckout(services, checkout.id))
  return order.id
}
