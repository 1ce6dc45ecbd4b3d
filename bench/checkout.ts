import type { Crowd, Member } from './crowd.ts'
import type { Server } from './server.ts'
import { browsers } from './visit.ts'

/** As many as are at their checkout at once. */
export const AT_ONCE = 32

/** Has so many orders placed in cash, each by another renter: into the cart, the page of the checkout, the order. */
export async function checkOut(
  { origin }: Pick<Server, 'origin'>,
  crowd: Crowd,
  orders: number,
): Promise<number> {
  const { send, close } = browsers(origin, AT_ONCE)
  let left = orders
  const began = performance.now()
  const shopper = async () => {
    while (left-- > 0) await order(send, crowd)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shopper))
  close()
  return orders / ((performance.now() - began) / 1000)
}

async function order(send: ReturnType<typeof browsers>['send'], crowd: Crowd) {
  const { cookie }: Member = crowd.nextRenter()
  const { listingId, startDate } = crowd.nextWish()
  const wish = { listingId, startDate, durationDays: '1', deliveryOption: 'pickup' }
  const added = await send(cookie, `/listing/${listingId}`, wish)
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

/** What a page that should not have come says, cut short. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400)
