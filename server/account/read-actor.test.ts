import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { cookieOf, PASSWORD, type Person } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { findSession } from './queries.ts'
import { readActor } from './read-actor.ts'
import { signUp } from './sign-up.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'miguel', 'amihan'])
const actorOf = async (cookie: string) => (await readActor(fixture.services, new Headers({ cookie }))).actor

describe('who a session belongs to is read from the database for each request:', () => {
  // Spec: D2
  it('a role that changes counts at once', async () => {
    const { id, cookie } = fixture.cast.ramon
    const { db } = fixture.services
    expect(await actorOf(cookie)).toMatchObject({ id, role: 'renter' })
    await db.updateTable('account').set({ role: 'owner' }).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toMatchObject({ id, role: 'owner' })
    await db.updateTable('account').set({ role: 'renter' }).where('id', '=', id).execute()
  })

  it('a deleted account is a guest at once', async () => {
    const { id, cookie } = fixture.cast.ramon
    const { db } = fixture.services
    await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toEqual(guest)
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', id).execute()
  })

  it('a suspended account is a guest at once', async () => {
    const { id, cookie } = fixture.cast.ramon
    const { db } = fixture.services
    const suspended = { suspendedAt: new Date(), suspendedBy: id, suspensionReason: 'Scams' }
    await db.updateTable('account').set(suspended).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toEqual(guest)
    const ended = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
    await db.updateTable('account').set(ended).where('id', '=', id).execute()
    expect(await actorOf(cookie)).toMatchObject({ id })
  })

  it('an expired or deleted session is a guest’s', async () => {
    const { id, cookie } = fixture.cast.katrina
    const { db } = fixture.services
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
    const { cookie } = fixture.cast.olivia
    expect(await actorOf(cookie)).toMatchObject({ role: 'owner' })
    const at = cookie.indexOf('.', cookie.indexOf('=')) + 3
    expect(
      await actorOf(cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)),
    ).toEqual(guest)
  })
})

describe('a session', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  /** Moves the beginning and the last use of a person's sessions back by so many milliseconds. */
  const aged = async (person: Person, began: number, used: number) => {
    const now = Date.now()
    const { rows } = await sql<{ id: string }>`update session set created_at = ${new Date(now - began)},
      updated_at = ${new Date(now - used)} where user_id = ${person.id} returning id`.execute(
      fixture.services.db,
    )
    const kind = (await actorOf(person.cookie)).kind
    const row = await fixture.services.db
      .selectFrom('session')
      .select(['updatedAt', 'expiresAt', 'createdAt'])
      .where('id', '=', rows[0]!.id)
      .executeTakeFirst()
    return { kind, row }
  }
  /** Gives a person a single new session. */
  const fresh = async (person: Person) => {
    await fixture.services.db.deleteFrom('session').where('userId', '=', person.id).execute()
    const { setCookie } = accepted(
      await logIn(by(fixture.services), { portal: person.role, email: person.email, password: PASSWORD }),
    )
    return { ...person, cookie: cookieOf(setCookie) }
  }

  it.each([
    ['renter', 30 * DAY, 90 * DAY],
    ['admin', 12 * HOUR, 7 * DAY],
  ] as const)('of a %s ends for want of use, and after its whole time', async (role, idle, total) => {
    const person = await fresh(role === 'admin' ? fixture.cast.amihan : fixture.cast.miguel)
    const used = await aged(person, total - HOUR, idle - HOUR)
    expect(used.kind).toBe('user')
    const { createdAt, expiresAt, updatedAt } = used.row!
    expect(Date.now() - updatedAt.getTime()).toBeLessThan(HOUR)
    expect(expiresAt.getTime()).toBe(Math.min(updatedAt.getTime() + idle, createdAt.getTime() + total))
    expect(await aged(person, idle + 1, idle)).toEqual({ kind: 'guest', row: undefined })
    const another = await fresh(person)
    expect(await aged(another, total, 0)).toEqual({ kind: 'guest', row: undefined })
  })

  it('stores its use every five minutes, not on each request', async () => {
    const person = await fresh(fixture.cast.miguel)
    const { row } = await aged(person, DAY, 4 * 60_000)
    expect(Date.now() - row!.updatedAt.getTime()).toBeGreaterThan(3 * 60_000)
  })

  it('says in the database when it ends, from the beginning', async () => {
    const { cookie } = await fresh(fixture.cast.amihan)
    const session = await findSession(fixture.services, new Headers({ cookie }))
    expect(session!.expiresAt.getTime() - session!.createdAt.getTime()).toBeLessThanOrEqual(
      12 * HOUR + 60_000,
    )
  })

  it.each([
    ['behind', DAY],
    ['ahead', -DAY],
  ])('lasts by the clock of the machine, also when that of the database is a day %s', async (_, differs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + differs })
    try {
      const { cookie } = await fresh(fixture.cast.amihan)
      expect(await actorOf(cookie)).toMatchObject({ role: 'admin' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends when its browser logs in or signs up again, whoever it was', async () => {
    const first = await fresh(fixture.cast.miguel)
    const logInAgain = { portal: 'admin', email: fixture.cast.amihan.email, password: PASSWORD } as const
    accepted(await logIn(by(fixture.services, { ...guest, cookie: first.cookie }), logInAgain))
    expect(await actorOf(first.cookie)).toEqual(guest)
    const second = await fresh(fixture.cast.miguel)
    const refused = { ...logInAgain, password: 'wrong' }
    expect(await logIn(by(fixture.services, { ...guest, cookie: second.cookie }), refused)).toMatchObject({
      reason: 'credentials',
    })
    expect(await actorOf(second.cookie)).toMatchObject({ id: second.id })
    const newcomer = { role: 'renter', firstName: 'Nena', lastName: 'Cruz', password: PASSWORD } as const
    accepted(
      await signUp(by(fixture.services, { ...guest, cookie: second.cookie }), {
        ...newcomer,
        email: 'nena@hiram.test',
        username: 'nena',
      }),
    )
    expect(await actorOf(second.cookie)).toEqual(guest)
  })
})

describe('logging out', () => {
  // Spec: S7.22
  it('ends the session in the database, and says so to the browser', async () => {
    const { id, cookie } = fixture.cast.olivia
    const { setCookie } = await logOut(by(fixture.services, fixture.cast.olivia))
    expect(setCookie.find((each) => each.startsWith('hiram.session_token='))).toMatch(
      /^hiram\.session_token=;.*Max-Age=0/,
    )
    const sessions = await fixture.services.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', id)
      .execute()
    expect(sessions).toEqual([])
    expect(await actorOf(cookie)).toEqual(guest)
  })

  it('as a guest, and a second time, succeeds', async () => {
    for (const actor of [guest, fixture.cast.olivia])
      expect((await logOut(by(fixture.services, actor))).setCookie).toEqual([
        expect.stringContaining('Max-Age=0'),
      ])
  })
})
