import { beforeAll, expect, test } from 'vitest'
import { statementsOf } from '#tests/support/statements.ts'
import { withSite } from '#tests/support/with-site.ts'

/* The round trips to the database of the pages that people who are logged in open most, including the actor with the
   frame of the page. A change that raises a number explains why. */
const site = withSite(['ramon', 'olivia', 'amihan'])
let listing: string
beforeAll(async () => void (listing = `/listing/${await site.publish()}`))

const pages = {
  home: ['/', 4],
  products: ['/products', 3],
  'a listing': ['', 5],
  dashboard: ['/profile', 3],
  tracker: ['/profile/rental-tracker', 2],
  cart: ['/cart', 3],
  messages: ['/profile/messages', 2],
} as const

test.each(Object.entries(pages))(
  '%s for a renter takes so many statements',
  async (_, [path, statements]) => {
    const visitor = site.visitor('ramon')
    const open = async () => expect((await visitor.get(path || listing)).status).toBe(200)
    const said = await statementsOf(site.services.connection, open)
    expect(said, said.join('\n')).toHaveLength(statements)
  },
)
