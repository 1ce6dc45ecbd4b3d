import { beforeAll, expect, it } from 'vitest'
import { type Actor, guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { listApproved, listThing } from '#tests/support/people.ts'
import { withServices } from '#tests/support/with-services.ts'
import { blockDates } from './block-dates.ts'
import { findListing } from './queries.ts'
import { similarAndFree, similarListings } from './similar-listings.ts'

const use = withServices(['olivia', 'amihan'])
const ids: Record<string, string> = {}
beforeAll(async () => {
  const people = { owner: use.cast.olivia, admin: use.cast.amihan }
  const things = {
    tent: { categoryId: 2, tags: 'camping, tent, hiking' },
    stove: { categoryId: 2, tags: 'camping' },
    hammock: { categoryId: 2, tags: 'camping, hiking' },
    chair: { categoryId: 2, tags: '' },
    boots: { categoryId: 5, tags: 'hiking' },
    drill: { categoryId: 3, tags: 'diy' },
    gone: { categoryId: 2, tags: 'camping, tent, hiking' },
  }
  for (const [title, thing] of Object.entries(things))
    ids[title] = await listApproved(use.services, people, { title, ...thing })
  ids.waiting = await listThing(use.services, use.cast.olivia, { title: 'waiting', tags: 'camping, tent' })
  await use.services.db
    .updateTable('listing')
    .set({ pausedAt: new Date() })
    .where('id', '=', ids.gone!)
    .execute()
})

const like = async (title: string, limit?: number) => {
  const listing = await findListing(use.services.db, ids[title]!, '2026-11-21')
  return (await similarListings(use.services.db, listing!, { limit })).map((each) => each.title)
}

it('similar is what shares most tags, then what has the category; never itself, nor what is not public', async () => {
  expect(await like('tent', 6)).toEqual(['hammock', expect.any(String), expect.any(String), 'chair'])
  expect((await like('tent', 6)).slice(1, 3).sort()).toEqual(['boots', 'stove'])
})

it('at most the requested number', async () => {
  expect(await like('tent')).toHaveLength(4)
  expect(await like('tent', 2)).toHaveLength(2)
})

it('a listing without similar ones has none', async () => {
  expect(await like('drill')).toEqual([])
})

it('without a category the tags decide', async () => {
  await use.services.db
    .updateTable('listing')
    .set({ categoryId: null })
    .where('id', '=', ids.boots!)
    .execute()
  expect((await like('boots', 6)).sort()).toEqual(['hammock', 'tent'])
})

it('what is offered in place of a rental is free on all of its days, and not the viewer’s own', async () => {
  const { services, cast } = use
  const period = { start: '2026-12-20', end: '2026-12-23' }
  const instead = async (viewer: Actor) =>
    (await similarAndFree(services.db, ids.tent!, { viewer, period, today: TODAY })).map((each) => each.title)
  const before = await instead(guest)
  expect(before).toContain('hammock')
  const days = { firstDay: '2026-12-22', lastDay: '2026-12-25' }
  accepted(await blockDates(by(services, cast.olivia), { listingId: ids.hammock!, ...days }))
  expect(await instead(guest)).toEqual(before.filter((title) => title !== 'hammock'))
  expect(await instead(cast.olivia)).toEqual([])
})
