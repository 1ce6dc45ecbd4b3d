import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { logOut } from './log-out.ts'
import { readActor } from './read-actor.ts'

const town = withServices(['ramon', 'katrina', 'olivia'])
const actorOf = async (cookie: string) => (await readActor(town.services.auth, new Headers({ cookie }))).actor

describe('who a session belongs to is read from the database for each request:', () => {
  it('a role that changes counts at once', async () => {
    const { id, cookie } = town.cast.ramon
    const { db } = town.services
    expect(await actorOf(cookie)).toMatchObject({ id, role: 'renter' })
    await db.updateTable('account').set({ role: 'owner' }).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toMatchObject({ id, role: 'owner' })
    await db.updateTable('account').set({ role: 'renter' }).where('id', '=', id).execute()
  })

  it('a deleted account is nobody at once', async () => {
    const { id, cookie } = town.cast.ramon
    const { db } = town.services
    await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toEqual(guest)
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', id).execute()
  })

  it('a suspended account is nobody at once', async () => {
    const { id, cookie } = town.cast.ramon
    const { db } = town.services
    const suspended = { suspendedAt: new Date(), suspendedBy: id, suspensionReason: 'Scams' }
    await db.updateTable('account').set(suspended).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toEqual(guest)
    const ended = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
    await db.updateTable('account').set(ended).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toMatchObject({ id })
  })

  it('a session that ran out, or was deleted, is nobody’s', async () => {
    const { id, cookie } = town.cast.katrina
    const { db } = town.services
    await db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('userId', '=', id)
      .execute()
    expect(await actorOf(cookie)).toEqual(guest)
    await db.deleteFrom('session').where('userId', '=', id).execute()
    expect(await actorOf(cookie)).toEqual(guest)
  })

  it.each([
    ['no cookie', ''],
    ['another site’s cookie', 'theme=dark'],
    ['an empty session', 'hiram.session_token='],
    ['a made-up session', 'hiram.session_token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.c2lnbmF0dXJl'],
    ['a session without its signature', 'hiram.session_token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('%s is a guest', async (_, cookie) => {
    expect(await actorOf(cookie)).toEqual(guest)
  })

  it('a token with a changed signature is a guest', async () => {
    const { cookie } = town.cast.olivia
    expect(await actorOf(cookie)).toMatchObject({ role: 'owner' })
    const at = cookie.indexOf('.', cookie.indexOf('=')) + 3
    expect(
      await actorOf(cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)),
    ).toEqual(guest)
  })
})

describe('logging out', () => {
  it('ends the session in the database, and says so to the browser', async () => {
    const { id, cookie } = town.cast.olivia
    const { setCookie } = await logOut(by(town.services, town.cast.olivia))
    expect(setCookie.find((each) => each.startsWith('hiram.session_token='))).toMatch(
      /^hiram\.session_token=;.*Max-Age=0/,
    )
    const sessions = await town.services.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', id)
      .execute()
    expect(sessions).toEqual([])
    expect(await actorOf(cookie)).toEqual(guest)
  })

  it('of a guest, and a second time, is fine', async () => {
    await logOut(by(town.services, guest))
    await logOut(by(town.services, town.cast.olivia))
  })
})
