import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { queueForLock } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'
import { confirmEmail } from './confirm-email.ts'
import { resetPassword } from './reset-password.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { signUp } from './sign-up.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'miguel'])
const later = (days: number) => fixture.services.clock.set(new Date(NOW.getTime() + days * 86_400_000))
beforeAll(() => fixture.services.db.updateTable('account').set({ emailVerified: false }).execute())
beforeEach(() => later(0))

async function deliver() {
  await fixture.services.db.updateTable('effect').set({ dueAt: fixture.services.clock.now() }).execute()
  await doEffects(fixture.services)
}

/** Sends the mails again, as after a crash before they were marked as sent. */
async function sendAgain() {
  await fixture.services.db.updateTable('effect').set({ doneAt: null }).execute()
  await deliver()
}

async function newestToken(email: string) {
  await deliver()
  const mails = (await fixture.services.mail.list(99)).filter(({ to }) => to === email)
  return mails.map(({ text }) => /\/verify-email\?token=([\w-]{43})$/m.exec(text)?.[1]).find(Boolean)!
}

async function isConfirmed(accountId: string) {
  const { db } = fixture.services
  const account = db.selectFrom('account').select('emailVerified').where('id', '=', accountId)
  return (await account.executeTakeFirstOrThrow()).emailVerified
}

describe('confirming an email', () => {
  it('is asked for by the mail that greets a new account, which works without it', async () => {
    const newcomer = {
      role: 'renter' as const,
      firstName: 'Corazon',
      lastName: 'Uy',
      email: 'corazon@hiram.test',
      username: 'corazon.uy',
      password: PASSWORD,
    }
    const { accountId } = accepted(await signUp(by(fixture.services), newcomer))
    expect(await isConfirmed(accountId)).toBe(false)
    const token = await newestToken(newcomer.email)
    expect(accepted(await confirmEmail(by(fixture.services), { token })).email).toBe(newcomer.email)
    expect(await isConfirmed(accountId)).toBe(true)
  })

  it('happens once, and every press gets a success, also at the same time', async () => {
    const { katrina } = fixture.cast
    accepted(await sendConfirmation(by(fixture.services, katrina)))
    const token = await newestToken(katrina.email)
    const press = () => confirmEmail(by(fixture.services), { token })
    const lock = sql`select from account where id = ${katrina.id} for update`
    const first = await queueForLock(fixture.services.db, lock, [press, press])
    expect(first.map(({ ok }) => ok)).toEqual([true, true])
    accepted(await confirmEmail(by(fixture.services), { token }))
    const events = await fixture.services.db
      .selectFrom('event')
      .select('id')
      .where('subjectId', '=', katrina.id)
      .where('action', '=', 'confirm-email')
      .execute()
    expect(events).toHaveLength(1)
  })

  it('works for a week after the newest of repeated mails, whose link is the same, and never again once used', async () => {
    const { miguel } = fixture.cast
    accepted(await sendConfirmation(by(fixture.services, miguel)))
    const token = await newestToken(miguel.email)
    later(3)
    await sendAgain()
    expect(await newestToken(miguel.email)).toBe(token)
    later(9.9)
    expect(accepted(await confirmEmail(by(fixture.services), { token })).email).toBe(miguel.email)
    const unconfirmed = { emailVerified: false }
    await fixture.services.db.updateTable('account').set(unconfirmed).where('id', '=', miguel.id).execute()
    await sendAgain()
    expect(await confirmEmail(by(fixture.services), { token })).toMatchObject({ reason: 'link' })
    for (const key of [miguel.id, miguel.email]) await fixture.services.limits.clear('confirmationMails', key)
  })

  it('is refused with a link that is a week old, made up, or for a password; and such a link sets none', async () => {
    const { olivia } = fixture.cast
    accepted(await sendConfirmation(by(fixture.services, olivia)))
    const token = await newestToken(olivia.email)
    for (const forged of ['', 'x', token.slice(1), `${token}A`])
      expect(await confirmEmail(by(fixture.services), { token: forged })).toMatchObject({ reason: 'link' })
    expect(
      await resetPassword(by(fixture.services), { token, password: 'mangoes in the rain' }),
    ).toMatchObject({
      reason: 'link',
    })
    later(7)
    expect(await confirmEmail(by(fixture.services), { token })).toMatchObject({ reason: 'link' })
    expect(await isConfirmed(olivia.id)).toBe(false)
    later(6)
    accepted(await confirmEmail(by(fixture.services), { token }))
  })

  it('can be asked for again five times an hour, refusals included', async () => {
    const { miguel, katrina } = fixture.cast
    for (let i = 0; i < 5; i++) accepted(await sendConfirmation(by(fixture.services, miguel)))
    expect(await sendConfirmation(by(fixture.services, miguel))).toMatchObject({ reason: 'limit' })
    expect(await sendConfirmation(by(fixture.services, katrina))).toMatchObject({ reason: 'unchanged' })
    for (let i = 0; i < 5; i++) await sendConfirmation(by(fixture.services, katrina))
    expect(await sendConfirmation(by(fixture.services, katrina))).toMatchObject({ reason: 'limit' })
    expect(await sendConfirmation(by(fixture.services))).toMatchObject({ reason: 'login' })
  })
})
