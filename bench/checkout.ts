import type { ManyMembers, Member } from './many-members.ts'
import type { Server } from './server.ts'
import { browsers } from './visit.ts'

/** How many checkouts run at once. */
export const AT_ONCE = 32

/** Places this many orders in cash, each by another renter: add to the cart, read the checkout page, order. */
export async function checkOut(
  { origin }: Pick<Server, 'origin'>,
  members: ManyMembers,
  orders: number,
): Promise<number> {
  const { send, close } = browsers(origin, AT_ONCE)
  let left = orders
  const began = performance.now()
  const shopper = async () => {
    while (left-- > 0) await order(send, members)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shopper))
  close()
  return orders / ((performance.now() - began) / 1000)
}

async function order(send: ReturnType<typeof browsers>['send'], members: ManyMembers) {
  const { cookie }: Member = members.nextRenter()
  const { listingId, startDate } = members.nextRequest()
  const request = { listingId, startDate, durationDays: '1', deliveryOption: 'pickup' }
  const added = await send(cookie, `/listing/${listingId}`, request)
  if (added.status !== 302) throw new Error(`adding answered ${added.status}: ${wordsOf(added.body)}`)
  const page = await send(cookie, '/checkout')
  const placed = await send(cookie, '/checkout', {
    agreed: 'on',
    paymentMethod: 'cash_on_delivery',
    idempotencyKey: hidden(page.body, 'idempotencyKey'),
    quoteSeen: hidden(page.body, 'quoteSeen'),
  })
  if (!placed.location.startsWith('/checkout?payment='))
    throw new Error(`ordering answered ${placed.status} ${placed.location}: ${wordsOf(placed.body)}`)
}

function hidden(html: string, name: string): string {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)
  if (!found) throw new Error(`the page has no ${name}: ${wordsOf(html)}`)
  return found[1]!
}

/** The text of an unexpected page, shortened. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400)
