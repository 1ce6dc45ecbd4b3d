import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/period.ts'
import { NOW, TODAY } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import type { Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

/*
 * What an order costs the database in round trips, with who asks and what stands around a page. A statement more
 * is paid by everyone who orders: who raises a number says why in the change.
 */
const site = withSite(['ramon', 'olivia', 'amihan'])
let visitor: Visitor
beforeAll(() => (visitor = site.visitor('ramon')))

const add = (listingId: string) =>
  visitor.post(`/listing/${listingId}`, {
    listingId,
    startDate: addDays(TODAY, 1),
    durationDays: '3',
    deliveryOption: 'pickup',
  })
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!

test.each([1, 3])('an order of %i things is placed with so many statements', async (things) => {
  const { connection, clock } = site.services
  // A number that is taken costs a statement more, and numbers are of the millisecond.
  clock.set(new Date(NOW.getTime() + things * 1000))
  for (let i = 0; i < things; i++) {
    const listingId = await site.publish()
    let added: Response | undefined
    const adding = await statementsOf(connection, async () => (added = await add(listingId)))
    expect(added!.headers.get('location')).toBe(`/listing/${listingId}`)
    expect(adding, adding.join('\n')).toHaveLength(4)
  }
  let html = ''
  const reading = await statementsOf(
    connection,
    async () => (html = await (await visitor.get('/checkout')).text()),
  )
  expect(reading, reading.join('\n')).toHaveLength(5)
  let placed: Response | undefined
  const fields = {
    agreed: 'on',
    paymentMethod: 'cash_on_delivery',
    idempotencyKey: hidden(html, 'idempotencyKey'),
    quoteSeen: hidden(html, 'quoteSeen'),
  }
  const ordering = await statementsOf(
    connection,
    async () => (placed = await visitor.post('/checkout', fields)),
  )
  expect(placed!.headers.get('location')).toMatch(/^\/checkout\?payment=cod-/)
  // Limits are counted in the memory of the tests: in production that is one more.
  expect(ordering, ordering.join('\n')).toHaveLength(13)
})
