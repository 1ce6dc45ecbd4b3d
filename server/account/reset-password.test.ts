import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { fillPasskeys } from '#tests/support/passkey.ts'
import { cookieOf, loggedIn, PASSWORD } from '#tests/support/people.ts'
import { withTwoFactor } from '#tests/support/second-factor.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { makeFeed } from '../calendar-feed/change-feed.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { confirmEmail, wouldRemoveAddedCredentials } from './confirm-email.ts'
import { logIn } from './log-in.ts'
import { readActor } from './read-actor.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia'], {
  limits: { passwordResets: { points: 500, seconds: 3600 } },
})
const NEW = 'mangoes in the rain'
const DEAD = 'This link was used already, has expired, or is not complete. Please ask for a new one.'
const asGuest = () => by(fixture.services)
const later = (minutes: number) => fixture.services.clock.set(new Date(NOW.getTime() + minutes * 60_000))

beforeEach(async () => {
  // Effects become due by the database's clock.
  later(0)
  await fixture.services.db.deleteFrom('effect').execute()
})

/** Runs the effects of the outbox. */
async function deliver() {
  await fixture.services.db.updateTable('effect').set({ dueAt: fixture.services.clock.now() }).execute()
  await doEffects(fixture.services)
}

/** Requests a link and reads its token from the newest mail to the address. */
async function mailedToken(email: string) {
  accepted(await askPasswordReset(asGuest(), { email }))
  await deliver()
  const mail = (await fixture.services.mail.list(50)).filter(({ to }) => to === email)
  const found = mail.map(({ text }) => /\/reset-password\?token=([\w-]{43})$/m.exec(text)?.[1])
  return found.find((token) => token !== undefined)!
}

const storedPassword = async (userId: string) =>
  (
    await fixture.services.db
      .selectFrom('credential')
      .select('password')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).password

describe('a forgotten password', () => {
  it('ends no passkey: its mails say which ones still open the account, and how they end', async () => {
    const { services, cast } = fixture
    const { id: accountId, email } = cast.olivia
    await fillPasskeys(services, accountId, 1)
    accepted(await resetPassword(asGuest(), { token: await mailedToken(email), password: NEW }))
    const payload = JSON.stringify({ accountId, change: 'added', name: 'Key 1' })
    const due = { createdAt: NOW, dueAt: NOW }
    await services.db
      .insertInto('effect')
      .values({ kind: 'passkey-mail', payload, ...due })
      .execute()
    await deliver()
    const mails = (await services.mail.list(50)).filter(({ to }) => to === email)
    const changed = mails.find(({ subject }) => subject === 'Your password was changed')!
    expect(changed.text).toContain('Passkey: Key 0')
    expect(changed.text).toContain('you remove under Settings, Two-factor log-in')
    const added = mails.find(({ subject }) => subject === 'A passkey was added')!
    expect(added.text).toContain('remove this passkey under Settings, Two-factor log-in')
    await services.db.deleteFrom('passkey').where('accountId', '=', accountId).execute()
    accepted(await resetPassword(asGuest(), { token: await mailedToken(email), password: PASSWORD }))
  })

  it('ends no calendar address: its mail says since when there is one, and how it ends', async () => {
    const { services, cast } = fixture
    const { email } = cast.katrina
    const changedMail = async () => {
      accepted(await resetPassword(asGuest(), { token: await mailedToken(email), password: NEW }))
      await deliver()
      const mails = await services.mail.list(50)
      return mails.find(({ to, subject }) => to === email && subject === 'Your password was changed')!.text
    }
    expect(await changedMail()).not.toContain('Calendar')
    accepted(await makeFeed(by(services, await loggedIn(services, cast.katrina.email))))
    const text = await changedMail()
    expect(text).toContain(`Calendar address of ${formatDay(dayInManila(NOW))}`)
    expect(text).toContain('switch it off under Settings, Calendar')
  })

  describe('of an account with two factors, a passkey and a calendar address', () => {
    const waysIn = async (accountId: string) => {
      const { db } = fixture.services
      const count = async (table: 'twoFactor' | 'recoveryCode' | 'passkey' | 'calendarFeed') =>
        (await db.selectFrom(table).select('accountId').where('accountId', '=', accountId).execute()).length
      const { twoFactorAt } = await db
        .selectFrom('account')
        .select('twoFactorAt')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const counts = [await count('twoFactor'), await count('recoveryCode'), await count('passkey')]
      return { isOn: twoFactorAt !== null, counts: [...counts, await count('calendarFeed')] }
    }
    /** Signs up with an email, and adds every way in. */
    const signedUp = async (email: string) => {
      const { services } = fixture
      const name = { firstName: 'Not', lastName: 'Hers', username: email.split('@')[0]! }
      accepted(await signUp(asGuest(), { role: 'renter', ...name, email, password: PASSWORD }))
      const person = await loggedIn(services, email)
      await withTwoFactor(services, person)
      await fillPasskeys(services, person.id, 1)
      accepted(await makeFeed(by(services, person)))
      return person
    }
    const confirm = (email: string) =>
      fixture.services.db
        .updateTable('account')
        .set({ emailVerified: true })
        .where('email', '=', email)
        .execute()

    it('removes them all if nobody had confirmed its email, and mails which: a stranger may have them', async () => {
      const email = 'true.owner@hiram.test'
      const { id: accountId } = await signedUp(email)
      expect(await waysIn(accountId)).toEqual({ isOn: true, counts: [1, 10, 1, 1] })
      accepted(await resetPassword(asGuest(), { token: await mailedToken(email), password: NEW }))
      expect(await waysIn(accountId)).toEqual({ isOn: false, counts: [0, 0, 0, 0] })
      expect(accepted(await logIn(asGuest(), { portal: 'renter', email, password: NEW })).asksCode).toBe(
        false,
      )
      await deliver()
      const subjects = (await fixture.services.mail.list(50))
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
      expect(subjects).toContain('Two-factor log-in is off')
      expect(subjects).toContain('A passkey was removed')
    })

    it.each(['guest', 'self'])(
      'removes them when its email is confirmed by a guest, and keeps them in a session of its own: %s',
      async (who) => {
        const isGuest = who === 'guest'
        const email = `confirmed.by.${who}@hiram.test`
        const person = await signedUp(email)
        await deliver()
        const welcome = (await fixture.services.mail.list(50)).find((mail) => mail.to === email)!
        const token = /\/verify-email\?token=([\w-]{43})/.exec(welcome.text)![1]!
        const ctx = by(fixture.services, isGuest ? undefined : person)
        expect(await wouldRemoveAddedCredentials(ctx, person.id)).toBe(isGuest)
        accepted(await confirmEmail(ctx, { token }))
        expect(await wouldRemoveAddedCredentials(ctx, person.id)).toBe(false)
        const left = isGuest ? { isOn: false, counts: [0, 0, 0, 0] } : { isOn: true, counts: [1, 10, 1, 1] }
        expect(await waysIn(person.id)).toEqual(left)
      },
    )

    it('keeps them all if its email was confirmed', async () => {
      const email = 'confirmed@hiram.test'
      const { id: accountId } = await signedUp(email)
      await confirm(email)
      accepted(await resetPassword(asGuest(), { token: await mailedToken(email), password: NEW }))
      expect(await waysIn(accountId)).toEqual({ isOn: true, counts: [1, 10, 1, 1] })
    })
  })

  // Spec: D6
  it('is replaced by a mailed link: every session ends, the new one opens the account, and the owner is told', async () => {
    const { ramon } = fixture.cast
    const token = await mailedToken(ramon.email)
    accepted(await resetPassword(asGuest(), { token, password: NEW }))
    const { actor } = await readActor(fixture.services, new Headers({ cookie: ramon.cookie }))
    expect(actor).toEqual(guest)
    const enter = (password: string) => logIn(asGuest(), { portal: 'renter', email: ramon.email, password })
    expect((await enter(PASSWORD)).ok).toBe(false)
    accepted(await enter(NEW))
    await deliver()
    expect((await fixture.services.mail.list(50)).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    )
  })

  it('is replaced although the counts of failed attempts can’t be cleared', async () => {
    const { olivia } = fixture.cast
    const token = await mailedToken(olivia.email)
    const ctx = asGuest()
    const limits = { ...ctx.limits, clear: () => Promise.reject(new Error('the store is away')) }
    const reset = accepted(await resetPassword({ ...ctx, limits }, { token, password: NEW }))
    expect(reset.setCookie).toHaveLength(1)
    accepted(await logIn(asGuest(), { portal: 'owner', email: olivia.email, password: NEW }))
  })

  it('links to the address people use, and keeps no token that works in the database', async () => {
    const token = await mailedToken(fixture.cast.olivia.email)
    const mail = (await fixture.services.mail.list(50)).find(({ text }) => text.includes(token))!
    expect(mail.text).toContain(`${fixture.services.settings.baseUrl}/reset-password?token=${token}\n`)
    const { rows } = await fixture.services.connection.pool.query<{ all: string }>(
      `select (select json_agg(v)::text from verification v) || (select json_agg(e)::text from effect e) as all`,
    )
    expect(rows[0]!.all).not.toContain(token)
  })

  it.each([
    ['short', 'the eight', '1234567'],
    ['common', 'the first that strangers try', 'password123'],
    ['email', 'the email', 'Olivia@hiram.test'],
    ['username', 'the username', 'Olivia.Santos'],
    ['long', 'more than 128 characters', 'ñ'.repeat(129)],
  ])('is not replaced by one that is %s: %s; the link still works', async (reason, _, typed) => {
    const { olivia } = fixture.cast
    const password = reason === 'email' ? olivia.email.toUpperCase() : typed
    const token = await mailedToken(olivia.email)
    expect(await resetPassword(asGuest(), { token, password })).toMatchObject({ reason, field: 'password' })
    accepted(await resetPassword(asGuest(), { token, password: `${NEW} ${reason}` }))
  })
})

describe('a link that sets a password is refused', () => {
  const refuses = async (token: string) => {
    const before = await storedPassword(fixture.cast.katrina.id)
    expect(await resetPassword(asGuest(), { token, password: NEW })).toEqual({
      ok: false,
      reason: 'link',
      message: DEAD,
    })
    expect(await storedPassword(fixture.cast.katrina.id)).toBe(before)
  }

  it('when it was used, and with it every other that was mailed', async () => {
    const first = await mailedToken(fixture.cast.katrina.email)
    const second = await mailedToken(fixture.cast.katrina.email)
    expect(second).not.toBe(first)
    accepted(await resetPassword(asGuest(), { token: second, password: `${NEW} once` }))
    await refuses(second)
    await refuses(first)
  })

  it('when an hour has passed', async () => {
    const token = await mailedToken(fixture.cast.katrina.email)
    later(60)
    await refuses(token)
    later(59)
    accepted(await resetPassword(asGuest(), { token, password: `${NEW} late` }))
  })

  it('when it was mailed for another purpose, was invented, or is incomplete', async () => {
    const token = await mailedToken(fixture.cast.katrina.email)
    for (const forged of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      token.toUpperCase(),
      "' or 1=1 --",
      '%',
      'A'.repeat(43),
    ])
      await refuses(forged)
    await fixture.services.db
      .updateTable('verification')
      .set((eb) => ({
        identifier: eb.fn('replace', ['identifier', eb.val('password-reset'), eb.val('email-confirmation')]),
      }))
      .execute()
    await refuses(token)
  })

  it('when its account was deleted meanwhile; and a deleted one is mailed nothing', async () => {
    const { id, email } = fixture.cast.katrina
    const token = await mailedToken(email)
    const { db } = fixture.services
    await db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', id).execute()
    await refuses(token)
    const before = (await fixture.services.mail.list(99)).length
    accepted(await askPasswordReset(asGuest(), { email }))
    await deliver()
    expect(await fixture.services.mail.list(99)).toHaveLength(before)
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', id).execute()
  })

  it('for all except one of parallel uses', async () => {
    const token = await mailedToken(fixture.cast.katrina.email)
    const passwords = Array.from({ length: 6 }, (_, i) => `${NEW} at once ${i}`)
    const verdicts = await Promise.all(
      passwords.map((password) => resetPassword(asGuest(), { token, password })),
    )
    const won = verdicts.findIndex(({ ok }) => ok)
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
    const entered = await logIn(asGuest(), {
      portal: 'renter',
      email: fixture.cast.katrina.email,
      password: passwords[won]!,
    })
    expect(cookieOf(accepted(entered).setCookie)).toContain('session_token')
  })

  it('works for one account only: another’s password stays', async () => {
    const before = await storedPassword(fixture.cast.ramon.id)
    const token = await mailedToken(fixture.cast.katrina.email)
    accepted(
      await resetPassword(by(fixture.services, fixture.cast.ramon), { token, password: `${NEW} hers` }),
    )
    expect(await storedPassword(fixture.cast.ramon.id)).toBe(before)
  })
})

describe('asking for a link', () => {
  it('has the same effect and answer for an unknown address', async () => {
    const known = await askPasswordReset(asGuest(), { email: 'RENTER@hiram.test' })
    const unknown = await askPasswordReset(asGuest(), { email: 'nobody@hiram.test' })
    expect(unknown).toEqual(known)
    const effects = await fixture.services.db.selectFrom('effect').select(['kind', 'payload']).execute()
    expect(effects.map(({ kind }) => kind)).toEqual(['password-reset-mail', 'password-reset-mail'])
    expect(JSON.stringify(effects)).not.toContain('nobody@')
    const before = (await fixture.services.mail.list(99)).length
    await deliver()
    expect(await fixture.services.mail.list(99)).toHaveLength(before + 1)
  })

  it('is limited to five an hour for an address, whoever asks, known or not', async () => {
    const services = await testServices(fixture.services.connection)
    for (const email of ['renter@hiram.test', 'nobody@hiram.test']) {
      const ask = (i: number, address = email) =>
        askPasswordReset(by(services, guest, `203.0.113.${i}`), { email: address })
      for (let i = 0; i < 5; i++) accepted(await ask(i))
      expect(await ask(5)).toMatchObject({
        ok: false,
        reason: 'limit',
        retryAfterSeconds: expect.any(Number),
      })
      expect((await ask(6, email.toUpperCase())).ok).toBe(false)
    }
    await services.close()
  })
})
