import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayInManila } from '#domain/period.ts'
import { fieldsOf } from '#tests/support/html.ts'
import { isCut, isDone } from './browser.ts'
import { anyOf } from './journeys-of-people.ts'
import type { Member, World } from './people.ts'

/** Days ahead within which things are rented: few, so that people want the same days. */
const DAYS = 12
const RETURNS = 6

/** Puts a listing into the cart and checks out; online it also pays at the provider, and comes back. */
export async function order(world: World, { browser }: Member, paymentMethod: 'cash_on_delivery' | 'online') {
  const { listings, ledger, site } = world
  const listingId = anyOf(listings).id
  const today = dayInManila(site.clock.now())
  const startDate = addDays(today, 1 + Math.floor(Math.random() * DAYS))
  const wish = { listingId, durationDays: '1', deliveryOption: 'pickup', startDate }
  if (!isDone(await browser.insist(`/listing/${listingId}`, wish))) return
  const page = await browser.get('/checkout')
  if (page.location === '/cart') return emptyCart(world, { browser })
  if (page.status !== 200) return
  const { idempotencyKey = '', quoteSeen = '' } = fieldsOf(page.text)
  ledger.checkoutKeys.add(idempotencyKey)
  const placed = await browser.insist('/checkout', { idempotencyKey, quoteSeen, agreed: 'on', paymentMethod })
  if (!isDone(placed)) return
  const number = new URL(placed.location, site.origin()).searchParams.get('payment')
  if (number) ledger.orders.add(number)
  else if (placed.location.startsWith('http')) await pay(world, { browser }, placed.location)
  else await emptyCart(world, { browser })
}

type Person = Pick<Member, 'browser'>

async function pay({ ledger, site }: World, { browser }: Person, page: string) {
  const checkoutId = page.split('/').at(-1)!
  const { reference, status } = site.provider.list().checkouts.find(({ id }) => id === checkoutId)!
  if (status !== 'active') return
  ledger.payments.add(site.provider.pay(checkoutId, { channel: 'gcash' }).id)
  // Its page loads itself again while the payment is not known.
  for (let i = 1; i <= RETURNS; i++) {
    const answer = await browser.get(`/checkout/return?order=${reference}`)
    if (answer.location.startsWith('/checkout?payment=')) return void ledger.orders.add(reference!)
    if (!isCut(answer) && answer.status !== 200) return
    await wait(200 * i)
  }
}

async function emptyCart({ listings }: World, { browser }: Person) {
  const { text } = await browser.get('/cart')
  for (const { id } of listings)
    if (text.includes(id)) await browser.insist('/cart', { intent: 'remove', listingId: id })
}

/** Cancels a rental that the tracker lets one cancel; a paid one is refunded. */
export async function cancel({ ledger }: World, { browser }: Member) {
  const { text } = await browser.get('/profile/rental-tracker')
  const links = [...text.matchAll(/ask=cancel&(?:amp;)?rental=([0-9a-f-]{36})/g)]
  const rentalId = links.length > 0 ? anyOf(links)[1] : null
  if (!rentalId) return
  const answer = await browser.insist('/profile/rental-tracker', { rentalId, action: 'cancel' })
  if (isDone(answer)) ledger.steps.add(`${rentalId} cancel`)
}
