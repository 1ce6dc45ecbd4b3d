import { expect, it } from 'vitest'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { adminTotals } from './queries.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])

it('the totals count people and listings that are there, and what waits for review', async () => {
  const { services, cast } = town
  const ids = []
  for (const title of ['A', 'B', 'C']) ids.push(await people.listThing(services, cast.olivia, { title }))
  await people.review(services, cast.amihan, ids[0]!)
  await services.db.updateTable('listing').set({ archivedAt: NOW }).where('id', '=', ids[1]!).execute()
  const totals = () => adminTotals(by(services, cast.amihan), people.admin(cast.amihan))
  expect(await totals()).toEqual({ totalUsers: 3, totalListings: 2, waiting: 1 })
  await services.db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', cast.ramon.id).execute()
  expect(await totals()).toMatchObject({ totalUsers: 2 })
})
