import { expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { hoursAfter } from '#domain/time.ts'
import { accepted } from '#seeds/act.ts'
import { changeEmail } from '#server/account/change-email.ts'
import { addPasskey } from '#server/account/change-passkeys.ts'
import { renewRecoveryCodes, switchOffTwoFactor } from '#server/account/change-two-factor.ts'
import { deleteOwnAccount } from '#server/account/delete-own-account.ts'
import { logInByPasskey } from '#server/account/log-in-by-passkey.ts'
import { mintToken } from '#server/account/mail-token.ts'
import { askPasskey } from '#server/account/passkey-challenge.ts'
import { makeFeed } from '#server/calendar-feed/change-feed.ts'
import { softAuthenticator } from '#tests/support/authenticator.ts'
import { cookieOf, loggedIn, PASSWORD } from '#tests/support/people.ts'
import { withTwoFactor } from '#tests/support/second-factor.ts'
import { by } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia'])

type Thief = Awaited<ReturnType<typeof loggedIn>>

/** Ends the thief's session as a new password does, while `act` is at work and waits for the account or session. */
async function whileSessionEnds<T>({ id, sessionId }: Thief, act: () => Promise<T>): Promise<T> {
  const { db } = fixture.services
  const { result } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    await tx.selectFrom('session').select('id').where('id', '=', sessionId).forNoKeyUpdate().execute()
    const result = act()
    await waitForBlockedConnections(db)
    await tx.deleteFrom('session').where('id', '=', sessionId).execute()
    return { result }
  })
  return result
}

it('a passkey that is on its way when all sessions are ended is not added', async () => {
  const { services, cast } = fixture
  const thief = await loggedIn(services, cast.ramon.email)
  const { options, setCookie } = accepted(await askPasskey(by(services, thief), 'add'))
  const cookie = `${thief.cookie}; ${cookieOf([setCookie])}`
  const key = softAuthenticator(services.settings.baseUrl)
  const attested = JSON.parse(key.create(options as Parameters<typeof key.create>[0]))
  const added = await whileSessionEnds(thief, () => addPasskey(by(services, { ...thief, cookie }), attested))
  expect(added).toMatchObject({ ok: false, reason: 'login' })
  expect(await services.db.selectFrom('passkey').select('id').execute()).toEqual([])
})

it('nor is a calendar address made then', async () => {
  const { services, cast } = fixture
  const thief = await loggedIn(services, cast.ramon.email)
  const made = await whileSessionEnds(thief, () => makeFeed(by(services, thief)))
  expect(made).toMatchObject({ ok: false, reason: 'login' })
  expect(await services.db.selectFrom('calendarFeed').select('accountId').execute()).toEqual([])
})

it.each([
  ['are new recovery codes made', renewRecoveryCodes],
  ['is two-factor log-in switched off', switchOffTwoFactor],
])('nor %s then', async (_, change) => {
  const { services, cast } = fixture
  const { db } = services
  await db.deleteFrom('twoFactor').execute()
  await db.updateTable('account').set({ twoFactorAt: null }).execute()
  const { codes } = await withTwoFactor(services, cast.katrina)
  const stored = () => db.selectFrom('recoveryCode').selectAll().orderBy('hash').execute()
  const before = await stored()
  const thief = await loggedIn(services, cast.katrina.email)
  const given = { password: PASSWORD, code: codes[0]! }
  const changed = await whileSessionEnds(thief, () => change(by(services, thief), given))
  expect(changed).toMatchObject({ ok: false, reason: 'login' })
  expect(await stored()).toEqual(before)
})

it('nor is the account deleted then', async () => {
  const { services, cast } = fixture
  const thief = await loggedIn(services, cast.katrina.email)
  const leave = () => deleteOwnAccount(by(services, thief), { password: PASSWORD })
  expect(await whileSessionEnds(thief, leave)).toMatchObject({ ok: false, reason: 'login' })
})

it('nor by a password that is replaced in that moment', async () => {
  const { services, cast } = fixture
  const { db } = services
  const { result } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', cast.katrina.id).forNoKeyUpdate().execute()
    const leaving = deleteOwnAccount(by(services, cast.katrina), { password: PASSWORD })
    await waitForBlockedConnections(db)
    await tx
      .updateTable('credential')
      .set({ password: 'another' })
      .where('userId', '=', cast.katrina.id)
      .execute()
    return { result: leaving }
  })
  expect(await result).toMatchObject({ ok: false, reason: 'password' })
})

it('a log-in by a passkey that is removed meanwhile opens no session', async () => {
  const { services, cast } = fixture
  const { db } = services
  const { id } = cast.olivia
  const key = softAuthenticator(services.settings.baseUrl)
  type Asked = Parameters<typeof key.create>[0]
  const adding = accepted(await askPasskey(by(services, cast.olivia), 'add'))
  const cookie = `${cast.olivia.cookie}; ${cookieOf([adding.setCookie])}`
  accepted(
    await addPasskey(
      by(services, { ...cast.olivia, cookie }),
      JSON.parse(key.create(adding.options as Asked)),
    ),
  )
  const asked = accepted(await askPasskey(by(services), 'log-in'))
  const passkey = JSON.parse(key.get(asked.options as Asked))
  const sessions = async () =>
    (await db.selectFrom('session').select('id').where('userId', '=', id).execute()).length
  const before = await sessions()
  const guestOf = by(services, { ...guest, cookie: cookieOf([asked.setCookie]) })
  const { result } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const entering = logInByPasskey(guestOf, { portal: 'owner', passkey })
    await waitForBlockedConnections(db)
    await tx.deleteFrom('passkey').where('accountId', '=', id).execute()
    return { result: entering }
  })
  expect(await result).toMatchObject({ ok: false, reason: 'credentials' })
  expect(await sessions()).toBe(before)
})

it('an address that another account takes while its link is followed stays that account’s', async () => {
  const { services, cast } = fixture
  const { db, settings, clock } = services
  const about = 'wanted@hiram.test'
  const link = { accountId: cast.ramon.id, effectId: 1, expiresAt: hoursAfter(clock.now(), 1), about }
  const token = await mintToken(db, { settings }, 'email-change', link)
  const { result } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ email: about }).where('id', '=', cast.katrina.id).execute()
    const changing = changeEmail(by(services), { token })
    changing.catch(() => {})
    await waitForBlockedConnections(db)
    return { result: changing }
  })
  expect(await result).toMatchObject({ ok: false, reason: 'email-taken' })
})
