import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addDays } from '#domain/period.ts'
import { takeStep } from './rental/take-step.ts'
import { nameFor } from './names.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
type Who = keyof typeof town.cast

const DAY = 24 * 3600 * 1000
const later = (days: number) => new Date(NOW.getTime() + days * DAY)

/** The name of `person` as `viewer` sees it. */
async function seen(person: Who, viewer: Who, now = NOW): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${nameFor('a', people.seenBy(town.cast[viewer], now))} as name from account a
    where a.id = ${town.cast[person].id}`.execute(town.services.db)
  return rows[0]!.name
}

const step = async (who: Who, rentalId: string, ...actions: Parameters<typeof takeStep>[1]['action'][]) => {
  for (const action of actions)
    accepted(await takeStep(by(town.services, town.cast[who]), { rentalId, action }))
}

const request = async (renter: Who, owner: 'olivia' | 'diego', startDate = TODAY) => {
  const { services, cast } = town
  const listingId = await people.listApproved(services, { owner: cast[owner], admin: cast.amihan })
  return (await people.rent(services, cast[renter], [listingId], { startDate })).rentalId
}

it('people see their own name in full, and of anyone else first name and initial', async () => {
  expect(await seen('ramon', 'ramon')).toBe('Ramon Dela Cruz')
  expect(await seen('ramon', 'olivia')).toBe('Ramon D.')
  expect(await seen('olivia', 'amihan')).toBe('Olivia S.')
})

it('the two of a rental see each other’s full names from its approval until 30 days after its end', async () => {
  const rentalId = await request('ramon', 'olivia')
  const both = async (now?: Date) => [await seen('olivia', 'ramon', now), await seen('ramon', 'olivia', now)]
  const short = ['Olivia S.', 'Ramon D.']
  const full = ['Olivia Santos', 'Ramon Dela Cruz']
  expect(await both()).toEqual(short)
  await step('olivia', rentalId, 'approve')
  expect(await both()).toEqual(full)
  expect(await both(later(400))).toEqual(full)
  await step('olivia', rentalId, 'activate', 'complete')
  expect(await both(later(29.9))).toEqual(full)
  expect(await both(later(30.1))).toEqual(short)
  expect(await seen('olivia', 'katrina')).toBe('Olivia S.')
})

it('a request that came to nothing tells no name; one cancelled after its approval does, for 30 days', async () => {
  await step('diego', await request('katrina', 'diego'), 'reject')
  await step('katrina', await request('katrina', 'diego'), 'cancel')
  expect(await seen('diego', 'katrina')).toBe('Diego B.')
  const approved = await request('katrina', 'diego', addDays(TODAY, 5))
  await step('diego', approved, 'approve')
  await step('katrina', approved, 'cancel')
  expect(await seen('katrina', 'diego', later(29))).toBe('Katrina Ocampo')
  expect(await seen('katrina', 'diego', later(31))).toBe('Katrina O.')
})

it('the database notes the first approval itself, and keeps it', async () => {
  const { db } = town.services
  const rentalId = await request('ramon', 'diego')
  const approvedAt = async () =>
    (await db.selectFrom('rental').select('approvedAt').where('id', '=', rentalId).executeTakeFirstOrThrow())
      .approvedAt
  expect(await approvedAt()).toBeNull()
  await step('diego', rentalId, 'approve')
  expect(await approvedAt()).toEqual(NOW)
  town.services.clock.set(later(0.5))
  await step('diego', rentalId, 'activate')
  town.services.clock.set(NOW)
  expect(await approvedAt()).toEqual(NOW)
})
