import { describe, expect, it } from 'vitest'
import { asOwner } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import { listThing, renter } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { becomeOwner } from './become-owner.ts'
import { readActor } from './read-actor.ts'

const fixture = withServices(['ramon', 'katrina', 'amihan'])

describe('a renter who starts lending', () => {
  it('is an owner from the next request on, in the sessions they have, and may list things', async () => {
    const { ramon } = fixture.cast
    accepted(await becomeOwner(by(fixture.services, ramon), renter(ramon)))
    const { actor } = await readActor(fixture.services, new Headers({ cookie: ramon.cookie }))
    expect(actor).toMatchObject({ id: ramon.id, role: 'owner' })
    expect(asOwner(actor).ok).toBe(true)
    await listThing(fixture.services, { ...ramon, role: 'owner' })
  })

  it('changes the role once, however often they press', async () => {
    const { katrina } = fixture.cast
    const press = () => becomeOwner(by(fixture.services, katrina), renter(katrina))
    for (const verdict of await Promise.all([press(), press(), press()])) expect(verdict.ok).toBe(true)
    const events = await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorRole'])
      .where('subjectId', '=', katrina.id)
      .execute()
    expect(events).toEqual([{ action: 'become-owner', actorRole: 'renter' }])
  })

  it('is refused when the account was deleted, or made an admin’s, meanwhile', async () => {
    const { amihan, ramon } = fixture.cast
    const stale = renter({ ...amihan, role: 'renter' })
    expect(await becomeOwner(by(fixture.services, amihan), stale)).toMatchObject({ reason: 'not-found' })
    const { db } = fixture.services
    await db
      .updateTable('account')
      .set({ deletedAt: new Date(), role: 'renter' })
      .where('id', '=', ramon.id)
      .execute()
    const verdict = await becomeOwner(by(fixture.services, ramon), renter(ramon))
    expect(verdict).toMatchObject({ ok: false, reason: 'not-found' })
  })
})
