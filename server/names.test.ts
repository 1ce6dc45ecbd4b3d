import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addDays } from '#domain/period.ts'
import { takePartyAction } from './rental/take-action.ts'
import { nameFor } from './names.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
type Who = keyof typeof fixture.cast

const DAY = 24 * 3600 * 1000
const later = (days: number) => new Date(NOW.getTime() + days * DAY)

/** The name of `person` as `viewer` sees it. */
async function seen(person: Who, viewer: Who, now = NOW): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${nameFor('a', people.seenBy(fixture.cast[viewer], now))} as name from account a
    where a.id = ${fixture.cast[person].id}`.execute(fixture.services.db)
  return rows[0]!.name
}

const take = async (
  who: Who,
  rentalId: string,
  ...actions: Parameters<typeof takePartyAction>[1]['action'][]
) => {
  for (const action of actions)
    accepted(await takePartyAction(by(fixture.services, fixture.cast[who]), { rentalId, action }))
}

const request = async (renter: Who, owner: 'olivia' | 'diego', startDate = TODAY) => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast[owner], admin: cast.amihan })
  return (await people.rent(services, cast[renter], [listingId], { startDate })).rentalId
}

it('people see their own name in full, and of anyone else first name and initial', async () => {
  expect(await seen('ramon', 'ramon')).toBe('Ramon Dela Cruz')
  expect(await seen('ramon', 'olivia')).toBe('Ramon D.')
  expect(await seen('olivia', 'amihan')).toBe('Olivia S.')
})

// Spec: D45
it('the two of a rental see each other’s full names from its approval until 30 days after its end', async () => {
  const rentalId = await request('ramon', 'olivia')
  const both = async (now?: Date) => [await seen('olivia', 'ramon', now), await seen('ramon', 'olivia', now)]
  const short = ['Olivia S.', 'Ramon D.']
  const full = ['Olivia Santos', 'Ramon Dela Cruz']
  expect(await both()).toEqual(short)
  await take('olivia', rentalId, 'approve')
  expect(await both()).toEqual(full)
  expect(await both(later(400))).toEqual(full)
  await take('olivia', rentalId, 'activate', 'complete')
  expect(await both(later(29.9))).toEqual(full)
  expect(await both(later(30.1))).toEqual(short)
  expect(await seen('olivia', 'katrina')).toBe('Olivia S.')
})

it('a request that came to nothing tells no name; one cancelled after its approval does, for 30 days', async () => {
  await take('diego', await request('katrina', 'diego'), 'reject')
  await take('katrina', await request('katrina', 'diego'), 'cancel')
  expect(await seen('diego', 'katrina')).toBe('Diego B.')
  const approved = await request('katrina', 'diego', addDays(TODAY, 5))
  await take('diego', approved, 'approve')
  await take('katrina', approved, 'cancel')
  expect(await seen('katrina', 'diego', later(29))).toBe('Katrina Ocampo')
  expect(await seen('katrina', 'diego', later(31))).toBe('Katrina O.')
})

it('the database notes the first approval itself, and keeps it', async () => {
  const { db } = fixture.services
  const rentalId = await request('ramon', 'diego')
  const approvedAt = async () =>
    (await db.selectFrom('rental').select('approvedAt').where('id', '=', rentalId).executeTakeFirstOrThrow())
      .approvedAt
  expect(await approvedAt()).toBeNull()
  await take('diego', rentalId, 'approve')
  expect(await approvedAt()).toEqual(NOW)
  fixture.services.clock.set(later(0.5))
  await take('diego', rentalId, 'activate')
  fixture.services.clock.set(NOW)
  expect(await approvedAt()).toEqual(NOW)
})
