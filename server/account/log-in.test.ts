import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import type { Portal } from '#domain/account/account.ts'
import { accepted } from '#seeds/act.ts'
import { cookieOf, PASSWORD } from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW, testServices, type TestServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { logIn } from './log-in.ts'
import { mintToken } from './mail-token.ts'
import { readActor } from './read-actor.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan', 'miguel'])
const REFUSED = {
  ok: false,
  reason: 'credentials',
  message: 'Login failed. Please check your credentials and selected portal.',
}

const enter = (
  portal: Portal,
  email: string,
  {
    password = PASSWORD,
    services = fixture.services,
    ip = '203.0.113.7',
    cookie,
  }: { password?: string; services?: TestServices; ip?: string; cookie?: string } = {},
) => logIn(by(services, { ...guest, cookie }, ip), { portal, email, password })

const sessionsOf = async (userId: string) =>
  (await fixture.services.db.selectFrom('session').select('id').where('userId', '=', userId).execute()).length

describe('logging in', () => {
  // Spec: S6.11, S7.22
  it.each([
    ['renter', 'renter@hiram.test'],
    ['owner', 'owner@hiram.test'],
    ['admin', 'admin@hiram.test'],
  ] as const)('through the portal of a %s opens a session of that role', async (portal, email) => {
    const entered = accepted(await enter(portal, email))
    expect(entered.role).toBe(portal)
    const { actor } = await readActor(fixture.services, new Headers({ cookie: cookieOf(entered.setCookie) }))
    expect(actor).toMatchObject({ kind: 'user', role: portal, email })
  })

  // Spec: S6.12
  it('takes the email in any case', async () => {
    accepted(await enter('renter', 'Renter@HIRAM.test'))
  })

  it('finds the account by an index, also for a wrong password and a known device', async () => {
    const { connection } = fixture.services
    const { setCookie } = accepted(await enter('owner', 'owner@hiram.test'))
    const cookie = setCookie.map((one) => one.split(';')[0]).join('; ')
    const plans = await plansOf(connection, async () => {
      accepted(await enter('owner', 'owner@hiram.test', { cookie }))
      await enter('owner', 'owner@hiram.test', { password: 'wrong', cookie })
    })
    const reads = plans.split('\n').filter((line) => / on account\b/.test(line))
    expect(reads.filter((line) => line.includes('account_email_key')).length).toBeGreaterThanOrEqual(4)
    expect(reads.filter((line) => line.includes('Seq Scan'))).toEqual([])
  })

  it('takes the password only exactly', async () => {
    for (const password of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `])
      expect(await enter('owner', 'owner@hiram.test', { password })).toEqual(REFUSED)
  })

  it('opens a new session each time, and leaves the others', async () => {
    const before = await sessionsOf(fixture.cast.miguel.id)
    const cookies = [
      accepted(await enter('renter', 'miguel@hiram.test')),
      accepted(await enter('renter', 'miguel@hiram.test')),
    ]
    expect(await sessionsOf(fixture.cast.miguel.id)).toBe(before + 2)
    expect(cookies[0]!.setCookie).not.toEqual(cookies[1]!.setCookie)
  })
})

// Spec: D2
describe('logging in is refused with the same words', () => {
  it.each([
    ['with a wrong password', 'renter', 'renter@hiram.test', 'not the password'],
    ['of an email nobody has', 'renter', 'nobody@hiram.test', PASSWORD],
    ['of a renter through the owner portal', 'owner', 'renter@hiram.test', PASSWORD],
    ['of a renter through the admin portal', 'admin', 'renter@hiram.test', PASSWORD],
    ['of an owner through the renter portal', 'renter', 'owner@hiram.test', PASSWORD],
    ['of an admin through the renter portal', 'renter', 'admin@hiram.test', PASSWORD],
    ['with SQL as the email', 'renter', `renter@hiram.test' or '1'='1`, PASSWORD],
  ] as const)('%s', async (_, portal, email, password) => {
    const services = await testServices(fixture.services.connection)
    expect(await enter(portal, email, { password, services })).toEqual(REFUSED)
    await services.close()
  })

  it('and leaves no session behind when only the portal was wrong', async () => {
    const before = await sessionsOf(fixture.cast.amihan.id)
    await enter('owner', 'admin@hiram.test')
    expect(await sessionsOf(fixture.cast.amihan.id)).toBe(before)
  })

  it('of a deleted account, and leaves no session behind', async () => {
    const { db } = fixture.services
    const { id } = fixture.cast.miguel
    const before = await sessionsOf(id)
    await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', id).execute()
    expect(await enter('renter', 'miguel@hiram.test')).toEqual(REFUSED)
    expect(await sessionsOf(id)).toBe(before)
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', id).execute()
  })

  it('of a suspended account, which is told so only to who knows the password, and leaves no session behind', async () => {
    const { db, settings } = fixture.services
    const { id } = fixture.cast.miguel
    const before = await sessionsOf(id)
    const set = (suspended: boolean) =>
      db
        .updateTable('account')
        .set({
          suspendedAt: suspended ? new Date() : null,
          suspendedBy: suspended ? fixture.cast.amihan.id : null,
          suspensionReason: suspended ? 'Scams' : null,
        })
        .where('id', '=', id)
        .execute()
    await set(true)
    expect(await enter('renter', 'miguel@hiram.test')).toEqual({
      ok: false,
      reason: 'suspended',
      message: `This account is suspended. Please write to ${settings.supportEmail} about it.`,
    })
    expect(await enter('renter', 'miguel@hiram.test', { password: 'not the password' })).toEqual(REFUSED)
    expect(await enter('owner', 'miguel@hiram.test')).toEqual(REFUSED)
    expect(await sessionsOf(id)).toBe(before)
    await set(false)
  })
})

describe('failed attempts', () => {
  // Spec: D39
  it('five in a minute close the account’s door to their network; other networks and accounts go on', async () => {
    const services = await testServices(fixture.services.connection)
    for (let i = 0; i < 5; i++)
      expect(await enter('renter', 'renter@hiram.test', { password: 'wrong', services })).toEqual(REFUSED)
    const closed = await enter('renter', 'Renter@hiram.test', { services })
    expect(closed).toMatchObject({
      ok: false,
      reason: 'limit',
      message: expect.stringContaining('Please try again in'),
    })
    expect((closed as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0)
    expect((closed as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(60)
    accepted(await enter('renter', 'renter@hiram.test', { services, ip: '198.51.100.9' }))
    accepted(await enter('owner', 'owner@hiram.test', { services }))
    await services.close()
  })

  it('from anywhere in one /64 are of one network', async () => {
    const services = await testServices(fixture.services.connection)
    const ip = (i: number) => `2001:db8:1:2::${i}`
    for (let i = 0; i < 5; i++)
      await enter('renter', 'renter@hiram.test', { password: 'wrong', services, ip: ip(i) })
    const next = { services, ip: ip(9) }
    expect(await enter('renter', 'renter@hiram.test', next)).toMatchObject({ reason: 'limit' })
    accepted(await enter('renter', 'renter@hiram.test', { services, ip: '2001:db8:1:3::1' }))
    await services.close()
  })

  it('of an unknown email are counted the same, so that the limit reveals nothing', async () => {
    const services = await testServices(fixture.services.connection)
    for (let i = 0; i < 5; i++) await enter('renter', 'nobody@hiram.test', { password: 'wrong', services })
    expect(await enter('renter', 'nobody@hiram.test', { services })).toMatchObject({ reason: 'limit' })
    await services.close()
  })

  it('are the only ones counted: many successful log-ins neither block nor reset', async () => {
    const limits = { failedLoginsMinute: { points: 2, seconds: 60 } }
    const services = await testServices(fixture.services.connection, { limits })
    await enter('renter', 'renter@hiram.test', { password: 'wrong', services })
    for (let i = 0; i < 3; i++) accepted(await enter('renter', 'renter@hiram.test', { services }))
    await enter('renter', 'renter@hiram.test', { password: 'wrong', services })
    expect(await enter('renter', 'renter@hiram.test', { services })).toMatchObject({ reason: 'limit' })
    await services.close()
  })

  it('at the same time are counted like others: of twenty at once only five are checked', async () => {
    const services = await testServices(fixture.services.connection)
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        enter('renter', 'renter@hiram.test', { password: `guess ${i}`, services }),
      ),
    )
    const reasons = guesses.map((verdict) => (verdict.ok ? 'entered' : verdict.reason))
    expect(reasons.filter((reason) => reason === 'credentials')).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'limit')).toHaveLength(15)
    await services.close()
  })

  it('are twenty an hour at most, of one network', async () => {
    const limits = { failedLoginsHour: { points: 2, seconds: 3600 } }
    const services = await testServices(fixture.services.connection, { limits })
    for (let i = 0; i < 2; i++) await enter('renter', 'renter@hiram.test', { password: 'wrong', services })
    const closed = await enter('renter', 'renter@hiram.test', { services })
    expect(closed).toMatchObject({ reason: 'limit', message: expect.stringContaining('60 minutes') })
    accepted(await enter('renter', 'renter@hiram.test', { services, ip: '198.51.100.9' }))
    await services.close()
  })

  it('through the wrong portal count too', async () => {
    const limits = { failedLoginsMinute: { points: 1, seconds: 60 } }
    const services = await testServices(fixture.services.connection, { limits })
    await enter('admin', 'renter@hiram.test', { services })
    expect(await enter('renter', 'renter@hiram.test', { services })).toMatchObject({ reason: 'limit' })
    await services.close()
  })

  it('of many accounts from one network block that network', async () => {
    const limits = { failedLoginsNetwork: { points: 3, seconds: 60 } }
    const services = await testServices(fixture.services.connection, { limits })
    for (let i = 0; i < 3; i++) await enter('renter', `stuffed-${i}@hiram.test`, { services })
    expect(await enter('renter', 'renter@hiram.test', { services })).toMatchObject({ reason: 'limit' })
    accepted(await enter('renter', 'renter@hiram.test', { services, ip: '198.51.100.9' }))
    await services.close()
  })
})

describe('an attacker who guesses from a hundred networks', () => {
  const limits = { failedLoginsAccount: { points: 3, seconds: 3600 } }
  /** Uses up all failed attempts that an account has over all networks. */
  const besiege = async (services: TestServices, email: string, guesses = 3) => {
    for (let i = 0; i < guesses; i++)
      expect(await enter('admin', email, { password: `guess ${i}`, services, ip: `192.0.2.${i}` })).toEqual(
        REFUSED,
      )
    const more = { password: 'guess', services, ip: '192.0.2.99' }
    expect(await enter('admin', email, more)).toMatchObject({ reason: 'limit' })
  }

  // Spec: D44
  it('is stopped for the account, and keeps no device out that logged in to it before: not the only admin’s', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const known = cookieOf(accepted(await enter('admin', 'admin@hiram.test', { services })).setCookie)
    const strange = cookieOf(accepted(await enter('owner', 'owner@hiram.test', { services })).setCookie)
    await besiege(services, 'admin@hiram.test')
    const elsewhere = { services, ip: '198.51.100.9' }
    accepted(await enter('admin', 'admin@hiram.test', { ...elsewhere, cookie: known }))
    for (const cookie of [undefined, strange, known.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))])
      expect(await enter('admin', 'admin@hiram.test', { ...elsewhere, cookie })).toMatchObject({
        reason: 'limit',
      })
    await services.close()
  })

  it('finds no endless guesses in the cookie of a known device either', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const cookie = cookieOf(accepted(await enter('admin', 'admin@hiram.test', { services })).setCookie)
    await besiege(services, 'admin@hiram.test')
    const guess = (i: number) =>
      enter('admin', 'admin@hiram.test', { password: 'wrong', services, ip: `198.51.100.${i}`, cookie })
    for (let i = 0; i < 3; i++) expect(await guess(i)).toEqual(REFUSED)
    expect(await guess(9)).toMatchObject({ reason: 'limit' })
    await services.close()
  })

  it('is not a known device for longer than a year', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const cookie = cookieOf(accepted(await enter('admin', 'admin@hiram.test', { services })).setCookie)
    await besiege(services, 'admin@hiram.test')
    services.clock.set(new Date(NOW.getTime() + 366 * 86_400_000))
    expect(await enter('admin', 'admin@hiram.test', { services, cookie })).toMatchObject({ reason: 'limit' })
    await services.close()
  })

  it('does not lock out a person who signed up on this device, also when it knows other accounts', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const first = cookieOf(accepted(await enter('owner', 'owner@hiram.test', { services })).setCookie)
    const opened = accepted(
      await signUp(by(services, { ...guest, cookie: first }), {
        role: 'renter',
        firstName: 'Nena',
        lastName: 'Cruz',
        email: 'nena@hiram.test',
        username: 'nena.cruz',
        password: PASSWORD,
      }),
    )
    const cookie = cookieOf(opened.setCookie)
    for (const email of ['nena@hiram.test', 'owner@hiram.test']) await besiege(services, email)
    accepted(await enter('renter', 'nena@hiram.test', { services, cookie }))
    accepted(await enter('owner', 'owner@hiram.test', { services, cookie }))
    await services.close()
  })

  /** Sets a new password of Ramon's by mail; the browser's cookies. */
  const reset = async (services: TestServices, effectId: number) => {
    const expiresAt = new Date(services.clock.now().getTime() + 60_000)
    const link = { accountId: fixture.cast.ramon.id, effectId, expiresAt }
    const token = await mintToken(services.db, services, 'password-reset', link)
    return cookieOf(accepted(await resetPassword(by(services), { token, password: PASSWORD })).setCookie)
  }

  // Spec: D44
  it('is no known device since the password was set by mail, except in the browser that set it', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const email = 'renter@hiram.test'
    const before = cookieOf(accepted(await enter('renter', email, { services })).setCookie)
    services.clock.set(new Date(NOW.getTime() + 1000))
    const after = await reset(services, 2)
    await besiege(services, email)
    const elsewhere = { services, ip: '198.51.100.9' }
    expect(await enter('renter', email, { ...elsewhere, cookie: before })).toMatchObject({ reason: 'limit' })
    accepted(await enter('renter', email, { ...elsewhere, cookie: after }))
    await services.close()
  })

  it('is no known device of an account that has the email since', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const email = 'passed.on@hiram.test'
    const open = async (username: string) => {
      const person = { role: 'renter', firstName: 'Ana', lastName: 'Cruz', username } as const
      return accepted(await signUp(by(services), { ...person, email, password: PASSWORD }))
    }
    const first = await open('ana.first')
    const { db } = services
    await db
      .updateTable('account')
      .set({ email: 'gone@hiram.test' })
      .where('id', '=', first.accountId)
      .execute()
    const second = await open('ana.second')
    await besiege(services, email)
    const cookies = [first, second].map(({ setCookie }) => cookieOf(setCookie))
    const elsewhere = { services, ip: '198.51.100.9' }
    const [former, present] = cookies
    expect(await enter('renter', email, { ...elsewhere, cookie: former })).toMatchObject({ reason: 'limit' })
    accepted(await enter('renter', email, { ...elsewhere, cookie: present }))
    await services.close()
  })

  it('is a known device by a cookie of version 0.1.0, which is signed for the email, if the account is older', async () => {
    const services = await testServices(fixture.services.connection, { limits })
    const email = 'owner@hiram.test'
    const { createdAt } = await services.db
      .selectFrom('account')
      .select('createdAt')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    services.clock.set(new Date(createdAt.getTime() + 60_000))
    await besiege(services, email)
    const made = (at: Date) => {
      const unsigned = `${Math.floor(at.getTime() / 1000)}.abcdefghijkl`
      const mac = createHmac('sha256', services.settings.sessionSecret)
      return `hiram.device=${unsigned}.${mac.update(`device:${unsigned}:${email}`).digest('base64url')}`
    }
    const enterWith = (at: Date) => enter('owner', email, { services, ip: '198.51.100.9', cookie: made(at) })
    expect(await enterWith(new Date(createdAt.getTime() - 1000))).toMatchObject({ reason: 'limit' })
    accepted(await enterWith(createdAt))
    await services.close()
  })

  // Spec: D44
  it('does not keep out who sets a new password by mail: that clears the account’s counts, and makes the device known', async () => {
    const services = await testServices(fixture.services.connection, {
      limits: {
        failedLoginsAccount: { points: 5, seconds: 3600 },
        failedLoginsMinute: { points: 2, seconds: 60 },
      },
    })
    for (let i = 0; i < 2; i++) await enter('renter', 'renter@hiram.test', { password: 'wrong', services })
    await besiege(services, 'renter@hiram.test')
    expect(await enter('renter', 'renter@hiram.test', { services })).toMatchObject({ reason: 'limit' })
    const cookie = await reset(services, 1)
    accepted(await enter('renter', 'renter@hiram.test', { services }))
    await besiege(services, 'renter@hiram.test', 5)
    accepted(await enter('renter', 'renter@hiram.test', { services, cookie }))
    await services.close()
  })
})
