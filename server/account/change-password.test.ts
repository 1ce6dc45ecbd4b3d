import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { cookieOf, PASSWORD } from '#tests/support/people.ts'
import { by, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { readActor } from './read-actor.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'miguel'])
const NEW = 'mangoes in the rain'
const enter = (email: string, password: string) =>
  logIn(by(fixture.services), { portal: 'renter', email, password })
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
