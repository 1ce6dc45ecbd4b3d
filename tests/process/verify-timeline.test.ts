import { expect, test } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { runCommand } from '#tests/support/command.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])

test('npm run verify-timeline says that all is well, or names each rental that is not, and ends with 1', async () => {
  const { services, cast, database } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  for (const action of ['approve', 'activate'] as const)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
  const verify = () =>
    runCommand('verify-timeline', [], { DATABASE_URL: database.url!, DATA_DIR: services.settings.dataDir })
  expect(await verify()).toEqual({
    code: 0,
    said: '1 rentals with 3 entries and 0 photos were checked.\nAll are as they were written.\n',
  })
  const { pool } = services.connection
  await pool.query('alter table rental_entry disable trigger all')
  await pool.query('delete from rental_entry where seq = 2')
  const { code, said } = await verify()
  expect(code).toBe(1)
  expect(said).toContain(`Rental ${rentalId}: It has 2 entries in place of 3.`)
  expect(said).toContain('1 are broken.')
})
