import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/period.ts'
import { NOW, TODAY } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import type { Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

/* The round trips to the database of an order, including the actor and the frame of the page. Every order pays for one
   more statement: a change that raises a number explains why. */
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
  // A taken number costs one more statement, and numbers are milliseconds.
  clock.set(new Date(NOW.getTime() + things * 1000))
  for (let i = 0; i < things; i++) {
    const listingId = await site.publish()
    let added: Response | undefined
    const adding = await statementsOf(connection, async () => (added = await add(listingId)))
    expect(added!.headers.get('location')).toBe(`/listing/${listingId}`)
    expect(adding, adding.join('\n')).toHaveLength(3)
  }
  let html = ''
  const reading = await statementsOf(
    connection,
    async () => (html = await (await visitor.get('/checkout')).text()),
  )
  expect(reading, reading.join('\n')).toHaveLength(4)
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
  // In these tests limits are counted in memory: in production that is one more statement.
  expect(ordering, ordering.join('\n')).toHaveLength(12)
})
