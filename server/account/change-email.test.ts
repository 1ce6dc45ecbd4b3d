import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { doEffect } from '../job/do-effect.ts'
import { runEffects } from '../job/run-effects.ts'
import { askEmailChange } from './ask-email-change.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { deleteAccount } from './delete-account.ts'
import { endSuspension } from './end-suspension.ts'
import { logIn } from './log-in.ts'
import { findToken, mintToken } from './mail-token.ts'
import { resetPassword } from './reset-password.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { signUp } from './sign-up.ts'
import { suspendAccount } from './suspend-account.ts'

const { cookieOf, PASSWORD } = people
const site = withServices(['ramon', 'olivia', 'katrina', 'miguel', 'amihan'])
const NEW = 'ramon.new@hiram.test'
let sent = 0
beforeEach(async () => {
  const { db, clock } = site.services
  clock.set(NOW)
  await db
    .updateTable('account')
    .set({ email: 'renter@hiram.test', emailVerified: true })
    .where('id', '=', site.cast.ramon.id)
    .execute()
  await site.services.limits.clear('confirmationMails', site.cast.ramon.id)
  await site.services.limits.clear('emailChanges', NEW)
  await deliver()
  sent = (await site.services.mail.list(100)).length
})
const ask = (email = NEW, password = PASSWORD) =>
  askEmailChange(by(site.services, site.cast.ramon), { email, password })
const deliver = () => doEffects(site.services)
const mails = async () => {
  await deliver()
  const all = await site.services.mail.list(100)
  return all.slice(0, all.length - sent)
}
const linkOf = async () => {
  const mail = (await mails()).find(({ subject }) => subject.includes('confirm your new email'))
  return /change-email\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const change = (token: string) => changeEmail(by(site.services), { token })
const emailNow = async () =>
  (
    await site.services.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', site.cast.ramon.id)
      .executeTakeFirstOrThrow()
  ).email

describe('changing one’s email', () => {
  it('takes effect once the new address confirms it; the old one is told before and after', async () => {
    accepted(await ask())
    const token = await linkOf()
    expect(await emailNow()).toBe('renter@hiram.test')
    expect((await mails()).map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      `${NEW}: Please confirm your new email`,
      'renter@hiram.test: Your email is about to change',
    ])
    expect((await mails()).find(({ to }) => to === NEW)!.text).not.toContain('Ramon')
    accepted(await change(token))
    expect(await emailNow()).toBe(NEW)
    expect((await mails()).map(({ to, subject }) => `${to}: ${subject}`)).toContain(
      'renter@hiram.test: Your email was changed',
    )
    accepted(await logIn(by(site.services), { portal: 'renter', email: NEW, password: PASSWORD }))
    expect(await change(token)).toMatchObject({ reason: 'link' })
  })

  it('needs the password, and another address', async () => {
    expect(await ask(NEW, 'not it')).toMatchObject({ reason: 'password' })
    expect(await ask('renter@hiram.test')).toMatchObject({ reason: 'same' })
    expect(await mails()).toEqual([])
  })

  it('to an address that somebody has looks the same, and mails them nothing', async () => {
    accepted(await ask('owner@hiram.test'))
    expect((await mails()).map(({ to }) => to)).toEqual(['renter@hiram.test'])
  })

  it('is stopped by a new password, and by asking again, also before its link was mailed', async () => {
    const { ramon } = site.cast
    const other = 'three goats on a hill'
    accepted(await ask())
    const to = (currentPassword: string, newPassword: string) =>
      changePassword(by(site.services, ramon), { currentPassword, newPassword })
    accepted(await to(PASSWORD, other))
    expect(await linkOf()).toBe('')
    accepted(await to(other, PASSWORD))
    accepted(await ask('ramon.first@hiram.test'))
    accepted(await ask())
    const confirming = (await mails()).filter(({ subject }) => subject.includes('confirm your new email'))
    expect(confirming.map((mail) => mail.to)).toEqual([NEW])
  })

  it('is stopped by a new password also while the job that mails its link has begun, or was given up', async () => {
    const { services, cast } = site
    const other = 'three goats on a hill'
    const to = (currentPassword: string, newPassword: string) =>
      changePassword(by(services, cast.ramon), { currentPassword, newPassword })
    accepted(await ask())
    let hasChanged = false
    await runEffects(services, async (effect) => {
      if (effect.kind === 'email-change-mail' && !hasChanged) accepted(await to(PASSWORD, other))
      hasChanged ||= effect.kind === 'email-change-mail'
      await doEffect(services, services.mail, effect)
    })
    expect(hasChanged).toBe(true)
    expect(await linkOf()).toBe('')
    accepted(await ask(NEW, other))
    await services.db.updateTable('effect').set({ failedAt: NOW }).where('doneAt', 'is', null).execute()
    accepted(await to(other, PASSWORD))
    await services.db.updateTable('effect').set({ failedAt: null }).where('doneAt', 'is', null).execute()
    expect(await linkOf()).toBe('')
  })

  it('mails no link when its job succeeds a day later', async () => {
    accepted(await ask())
    site.services.clock.set(new Date(NOW.getTime() + 86_400_000))
    expect(await linkOf()).toBe('')
  })

  it('is not asked for by a password that is changed while it is checked', async () => {
    const { passwords } = site.services
    const { verify } = passwords
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    passwords.verify = async (given) => {
      const isRight = await verify(given)
      begun.resolve()
      await changed.promise
      return isRight
    }
    const asking = ask()
    await begun.promise
    passwords.verify = verify
    const other = 'three goats on a hill'
    const to = (currentPassword: string, newPassword: string) =>
      changePassword(by(site.services, site.cast.ramon), { currentPassword, newPassword })
    accepted(await to(PASSWORD, other))
    changed.resolve()
    expect(await asking).toMatchObject({ reason: 'password' })
    accepted(await to(other, PASSWORD))
  })

  it('is refused when somebody took the address meanwhile', async () => {
    accepted(await ask())
    const token = await linkOf()
    const { db } = site.services
    const { id } = site.cast.olivia
    await db.updateTable('account').set({ email: NEW }).where('id', '=', id).execute()
    expect(await change(token)).toMatchObject({ reason: 'email-taken' })
    await db.updateTable('account').set({ email: 'owner@hiram.test' }).where('id', '=', id).execute()
  })

  it('works by the newest link for an hour, for the address it was mailed to', async () => {
    accepted(await ask('first@hiram.test'))
    const first = await linkOf()
    accepted(await ask())
    const token = await linkOf()
    expect(await change(first)).toMatchObject({ reason: 'link' })
    const evil = Buffer.from('evil@hiram.test').toString('base64url')
    expect(await change(`${token.split('.')[0]}.${evil}`)).toMatchObject({ reason: 'link' })
    expect(await change(token.split('.')[0]!)).toMatchObject({ reason: 'link' })
    site.services.clock.set(new Date(NOW.getTime() + 3_600_001))
    expect(await change(token)).toMatchObject({ reason: 'link' })
    expect(await emailNow()).toBe('renter@hiram.test')
  })

  it.each(['a stranger’s', 'their own'])(
    'tells nobody at the address before, %s, which it is now',
    async (whose) => {
      const { db } = site.services
      const ramon = by(site.services, site.cast.ramon)
      await db
        .updateTable('account')
        .set({ emailVerified: false })
        .where('id', '=', site.cast.ramon.id)
        .execute()
      accepted(await sendConfirmation(ramon))
      const text = (await mails()).find(({ subject }) => subject === 'Please confirm your email')!.text
      const old = /verify-email\?token=([\w-]+)/.exec(text)![1]!
      if (whose === 'their own') accepted(await confirmEmail(by(site.services), { token: old }))
      accepted(await ask())
      accepted(await change(await linkOf()))
      expect(await confirmEmail(by(site.services), { token: old })).toMatchObject({ reason: 'link' })
      expect(await findToken(site.services, 'email-confirmation', old)).toBeNull()
    },
  )

  it('tells nobody there either when the welcome with the link is sent again afterwards', async () => {
    const { db } = site.services
    const email = 'before@hiram.test'
    const person = { role: 'renter', firstName: 'Ana', lastName: 'Cruz', username: 'ana.before' } as const
    const { accountId } = accepted(await signUp(by(site.services), { ...person, email, password: PASSWORD }))
    const welcome = (await mails()).find(({ subject }) => subject.startsWith('Welcome'))!
    const token = /verify-email\?token=([\w-]+)/.exec(welcome.text)![1]!
    const ana = await people.loggedIn(site.services, email)
    const to = 'afterwards@hiram.test'
    accepted(await askEmailChange(by(site.services, ana), { email: to, password: PASSWORD }))
    accepted(await change(await linkOf()))
    expect(await confirmEmail(by(site.services), { token })).toMatchObject({ reason: 'link' })
    // As after a crash before it was marked as sent.
    await sql`update effect set done_at = null, due_at = ${NOW} where kind = 'welcome-mail'
      and payload->>'accountId' = ${accountId}`.execute(db)
    const sentAgain: string[] = []
    await runEffects(site.services, async (effect) => {
      sentAgain.push(effect.kind)
      await doEffect(site.services, site.services.mail, effect)
    })
    expect(sentAgain).toContain('welcome-mail')
    expect(await confirmEmail(by(site.services), { token })).toMatchObject({ reason: 'link' })
  })

  it('leaves every browser known that the account knows', async () => {
    const entered = await logIn(by(site.services), {
      portal: 'renter',
      email: 'renter@hiram.test',
      password: PASSWORD,
    })
    accepted(await ask())
    accepted(await change(await linkOf()))
    const next = by(site.services, { ...guest, cookie: cookieOf(accepted(entered).setCookie) })
    accepted(await logIn(next, { portal: 'renter', email: NEW, password: PASSWORD }))
    const toNew = (await mails()).filter(({ to }) => to === NEW).map(({ subject }) => subject)
    expect(toNew).toEqual(['Please confirm your new email'])
  })

  it('is stopped by a new password, and ends links to one that the old address has', async () => {
    accepted(await ask())
    const stopped = await linkOf()
    const ramon = by(site.services, site.cast.ramon)
    const other = 'mangoes in the rain'
    accepted(await changePassword(ramon, { currentPassword: PASSWORD, newPassword: other }))
    expect(await change(stopped)).toMatchObject({ reason: 'link' })
    accepted(await changePassword(ramon, { currentPassword: other, newPassword: PASSWORD }))
    const expiresAt = new Date(NOW.getTime() + 3_600_000)
    const link = { accountId: site.cast.ramon.id, effectId: 987_654, expiresAt }
    const reset = await mintToken(site.services.db, site.services, 'password-reset', link)
    accepted(await ask())
    accepted(await change(await linkOf()))
    expect(await resetPassword(by(site.services), { token: reset, password: other })).toMatchObject({
      reason: 'link',
    })
  })
})

it('a log-in from a new device is mailed; the first of all is not, nor is one from a known device', async () => {
  const enter = (cookie?: string) =>
    logIn(by(site.services, { ...guest, cookie }), {
      portal: 'owner',
      password: PASSWORD,
      email: site.cast.olivia.email,
    })
  accepted(await enter())
  expect(await mails()).toEqual([])
  const { setCookie } = accepted(await enter())
  const first = await mails()
  expect(first.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    `${site.cast.olivia.email}: A log-in from a new device`,
  ])
  expect(first[0]!.text).toContain('Unknown device')
  accepted(await enter(cookieOf(setCookie)))
  expect(await mails()).toHaveLength(1)
})

it('a suspension ends a change that is under way, also for when it is over', async () => {
  const { services, cast } = site
  const { id: accountId } = cast.olivia
  const admin = people.asAdmin(services, cast.amihan)
  const askAs = (email: string) => askEmailChange(by(services, cast.olivia), { email, password: PASSWORD })
  accepted(await askAs('thief@hiram.test'))
  const token = await linkOf()
  accepted(await askAs('thief.too@hiram.test'))
  accepted(await suspendAccount(...admin, { accountId, reason: 'Somebody else logs in.' }))
  // As a request that was checked before the suspension.
  expect(await askAs('thief.three@hiram.test')).toMatchObject({ reason: 'login' })
  expect((await mails()).filter(({ to }) => to.startsWith('thief')).map(({ to }) => to)).toEqual([
    'thief@hiram.test',
  ])
  accepted(await endSuspension(...admin, { accountId }))
  expect(await change(token)).toMatchObject({ reason: 'link' })
})

it('what was written to us from the former email, and mailed to it, goes with the account', async () => {
  const { services, cast } = site
  const { db } = services
  const write = (email: string) =>
    db
      .insertInto('contactMessage')
      .values({
        id: randomUUID(),
        name: 'R',
        subject: 'Hi',
        message: 'Hello',
        accountId: null,
        email,
        createdAt: NOW,
      })
      .execute()
  for (const email of ['Renter@hiram.test', 'stranger@hiram.test']) await write(email)
  accepted(await ask())
  accepted(await change(await linkOf()))
  await deliver()
  const written = () =>
    db.selectFrom('contactMessage').select(['email', 'accountId']).orderBy('email').execute()
  expect(await written()).toEqual([
    { email: 'Renter@hiram.test', accountId: cast.ramon.id },
    { email: 'stranger@hiram.test', accountId: null },
  ])
  accepted(await deleteAccount(by(services, cast.amihan), { accountId: cast.ramon.id }))
  expect(await written()).toEqual([{ email: 'stranger@hiram.test', accountId: null }])
  const kept = (await services.mail.list(500)).map(({ to }) => to)
  for (const address of [NEW, 'renter@hiram.test']) expect(kept).not.toContain(address)
})

it('one address gets few such mails, whoever asks, and the answer does not tell whether somebody has it', async () => {
  const { services, cast } = site
  const askAs = (who: people.Person, email: string) =>
    askEmailChange(by(services, who), { email, password: PASSWORD })
  for (const email of ['stranger@elsewhere.test', cast.amihan.email]) {
    for (const who of [cast.katrina, cast.miguel]) await services.limits.clear('confirmationMails', who.id)
    for (let i = 0; i < 3; i++) accepted(await askAs(cast.katrina, email))
    for (let i = 0; i < 2; i++) accepted(await askAs(cast.miguel, email))
    expect(await askAs(cast.miguel, email.toUpperCase())).toMatchObject({ reason: 'limit' })
    accepted(await askAs(cast.miguel, `another.${email}`))
  }
})
