import { expect, test } from 'vitest'
import type { FoundListing } from '#server/listing/queries.ts'
import { shownListing } from './shown-listing.ts'

test('a field of a listing that its page does not name goes to nobody', () => {
  const found = { id: '1', title: 'Canon EOS R6', takenDownAt: new Date(), secret: 'secret' } as unknown
  const shown = shownListing(found as FoundListing)
  expect(shown).toMatchObject({ id: '1', title: 'Canon EOS R6' })
  expect(shown).not.toHaveProperty('takenDownAt')
  expect(JSON.stringify(shown)).not.toContain('secret')
})
