import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { cookieOf, PASSWORD, type Person } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { endSession } from './end-session.ts'
import { logIn } from './log-in.ts'
import { findSession, listSessions } from './queries.ts'
import { readActor } from './read-actor.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia'])
const isIn = async (cookie: string) =>
  (await readActor(fixture.services, new Headers({ cookie }))).actor.kind === 'user'

/** Logs a person in with another browser; returns its cookie and the id of its session. */
async function another(person: Person, userAgent: string) {
  const ctx = by(fixture.services)
  ctx.headers.set('user-agent', userAgent)
  const portal = person.role
  const { setCookie } = accepted(await logIn(ctx, { portal, email: person.email, password: PASSWORD }))
  const cookie = cookieOf(setCookie)
  const session = await findSession(fixture.services, new Headers({ cookie }))
  return { cookie, sessionId: session!.id }
}

describe('one’s sessions', () => {
  it('are listed with their browser and network, the addresses of machines left out', async () => {
    const { ramon } = fixture.cast
    const { sessionId } = await another(ramon, 'Mozilla/5.0 (iPhone) Safari/604.1')
    const mine = await listSessions(fixture.services.db, ramon.id, new Date())
    expect(mine).toHaveLength(2)
    expect(mine.find(({ id }) => id === sessionId)).toMatchObject({
      userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1',
      ipAddress: '203.0.113.x',
    })
  })

  it('end one by one, at once', async () => {
    const { katrina } = fixture.cast
    const other = await another(katrina, 'Firefox/140.0')
    expect(accepted(await endSession(by(fixture.services, katrina), other)).ended).toBe(1)
    expect([await isIn(other.cookie), await isIn(katrina.cookie)]).toEqual([false, true])
    expect(await endSession(by(fixture.services, katrina), other)).toMatchObject({ reason: 'not-found' })
  })

  it('end all but this one', async () => {
    const { katrina } = fixture.cast
    const others = [await another(katrina, 'a'), await another(katrina, 'b')]
    expect(accepted(await endSession(by(fixture.services, katrina), 'others')).ended).toBe(2)
    for (const { cookie } of others) expect(await isIn(cookie)).toBe(false)
    expect(await isIn(katrina.cookie)).toBe(true)
    const { db } = fixture.services
    const events = () => db.selectFrom('event').select('id').where('action', '=', 'end-session').execute()
    const before = await events()
    expect(accepted(await endSession(by(fixture.services, katrina), 'others')).ended).toBe(0)
    // Else it could be repeated for ever, and no event is ever deleted.
    expect(await events()).toEqual(before)
  })

  it('are shown up to a hundred, and all of them end at once', async () => {
    const { db } = fixture.services
    const { katrina } = fixture.cast
    const expiresAt = new Date(Date.now() + 86_400_000)
    const many = Array.from({ length: 120 }, (_, i) => ({
      id: randomUUID(),
      userId: katrina.id,
      token: `many-${i}`,
      expiresAt,
    }))
    await db.insertInto('session').values(many).execute()
    expect(await listSessions(db, katrina.id, new Date())).toHaveLength(100)
    expect(accepted(await endSession(by(fixture.services, katrina), 'others')).ended).toBe(120)
    expect(await listSessions(db, katrina.id, new Date())).toHaveLength(1)
  })

  it('can’t be ended by anyone else', async () => {
    const { olivia, ramon } = fixture.cast
    const hers = await another(olivia, 'c')
    expect(await endSession(by(fixture.services, ramon), hers)).toMatchObject({ reason: 'not-found' })
    expect(await endSession(by(fixture.services), 'others')).toMatchObject({ reason: 'login' })
    expect(await endSession(by(fixture.services, { ...olivia, cookie: ramon.cookie }), hers)).toMatchObject({
      reason: 'login',
    })
    expect(await isIn(hers.cookie)).toBe(true)
  })
})
