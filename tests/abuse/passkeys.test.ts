import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSKEYS_MAX } from '#domain/account/passkey.ts'
import { accepted } from '#seeds/act.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { softAuthenticator, type SoftAuthenticator } from '#tests/support/authenticator.ts'
import { textOf } from '#tests/support/html.ts'
import { challengeOf, fillPasskeys, withPasskey } from '#tests/support/passkey.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { withTwoFactor } from '#tests/support/second-factor.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { testApp, toastOf, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

type Who = 'ramon' | 'katrina' | 'olivia' | 'amihan'
const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const NETWORK = '203.0.113.7'
const REFUSED = 'That passkey was not accepted. Please try again.'
const LATE = 'That took too long. Please try again.'
const settings = '/profile/settings/two-factor'
const notSuspended = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
const where = (answer: Response) => answer.headers.get('location')
const later = (seconds: number) =>
  site.services.clock.set(new Date(site.services.clock.now().getTime() + seconds * 1000))
const isIn = (visitor: Visitor) => visitor.cookie.includes('session_token')

beforeEach(async () => {
  const { db, clock } = site.services
  clock.set(NOW)
  await db.deleteFrom('passkey').execute()
  await db.deleteFrom('twoFactor').execute()
  await db
    .updateTable('account')
    .set({ twoFactorAt: null, ...notSuspended })
    .execute()
  await db.updateTable('session').set({ provedAt: NOW }).execute()
  for (const limit of ['failedLoginsNetwork', 'passkeyChallenges'] as const)
    await site.services.limits.clear(limit, NETWORK)
})

type Signing = Parameters<SoftAuthenticator['get']>[1]
/** Asks for a challenge and logs in by what the passkey signs for it. */
async function logIn(
  key: SoftAuthenticator,
  { visitor = site.visitor(), portal = 'renter', ...signing } = {} as LogIn,
) {
  const { options } = await challengeOf(visitor, 'log-in')
  return { visitor, answer: await send(visitor, key.get(options, signing), portal) }
}
type LogIn = Signing & { visitor?: Visitor; portal?: string }
const send = (visitor: Visitor, passkey: string, portal = 'renter') =>
  visitor.post(`/login?portal=${portal}`, { intent: 'passkey', portal, passkey, next: '/cart' })
async function expectRefused(
  { visitor, answer }: Awaited<ReturnType<typeof logIn>>,
  text: string,
  status = 422,
) {
  expect(answer.status).toBe(status)
  expect(textOf(await answer.text())).toContain(text)
  expect(isIn(visitor)).toBe(false)
}
const passkeysOf = (who: Who) =>
  site.services.db.selectFrom('passkey').selectAll().where('accountId', '=', site.cast[who].id).execute()
const eventsOf = async (who: Who, action: string) =>
  (
    await site.services.db
      .selectFrom('event')
      .select('id')
      .where('subjectId', '=', site.cast[who].id)
      .where('action', '=', action)
      .execute()
  ).length
const mails = async (kind: string) =>
  (await site.services.db.selectFrom('effect').select(['kind', 'payload']).execute())
    .filter((effect) => effect.kind === kind)
    .map(({ payload }) => payload as { change?: string; accountId: string })

describe('a log-in by passkey', () => {
  it('opens a session as a password does, without a code, and mails about a new device', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    await withTwoFactor(site.services, site.cast.ramon)
    const entries = await eventsOf('ramon', 'log-in')
    await logIn(key)
    const { visitor, answer } = await logIn(key)
    expect(where(answer)).toBe('/cart')
    expect((await visitor.get('/profile')).status).toBe(200)
    expect(await eventsOf('ramon', 'log-in')).toBe(entries + 2)
    expect((await mails('new-device-mail')).map(({ accountId }) => accountId)).toContain(site.cast.ramon.id)
    const [row] = await passkeysOf('ramon')
    expect(row).toMatchObject({ lastUsedAt: NOW, counter: 3 })
    expect(textOf(await (await visitor.get(settings)).text())).toContain('Last used')
  })

  it('takes an answer once, from the browser that asked', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    const visitor = site.visitor()
    const { options } = await challengeOf(visitor, 'log-in')
    const cookie = visitor.cookie
    const signed = key.get(options)
    const thief = site.visitor()
    await expectRefused({ visitor: thief, answer: await send(thief, signed) }, LATE)
    await challengeOf(thief, 'log-in')
    await expectRefused({ visitor: thief, answer: await send(thief, signed) }, REFUSED)
    expect(where(await send(visitor, signed))).toBe('/cart')
    const again = site.visitor()
    again.takeCookies(cookie.split('; '))
    await expectRefused({ visitor: again, answer: await send(again, signed) }, LATE)
  })

  it('takes one of two answers that come at the same time', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    const visitor = site.visitor()
    const { options } = await challengeOf(visitor, 'log-in')
    const signed = key.get(options)
    const both = await Promise.all([send(visitor, signed), send(visitor, signed)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([302, 422])
  })

  it('ends its challenge after five minutes', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    const visitor = site.visitor()
    const { options } = await challengeOf(visitor, 'log-in')
    later(300)
    await expectRefused({ visitor, answer: await send(visitor, key.get(options)) }, LATE)
    const inTime = await challengeOf(visitor, 'log-in')
    later(299)
    expect(where(await send(visitor, key.get(inTime.options)))).toBe('/cart')
  })

  const forged: [name: string, Signing][] = [
    ['for another origin', { origin: 'https://hiram.evil.test' }],
    ['for another port of the site', { origin: 'http://localhost:1' }],
    ['for another RP ID', { rpId: 'evil.test' }],
    ['without a finger, a face or a PIN', { isVerified: false }],
    ['for another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ]
  it.each(forged)('refuses what is signed %s', async (_, signing) => {
    const key = await withPasskey(site.visitor('ramon'))
    const failed = await eventsOf('ramon', 'fail-log-in')
    await expectRefused(await logIn(key, signing), REFUSED)
    expect(await eventsOf('ramon', 'fail-log-in')).toBe(failed + 1)
    expect(where((await logIn(key)).answer)).toBe('/cart')
  })

  it('asks for the address of the settings, whatever the headers say', async () => {
    const visitor = site.visitor()
    const headers = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    const answer = await visitor.post('/api/passkey-challenge', { purpose: 'log-in' }, { headers })
    const { options } = (await answer.json()) as { options: { rpId: string; userVerification: string } }
    expect(options).toMatchObject({
      rpId: new URL(site.services.settings.baseUrl).hostname,
      userVerification: 'required',
    })
  })

  it('refuses a key that signs with another one’s name, and one that is unknown or removed', async () => {
    const visitor = site.visitor('ramon')
    const key = await withPasskey(visitor)
    const other = softAuthenticator(visitor.origin)
    await expectRefused(await logIn(other), REFUSED)
    const guest = site.visitor()
    const { options } = await challengeOf(guest, 'log-in')
    const named = other.get(options).replaceAll(other.id, key.id)
    await expectRefused({ visitor: guest, answer: await send(guest, named) }, REFUSED)
    const [{ id } = { id: '' }] = await passkeysOf('ramon')
    await visitor.post(settings, { intent: 'remove-passkey', passkeyId: id })
    await expectRefused(await logIn(key), REFUSED)
  })

  it('refuses a counter that does not grow, and logs it; some devices never count', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    const warn = vi.spyOn(site.services.log, 'warn')
    expect(where((await logIn(key, { counter: 7 })).answer)).toBe('/cart')
    for (const counter of [7, 6, 0]) await expectRefused(await logIn(key, { counter }), REFUSED)
    const warned = warn.mock.calls.map(([fields]) => (fields as { event?: string }).event)
    expect(warned.filter((event) => event === 'passkey-counter')).toHaveLength(3)
    warn.mockRestore()
    expect(where((await logIn(key, { counter: 8 })).answer)).toBe('/cart')
    await site.services.db.updateTable('passkey').set({ counter: 0 }).execute()
    for (const _ of [1, 2]) expect(where((await logIn(key, { counter: 0 })).answer)).toBe('/cart')
  })

  it('obeys portals and suspensions as a password does', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    for (const portal of ['owner', 'admin'])
      await expectRefused(await logIn(key, { portal }), 'Login failed.', 401)
    await site.services.db
      .updateTable('account')
      .set({ suspendedAt: NOW, suspendedBy: site.cast.amihan.id, suspensionReason: 'A test' })
      .where('id', '=', site.cast.ramon.id)
      .execute()
    await expectRefused(await logIn(key), 'This account is suspended.')
  })

  it('is limited by network, and locks nobody out', async () => {
    const key = await withPasskey(site.visitor('ramon'))
    const network = site.services.settings.limits.failedLoginsNetwork.points
    for (let n = 0; n < network - 1; n++) await site.services.limits.take('failedLoginsNetwork', NETWORK)
    await expectRefused(await logIn(key, { isVerified: false }), REFUSED)
    const full = await logIn(key)
    expect(full.answer.status).toBe(429)
    expect(isIn(full.visitor)).toBe(false)
    const asking = site.visitor()
    for (;;) if (!(await challengeOf(asking, 'log-in')).ok) break
    expect(await challengeOf(asking, 'log-in')).toMatchObject({ ok: false, reason: 'limit' })
  })

  it('is no form of another site, and nothing else', async () => {
    const visitor = site.visitor()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await visitor.post('/api/passkey-challenge', { purpose: 'log-in' }, { headers })).status).toBe(
      403,
    )
    expect((await visitor.post('/api/passkey-challenge', { purpose: 'other' })).status).toBe(422)
    for (const passkey of ['', '{}', 'null', '[', `{"id":"${'a'.repeat(2000)}"}`, 'x'.repeat(40_000)])
      expect((await send(visitor, passkey)).status).toBe(422)
  })
})

describe('a passkey is added', () => {
  it('by its person, who is mailed; the audit log has it', async () => {
    const before = (await mails('passkey-mail')).length
    await withPasskey(site.visitor('ramon'))
    expect((await mails('passkey-mail')).slice(before)).toMatchObject([{ change: 'added' }])
    expect(await eventsOf('ramon', 'add-passkey')).toBeGreaterThan(0)
    expect(await passkeysOf('ramon')).toMatchObject([{ name: 'Unknown device', lastUsedAt: null }])
  })

  it('only within 15 minutes of a proof', async () => {
    later(15 * 60)
    const visitor = site.visitor('ramon')
    expect(await challengeOf(visitor, 'add')).toMatchObject({ ok: false, reason: 'proof' })
    later(-10)
    const { options } = await challengeOf(visitor, 'add')
    later(10)
    const passkey = softAuthenticator(visitor.origin).create(options)
    const asked = await visitor.post(settings, { intent: 'add-passkey', passkey })
    expect(asked.status).toBe(403)
    expect(await passkeysOf('ramon')).toEqual([])
    const proven = { intent: 'add-passkey', passkey, 'proof-password': PASSWORD }
    expect(toastOf(await visitor.post(settings, proven))).toBe('The passkey is added.')
  })

  const wrong: [string, Signing][] = [
    ['another origin', { origin: 'https://hiram.evil.test' }],
    ['another RP ID', { rpId: 'evil.test' }],
    ['no verified person', { isVerified: false }],
  ]
  it.each(wrong)('not with %s', async (_, signing) => {
    const visitor = site.visitor('ramon')
    const { options } = await challengeOf(visitor, 'add')
    const passkey = softAuthenticator(visitor.origin).create(options, signing)
    expect(toastOf(await visitor.post(settings, { intent: 'add-passkey', passkey }))).toContain(REFUSED)
    expect(await passkeysOf('ramon')).toEqual([])
  })

  it('not for the challenge of another person, session or purpose, nor twice', async () => {
    const [ramon, katrina] = [site.visitor('ramon'), site.visitor('katrina')]
    const key = softAuthenticator(ramon.origin)
    const { options } = await challengeOf(ramon, 'add')
    const fields = { intent: 'add-passkey', passkey: key.create(options) }
    katrina.takeCookies(ramon.cookie.split('; ').filter((pair) => pair.startsWith('hiram.passkey=')))
    expect(toastOf(await katrina.post(settings, fields))).toContain(LATE)
    expect(toastOf(await ramon.post(settings, fields))).toContain(LATE)
    const { options: forProof } = await challengeOf(ramon, 'prove')
    const other = { ...fields, passkey: key.create({ ...options, challenge: forProof.challenge }) }
    expect(toastOf(await ramon.post(settings, other))).toContain(LATE)
    expect(await passkeysOf('ramon')).toEqual([])
    const again = await challengeOf(ramon, 'add')
    const right = { ...fields, passkey: key.create(again.options) }
    expect(toastOf(await ramon.post(settings, right))).toBe('The passkey is added.')
    const third = await challengeOf(katrina, 'add')
    const taken = { ...fields, passkey: key.create(third.options) }
    expect(toastOf(await katrina.post(settings, taken))).toBe('That passkey was added before.')
  })

  it('ten times at most, also at the same moment', async () => {
    await fillPasskeys(site.services, site.cast.ramon.id, PASSKEYS_MAX - 1)
    // Both get their challenge before either posts: who has ten passkeys gets no challenge.
    const ready = await Promise.all(
      [1, 2].map(async () => {
        const visitor = site.visitor('ramon')
        const { options } = await challengeOf(visitor, 'add')
        return { visitor, passkey: softAuthenticator(visitor.origin).create(options) }
      }),
    )
    const answers = await Promise.all(
      ready.map(async ({ visitor, passkey }) =>
        toastOf(await visitor.post(settings, { intent: 'add-passkey', passkey })),
      ),
    )
    expect(answers.filter((text) => text === 'The passkey is added.')).toHaveLength(1)
    expect(await passkeysOf('ramon')).toHaveLength(PASSKEYS_MAX)
    const full = await challengeOf(site.visitor('ramon'), 'add')
    expect(full).toMatchObject({ ok: false, reason: 'too-many' })
  })

  it('not by a guest', async () => {
    for (const purpose of ['add', 'prove'] as const)
      expect(await challengeOf(site.visitor(), purpose)).toMatchObject({ ok: false, reason: 'login' })
  })
})

describe('a passkey is changed', () => {
  it('only by its person: renamed, and removed with a proof, about which they are mailed', async () => {
    const ramon = site.visitor('ramon')
    await withPasskey(ramon)
    const [{ id: passkeyId } = { id: '' }] = await passkeysOf('ramon')
    const katrina = site.visitor('katrina')
    const rename = { intent: 'rename-passkey', passkeyId, name: 'Stolen' }
    for (const fields of [rename, { intent: 'remove-passkey', passkeyId }])
      expect(toastOf(await katrina.post(settings, fields))).not.toMatch(/renamed|removed/)
    const empty = await ramon.post(settings, { ...rename, name: ' ' })
    expect(empty.status).toBe(422)
    expect(textOf(await empty.text())).toContain('Name is required.')
    expect(toastOf(await ramon.post(settings, { ...rename, name: 'Blue phone' }))).toContain('renamed')
    expect(await passkeysOf('ramon')).toMatchObject([{ name: 'Blue phone' }])
    later(15 * 60)
    expect((await ramon.post(settings, { intent: 'remove-passkey', passkeyId })).status).toBe(403)
    const removed = { intent: 'remove-passkey', passkeyId, 'proof-password': PASSWORD }
    expect(toastOf(await ramon.post(settings, removed))).toBe('The passkey is removed.')
    expect(await passkeysOf('ramon')).toEqual([])
    expect((await mails('passkey-mail')).at(-1)).toMatchObject({ change: 'removed' })
    expect(await eventsOf('ramon', 'remove-passkey')).toBeGreaterThan(0)
  })

  it('is in the download of one’s data without its key, and goes with the account', async () => {
    await withPasskey(site.visitor('katrina'))
    const [{ publicKey, credentialId } = { publicKey: '', credentialId: '' }] = await passkeysOf('katrina')
    const personalData = await personalDataOf(by(site.services, site.cast.katrina))
    expect(personalData.sections.passkeys).toMatchObject([{ name: 'Unknown device' }])
    const text = JSON.stringify(personalData)
    expect(text).not.toContain(publicKey)
    expect(text).not.toContain(credentialId)
    const { amihan, katrina } = site.cast
    accepted(await deleteAccount(by(site.services, { ...amihan, provedAt: NOW }), { accountId: katrina.id }))
    expect(await passkeysOf('katrina')).toEqual([])
  })
})

describe('a passkey proves who someone is', () => {
  it('once, for 15 minutes, with a passkey of their own', async () => {
    const [ramon, olivia] = [site.visitor('ramon'), site.visitor('olivia')]
    const [key, other] = [await withPasskey(ramon), await withPasskey(olivia)]
    later(16 * 60)
    const confirm = '/confirm?to=%2Fprofile%2Fsettings'
    expect(textOf(await (await ramon.get(confirm)).text())).toContain('Please confirm that it is you')
    const prove = (passkey: string) => ramon.post(confirm, { 'proof-password': '', 'proof-passkey': passkey })
    const { options: first } = await challengeOf(ramon, 'prove')
    expect(textOf(await (await prove(other.get(first))).text())).toContain(REFUSED)
    const { options: forLogIn } = await challengeOf(ramon, 'log-in')
    expect(textOf(await (await prove(key.get(forLogIn))).text())).toContain(LATE)
    expect(await challengeOf(ramon, 'add')).toMatchObject({ reason: 'proof' })
    const { options } = await challengeOf(ramon, 'prove')
    const signed = key.get(options)
    expect(where(await prove(signed))).toBe('/profile/settings')
    expect(await challengeOf(ramon, 'add')).toMatchObject({ ok: true })
    expect((await prove(signed)).status).toBe(422)
  })
})

describe('where admins need a second factor', () => {
  it('a passkey is one, and then the password alone opens nothing', async () => {
    const services = await testServices(site.services.connection, { env: { ADMIN_TWO_FACTOR: 'required' } })
    const app = await testApp(services)
    const open = () => new Visitor(app, services)
    const amihan = new Visitor(app, services, site.cast.amihan)
    const setUp = '/admin/settings/two-factor'
    expect(where(await amihan.get('/admin'))).toBe(setUp)
    const key = await withPasskey(amihan, '/admin/settings')
    expect((await amihan.get('/admin')).status).toBe(200)

    const visitor = open()
    const form = { intent: 'log-in', portal: 'admin', email: site.cast.amihan.email, password: PASSWORD }
    expect(where(await visitor.post('/login?portal=admin', form))).toBe('/login/code')
    expect(isIn(visitor)).toBe(false)
    expect(textOf(await (await visitor.get('/login/code')).text())).toContain('Use your passkey')
    expect((await visitor.post('/login/code', { code: '123456' })).status).toBe(422)
    const { answer } = await logIn(key, { visitor, portal: 'admin' })
    expect(where(answer)).toBe('/cart')
    expect((await visitor.get('/admin')).status).toBe(200)
    expect(visitor.cookie).not.toContain('second_step')
    await services.close()
  })
})
