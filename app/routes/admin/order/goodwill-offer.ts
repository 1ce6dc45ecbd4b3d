import { goodwillLeft, goodwillRefusal } from '#domain/dispute/goodwill.ts'
import type { Side } from '#domain/side.ts'
import type { OrderPage, OrderRental } from '#server/order/find-order.ts'

/** Whether an admin can make a goodwill payment for a rental, why not now, and the most that each side can get. */
export type GoodwillOffer = {
  isOffered: boolean
  refusal: string | null
  inCash: boolean
  isDeleted: Record<Side, boolean>
  most: Record<Side, number>
}

export function goodwillOffer(
  { status, renter }: Pick<OrderPage, 'status' | 'renter'>,
  rental: OrderRental,
): GoodwillOffer {
  const isDeleted = { renter: renter.email === null, owner: rental.owner.email === null }
  const facts = { ...rental, orderStatus: status, isDeleted }
  const verdict = goodwillRefusal(facts)
  const most = { renter: goodwillLeft(facts, 'renter'), owner: goodwillLeft(facts, 'owner') }
  const nothingLeft = most.renter + most.owner === 0
  return {
    isOffered: status === 'confirmed' && rental.status !== 'Pending' && !(verdict.ok && nothingLeft),
    refusal: verdict.ok ? null : verdict.message,
    inCash: rental.money.inCash,
    isDeleted,
    most,
  }
}
