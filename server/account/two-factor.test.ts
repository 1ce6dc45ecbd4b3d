import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import type { Role } from '#domain/account/account.ts'
import { accepted } from '#seeds/act.ts'
import { cookieOf, loggedIn, PASSWORD } from '#tests/support/people.ts'
import { appCode, withTwoFactor } from '#tests/support/second-factor.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { createSession } from './begin-session.ts'
import { renewRecoveryCodes, switchOffTwoFactor } from './change-two-factor.ts'
import { changePassword } from './change-password.ts'
import { enterLogInCode } from './enter-log-in-code.ts'
import { logIn } from './log-in.ts'
import { prove } from './prove.ts'
import { readActor } from './read-actor.ts'
import { beginTwoFactor, confirmTwoFactor, readTwoFactor } from './set-up-two-factor.ts'
import { openSecret, sealSecret } from './two-factor-secret.ts'

const site = withServices(['ramon', 'olivia', 'amihan'])
const WRONG = { ok: false, reason: 'code' }
let minutes = 0
// Each test has minutes of its own, as a code is taken once, and nobody's two-factor log-in is on.
beforeEach(async () => {
  minutes += 10
  site.services.clock.set(new Date(NOW.getTime() + minutes * 60_000))
  await site.services.db.deleteFrom('twoFactor').execute()
  await site.services.db.updateTable('account').set({ twoFactorAt: null }).execute()
  for (const { id, email } of Object.values(site.cast)) {
    await site.services.limits.clear('failedCodes', id)
    for (const limit of ['failedLoginsMinute', 'failedLoginsHour', 'failedLoginsAccount'] as const)
      await site.services.limits.clear(limit, email)
  }
})
const setUp = (who: 'ramon' | 'olivia' | 'amihan' = 'ramon') => withTwoFactor(site.services, site.cast[who])
const later = (seconds: number) => new Date(site.services.clock.now().getTime() + seconds * 1000)
const codeOf = (secret: string, seconds = 30) => appCode(secret, later(seconds))
const password = (who: 'ramon' | 'olivia' | 'amihan' = 'ramon', portal: Role = 'renter') =>
  logIn(by(site.services), { portal, email: site.cast[who].email, password: PASSWORD })
const enter = (cookie: string, code: string) =>
  enterLogInCode(by(site.services, { ...guest, cookie }), { code })
const firstStep = async () => cookieOf(accepted(await password()).setCookie)
const sessions = async () => (await site.services.db.selectFrom('session').select('id').execute()).length
const mails = async () => {
  const effects = await site.services.db.selectFrom('effect').select(['kind', 'payload']).execute()
  return effects
    .filter(({ kind }) => kind === 'two-factor-mail')
    .map(({ payload }) => (payload as { change: string }).change)
}

describe('two-factor log-in is switched on', () => {
  it('by a code of the app that learnt the key, which is told only until then; the person is mailed', async () => {
    const ctx = by(site.services, site.cast.ramon)
    expect(await beginTwoFactor(ctx, { password: 'not it' })).toMatchObject({ reason: 'password' })
    accepted(await beginTwoFactor(ctx, { password: PASSWORD }))
    const { setup, isOn } = await readTwoFactor(ctx, site.cast.ramon)
    expect(isOn).toBe(false)
    expect(setup!.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(setup!.qr.path).toMatch(/^M/)
    expect(await confirmTwoFactor(ctx, { code: '000000' })).toMatchObject(WRONG)
    expect(accepted(await password()).asksCode).toBe(false)
    const { codes } = accepted(await confirmTwoFactor(ctx, { code: codeOf(setup!.secret, 0) }))
    expect(new Set(codes).size).toBe(10)
    expect(await readTwoFactor(ctx, site.cast.ramon)).toEqual({ isOn: true, codesLeft: 10, setup: null })
    expect(await mails()).toContain('on')
    expect(await beginTwoFactor(ctx, { password: PASSWORD })).toMatchObject({ reason: 'unchanged' })
    expect(await confirmTwoFactor(ctx, { code: codeOf(setup!.secret) })).toMatchObject({
      reason: 'unchanged',
    })
  })

  it('within 15 minutes, and not after a new password; until then the key proves nothing', async () => {
    const { services, cast } = site
    const ctx = by(services, cast.ramon)
    const begin = async () => {
      accepted(await beginTwoFactor(ctx, { password: PASSWORD }))
      return (await readTwoFactor(ctx, cast.ramon)).setup!.secret
    }
    const first = await begin()
    expect(await prove(ctx, { password: '', code: codeOf(first, 0) })).toMatchObject(WRONG)
    services.clock.set(later(15 * 60))
    expect((await readTwoFactor(ctx, cast.ramon)).setup).toBeNull()
    expect(await confirmTwoFactor(ctx, { code: codeOf(first, 0) })).toMatchObject({ reason: 'gone' })
    const second = await begin()
    const other = 'mangoes in the rain'
    const change = (currentPassword: string, newPassword: string) =>
      changePassword(ctx, { currentPassword, newPassword })
    accepted(await change(PASSWORD, other))
    expect((await readTwoFactor(ctx, cast.ramon)).setup).toBeNull()
    expect(await confirmTwoFactor(ctx, { code: codeOf(second, 0) })).toMatchObject({ reason: 'gone' })
    accepted(await change(other, PASSWORD))
  })

  it('only in the session that began, and ends the others', async () => {
    const { services, cast } = site
    const { ramon } = cast
    const other = await loggedIn(services, ramon.email)
    const [ctx, elsewhere] = [by(services, ramon), by(services, other)]
    accepted(await beginTwoFactor(ctx, { password: PASSWORD }))
    const { secret } = (await readTwoFactor(ctx, ramon)).setup!
    expect((await readTwoFactor(elsewhere, ramon)).setup).toBeNull()
    expect((await readTwoFactor({ ...ctx, sessionId: undefined }, ramon)).setup).toBeNull()
    expect(await confirmTwoFactor(elsewhere, { code: codeOf(secret, 0) })).toMatchObject({ reason: 'gone' })
    const isIn = async ({ cookie }: { cookie: string }) =>
      (await readActor(services, new Headers({ cookie }))).actor.kind === 'user'
    expect([await isIn(ramon), await isIn(other), await isIn(cast.olivia)]).toEqual([true, true, true])
    accepted(await confirmTwoFactor(ctx, { code: codeOf(secret, 0) }))
    expect([await isIn(ramon), await isIn(other), await isIn(cast.olivia)]).toEqual([true, false, true])
  })

  it('and a log-in by the password alone that was under way opens no session', async () => {
    const { id } = site.cast.ramon
    const open = () => createSession(site.services, { id, role: 'renter', isByPasswordAlone: true })
    expect(await open()).not.toBeNull()
    await setUp()
    expect(await open()).toBeNull()
  })

  it('and the database has neither the key nor a recovery code', async () => {
    const { secret, codes } = await setUp()
    const { db } = site.services
    const stored = JSON.stringify([
      await db.selectFrom('twoFactor').selectAll().execute(),
      await db.selectFrom('recoveryCode').selectAll().execute(),
    ])
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(text)
  })

  it('with a key that only this account, and only this SESSION_SECRET, opens', async () => {
    const { ramon, olivia } = site.cast
    const sealed = sealSecret(site.services, ramon.id, 'A KEY')
    expect(openSecret(site.services, ramon.id, sealed)).toBe('A KEY')
    expect(openSecret(site.services, olivia.id, sealed)).toBeNull()
    expect(openSecret(site.services, ramon.id, `${sealed.slice(0, -3)}AAA`)).toBeNull()
    const env = { SESSION_SECRET: 'another-0123456789-0123456789-0123' }
    const others = await testServices(site.services.connection, { env })
    expect(openSecret(others, ramon.id, sealed)).toBeNull()
    await others.close()
  })
})

describe('a log-in with two factors', () => {
  it('opens no session by the password, and one by the code', async () => {
    const { secret } = await setUp()
    const before = await sessions()
    const entered = accepted(await password())
    expect(entered.asksCode).toBe(true)
    expect(await sessions()).toBe(before)
    const cookie = cookieOf(entered.setCookie)
    expect((await readActor(site.services, new Headers({ cookie }))).actor).toEqual(guest)
    const { setCookie, role } = accepted(await enter(cookie, codeOf(secret)))
    expect(role).toBe('renter')
    const { actor } = await readActor(site.services, new Headers({ cookie: cookieOf(setCookie) }))
    expect(actor).toMatchObject({ kind: 'user', id: site.cast.ramon.id })
    expect(await sessions()).toBe(before + 1)
  })

  it('takes a code once, also when it is sent twice at the same time, and none before it', async () => {
    const { secret } = await setUp()
    const cookie = await firstStep()
    const code = codeOf(secret)
    const both = await Promise.all([enter(cookie, code), enter(cookie, code)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await enter(cookie, code)).toMatchObject(WRONG)
    expect(await enter(cookie, codeOf(secret, 0))).toMatchObject(WRONG)
  })

  it('takes a code of the half minute before and after, and of no other', async () => {
    const { secret } = await setUp()
    site.services.clock.set(later(300))
    const cookie = await firstStep()
    expect(await enter(cookie, codeOf(secret, -60))).toMatchObject(WRONG)
    expect(await enter(cookie, codeOf(secret, 60))).toMatchObject(WRONG)
    accepted(await enter(cookie, codeOf(secret, -30)))
    accepted(await enter(cookie, codeOf(secret, 30)))
  })

  it('takes each recovery code once, however it is typed, and mails the person', async () => {
    const { codes } = await setUp()
    const cookie = await firstStep()
    accepted(await enter(cookie, ` ${codes[0]!.toUpperCase().replace('-', ' ')} `))
    expect(await enter(cookie, codes[0]!)).toMatchObject(WRONG)
    accepted(await enter(cookie, codes[1]!))
    expect((await readTwoFactor(by(site.services), site.cast.ramon)).codesLeft).toBe(8)
    expect((await mails()).filter((change) => change === 'recovery-code')).toHaveLength(2)
  })

  it('takes no code of another account', async () => {
    const [ramons, olivias] = [await setUp(), await setUp('olivia')]
    const cookie = await firstStep()
    expect(await enter(cookie, codeOf(olivias.secret))).toMatchObject(WRONG)
    expect(await enter(cookie, olivias.codes[0]!)).toMatchObject(WRONG)
    accepted(await enter(cookie, ramons.codes[0]!))
  })

  it('ends its first step after ten minutes, and with a new password', async () => {
    const { secret } = await setUp()
    const old = await firstStep()
    site.services.clock.set(later(601))
    expect(await enter(old, codeOf(secret))).toMatchObject({ reason: 'credentials' })
    const cookie = await firstStep()
    const { ramon } = site.cast
    const newPassword = 'mangoes in the rain'
    const change = { currentPassword: PASSWORD, newPassword }
    accepted(await changePassword(by(site.services, ramon), change))
    expect(await enter(cookie, codeOf(secret))).toMatchObject({ reason: 'credentials' })
    accepted(
      await changePassword(by(site.services, ramon), { currentPassword: newPassword, newPassword: PASSWORD }),
    )
  })

  it('limits wrong codes as it does wrong passwords', async () => {
    const { codes } = await setUp()
    const cookie = await firstStep()
    for (let n = 0; n < 5; n++) expect(await enter(cookie, '000000')).toMatchObject(WRONG)
    expect(await enter(cookie, codes[0]!)).toMatchObject({ reason: 'limit' })
    expect(await password()).toMatchObject({ reason: 'limit' })
  })
})

describe('20 wrong codes an hour are the limit of an account over all networks', () => {
  const asRamon = (n: number) => ({ ...by(site.services, site.cast.ramon), ip: `198.51.100.${n}` })
  it.each([
    ['proves who they are', (n: number, code: string) => prove(asRamon(n), { password: '', code })],
    [
      'switches it off',
      (n: number, code: string) => switchOffTwoFactor(asRamon(n), { password: PASSWORD, code }),
    ],
  ])('also when a logged-in person %s', async (_, guess) => {
    const { codes } = await setUp()
    for (let n = 0; n < 20; n++) expect(await guess(n, '000000')).toMatchObject(WRONG)
    expect(await guess(20, codes[0]!)).toMatchObject({ reason: 'limit' })
  })
})

describe('it is changed only by both factors', () => {
  it('switched off, after which the password is enough, and the person is mailed', async () => {
    const { codes } = await setUp()
    const ctx = by(site.services, site.cast.ramon)
    expect(await switchOffTwoFactor(ctx, { password: PASSWORD, code: '000000' })).toMatchObject(WRONG)
    const wrong = { password: 'not it', code: codes[0]! }
    expect(await switchOffTwoFactor(ctx, wrong)).toMatchObject({ reason: 'password' })
    expect(accepted(await password()).asksCode).toBe(true)
    accepted(await switchOffTwoFactor(ctx, { password: PASSWORD, code: codes[0]! }))
    expect(accepted(await password()).asksCode).toBe(false)
    expect(await mails()).toContain('off')
    expect(await readTwoFactor(ctx, site.cast.ramon)).toEqual({ isOn: false, codesLeft: 0, setup: null })
  })

  it('given new recovery codes, which end the old ones', async () => {
    const { codes, secret } = await setUp()
    const ctx = by(site.services, site.cast.ramon)
    const renewed = accepted(await renewRecoveryCodes(ctx, { password: PASSWORD, code: codeOf(secret) }))
    const cookie = await firstStep()
    expect(await enter(cookie, codes[0]!)).toMatchObject(WRONG)
    accepted(await enter(cookie, renewed.codes[0]!))
  })
})

it('an admin without it is none where it is required', async () => {
  const env = { ADMIN_TWO_FACTOR: 'required' }
  const services = await testServices(site.services.connection, { env, at: site.services.clock.now() })
  const headers = new Headers({ cookie: site.cast.amihan.cookie })
  expect((await readActor(services, headers)).actor).toMatchObject({ lacksTwoFactor: true })
  expect((await readActor(site.services, headers)).actor).toMatchObject({ lacksTwoFactor: false })
  await setUp('amihan')
  expect((await readActor(services, headers)).actor).toMatchObject({ lacksTwoFactor: false })
  await services.close()
})
