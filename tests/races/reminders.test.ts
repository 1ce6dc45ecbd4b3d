import { expect, it } from 'vitest'
import { sweepReminders } from '#server/notification/sweep-reminders.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { poolSize: 20, connectionTimeoutMillis: 60_000 },
})

// Spec: D31
it('of many processes that remind at once, each rental is reminded of once, and not when it is called off meanwhile', async () => {
  const { services, cast } = fixture
  const rentalIds: string[] = []
  for (let i = 0; i < 6; i++) {
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const { rentalId } = await people.rent(services, cast.ramon, [listingId])
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
    rentalIds.push(rentalId)
  }
  const [called] = rentalIds
  const cancel = takePartyAction(by(services, cast.ramon), { rentalId: called!, action: 'cancel' })
  const sweeps = await Promise.all(Array.from({ length: 8 }, () => sweepReminders(services)))
  accepted(await cancel)
  const { rows } = await services.connection.pool.query(
    `select payload->>'rentalId' as id, array_agg(payload->>'to' order by payload->>'to') as whom
      from effect where kind = 'reminder-mail' group by 1`,
  )
  const reminded = Object.fromEntries(rows.map(({ id, whom }) => [id, whom]))
  for (const id of rentalIds.slice(1)) expect(reminded[id]).toEqual(['owner', 'renter'])
  expect([undefined, ['owner', 'renter']]).toContainEqual(reminded[called!])
  expect(sweeps.reduce((sum, n) => sum + n)).toBe(rows.length)
  expect(await sweepReminders(services)).toBe(0)
})
