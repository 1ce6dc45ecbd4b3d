import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { doEffect } from '../job/do-effect.ts'
import { runEffects } from '../job/run-effects.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { readActor } from './read-actor.ts'
import { resetPassword } from './reset-password.ts'

const { cookieOf, PASSWORD } = people
const fixture = withServices(['ramon', 'katrina', 'olivia', 'miguel', 'diego'])
const NEW = 'mangoes in the rain'
const enter = (email: string, password: string) =>
  logIn(by(fixture.services), { portal: 'renter', email, password })
/** The part of a Cookie header by which a device is known. */
const deviceOf = (cookie: string) => /hiram\.device=[^;]*/.exec(cookie)![0]
const isIn = async (cookie: string) =>
  (await readActor(fixture.services, new Headers({ cookie }))).actor.kind === 'user'

describe('changing one’s password', () => {
  // Spec: S5.23, S7.22, D6
  it('ends one’s other sessions and keeps this one', async () => {
    const { ramon, katrina } = fixture.cast
    const other = cookieOf(accepted(await enter(ramon.email, PASSWORD)).setCookie)
    accepted(
      await changePassword(by(fixture.services, ramon), { currentPassword: PASSWORD, newPassword: NEW }),
    )
    expect([await isIn(ramon.cookie), await isIn(other), await isIn(katrina.cookie)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await enter(ramon.email, PASSWORD)).ok).toBe(false)
    accepted(await enter(ramon.email, NEW))
  })

  it('ends also a log-in with the old password that is under way', async () => {
    const { olivia } = fixture.cast
    const { passwords } = fixture.services
    const { verify } = passwords
    const begun = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    passwords.verify = async (given) => {
      const isRight = await verify(given)
      begun.resolve()
      await changed.promise
      return isRight
    }
    const entering = logIn(by(fixture.services), { portal: 'owner', email: olivia.email, password: PASSWORD })
    await begun.promise
    passwords.verify = verify
    const change = { currentPassword: PASSWORD, newPassword: NEW }
    accepted(await changePassword(by(fixture.services, olivia), change))
    changed.resolve()
    expect(await entering).toMatchObject({ ok: false, reason: 'credentials' })
    const back = { currentPassword: NEW, newPassword: PASSWORD }
    accepted(await changePassword(by(fixture.services, olivia), back))
  })

  it('leaves only this browser a known device: a log-in from any other is mailed', async () => {
    const { services, cast } = fixture
    const { email } = cast.diego
    const enterFrom = async (cookie?: string, password = PASSWORD) => {
      const entering = { portal: 'owner', email, password } as const
      return cookieOf(accepted(await logIn(by(services, { ...guest, cookie }), entering)).setCookie)
    }
    const mailed = async () =>
      (
        await services.db
          .selectFrom('effect')
          .select('payload')
          .where('kind', '=', 'new-device-mail')
          .execute()
      ).filter(({ payload }) => payload.accountId === cast.diego.id).length
    const [thief, own] = [await enterFrom(), await enterFrom()]
    const before = await mailed()
    await enterFrom(thief)
    expect(await mailed()).toBe(before)
    services.clock.set(new Date(NOW.getTime() + 2000))
    const person = await people.loggedIn(services, email)
    const ctx = by(services, { ...person, cookie: `${person.cookie}; ${deviceOf(own)}` })
    const change = { currentPassword: PASSWORD, newPassword: NEW }
    const { setCookie } = accepted(await changePassword(ctx, change))
    await enterFrom(cookieOf(setCookie), NEW)
    expect(await mailed()).toBe(before)
    await enterFrom(thief, NEW)
    expect(await mailed()).toBe(before + 1)
    services.clock.set(NOW)
  })

  it('ends the links to a new password that were mailed, and those that are yet to be', async () => {
    const { services, cast } = fixture
    const { db } = services
    const { email } = cast.miguel
    const run = () => runEffects(services, (effect) => doEffect(services, services.mail, effect))
    const ask = async () => accepted(await askPasswordReset(by(services), { email }))
    const tokens = async () => {
      const mails = (await services.mail.list(50)).filter(({ to }) => to === email)
      return mails.flatMap(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? [])
    }
    const to = async (currentPassword: string, newPassword: string) =>
      accepted(await changePassword(by(services, cast.miguel), { currentPassword, newPassword }))
    await ask()
    await run()
    const [token] = await tokens()
    await to(PASSWORD, NEW)
    const reset = await resetPassword(by(services), { token: token!, password: 'three goats on a hill' })
    expect(reset).toMatchObject({ reason: 'link' })
    await ask()
    const others = { accountId: cast.olivia.id, expiresAt: NOW.toISOString() }
    const waiting = [
      { kind: 'password-reset-mail', payload: JSON.stringify(others), createdAt: NOW, dueAt: NOW },
      { kind: 'admin-invitation-mail', payload: JSON.stringify(others), createdAt: NOW, dueAt: NOW },
    ] as const
    await db.insertInto('effect').values(waiting).execute()
    await to(NEW, PASSWORD)
    const links = ['password-reset-mail', 'admin-invitation-mail'] as const
    const left = await db
      .selectFrom('effect')
      .select(['kind', 'payload'])
      .where('kind', 'in', links)
      .where('doneAt', 'is', null)
      .execute()
    expect(left).toEqual(links.map((kind) => ({ kind, payload: others })))
    await ask()
    // The job of the mail has begun when the password is changed.
    let hasChanged = false
    await runEffects(services, async (effect) => {
      const { accountId } = effect.payload as { accountId?: string }
      if (effect.kind === 'password-reset-mail' && accountId === cast.miguel.id) {
        await to(PASSWORD, NEW)
        hasChanged = true
      }
      await doEffect(services, services.mail, effect)
    })
    expect(hasChanged).toBe(true)
    expect(await tokens()).toEqual([token])
    await to(NEW, PASSWORD)
  })

  it.each([
    ['password', 'currentPassword', 'not my password', NEW],
    ['short', 'newPassword', PASSWORD, 'seven77'],
    ['common', 'newPassword', PASSWORD, 'password123'],
    ['email', 'newPassword', PASSWORD, 'KATRINA@hiram.test'],
    ['username', 'newPassword', PASSWORD, 'kat.ocampo'],
    ['same-password', 'newPassword', PASSWORD, PASSWORD],
  ])('is refused for the reason %s, beside %s', async (reason, field, currentPassword, newPassword) => {
    const { katrina } = fixture.cast
    const verdict = await changePassword(by(fixture.services, katrina), { currentPassword, newPassword })
    expect(verdict).toMatchObject({ ok: false, reason, field })
    accepted(await enter(katrina.email, PASSWORD))
  })

  it('needs a session of the person’s own', async () => {
    const passwords = { currentPassword: PASSWORD, newPassword: NEW }
    const refused = { ok: false, reason: 'login', message: 'You must be logged in to update your password.' }
    expect(await changePassword(by(fixture.services), passwords)).toEqual(refused)
    const { katrina, olivia } = fixture.cast
    expect(await changePassword(by(fixture.services, { ...katrina, cookie: '' }), passwords)).toEqual(refused)
    const stolen = { ...katrina, cookie: olivia.cookie }
    expect(await changePassword(by(fixture.services, stolen), passwords)).toEqual(refused)
  })

  it('counts a wrong current password as a failed log-in', async () => {
    const services = await testServices(fixture.services.connection)
    const { miguel } = fixture.cast
    const guess = (currentPassword: string) =>
      changePassword(by(services, miguel), { currentPassword, newPassword: NEW })
    for (let i = 0; i < 5; i++) expect((await guess(`guess ${i}`)).ok).toBe(false)
    expect(await guess(PASSWORD)).toMatchObject({ reason: 'limit' })
    const entered = await logIn(by(services, guest), {
      portal: 'renter',
      email: miguel.email,
      password: PASSWORD,
    })
    expect(entered).toMatchObject({ ok: false, reason: 'limit' })
    await services.close()
  })

  it('twice at once happens once', async () => {
    const change = (n: number) =>
      changePassword(by(fixture.services, fixture.cast.olivia), {
        currentPassword: PASSWORD,
        newPassword: `${NEW} ${n}`,
      })
    const verdicts = await Promise.all([change(1), change(2)])
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
    expect(verdicts.find(({ ok }) => !ok)).toMatchObject({
      reason: expect.stringMatching(/^(gone|password)$/),
    })
  })
})
