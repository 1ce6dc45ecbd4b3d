import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { cookieOf, openManyAccounts, PASSWORD } from '#tests/support/people.ts'
import { by, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { readActor } from './read-actor.ts'
import type { NewAccount } from './open-account.ts'
import { newAccountId } from './new-account-id.ts'
import { signUp } from './sign-up.ts'

const fixture = withServices(['ramon'])

let n = 0
/** The form of a new renter with unused names. */
const someone = (changes: Partial<NewAccount> = {}): NewAccount => {
  n++
  return {
    role: 'renter',
    firstName: 'Ana',
    lastName: 'Reyes',
    email: `ana-${n}@hiram.test`,
    username: `ana-${n}`,
    password: PASSWORD,
    ...changes,
  }
}
const signingUp = (account: NewAccount) => signUp(by(fixture.services), account)
const accounts = async () => (await fixture.services.db.selectFrom('account').select('id').execute()).length

describe('signing up', () => {
  // Spec: S0.2, S3.1, S3.2, S7.14, S7.22, S9.17, D4
  it.each(['renter', 'owner'] as const)('opens the account of a %s and logs them in', async (role) => {
    const account = someone({ role, email: `New-${role}@Hiram.test` })
    const opened = accepted(await signingUp(account))
    const { actor } = await readActor(fixture.services, new Headers({ cookie: cookieOf(opened.setCookie) }))
    expect(actor).toMatchObject({ kind: 'user', id: opened.accountId, role, email: `new-${role}@hiram.test` })
    const row = await fixture.services.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', opened.accountId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      username: account.username,
      verificationStatus: 'unverified',
      emailVerified: false,
      deletedAt: null,
      image: expect.stringMatching(/^\/avatars\/[1-9]\.svg$/),
    })
  })

  it('is refused to names that say that the person works for the site, beside the field that says so', async () => {
    const before = await accounts()
    const refusal = await signingUp(someone({ firstName: 'Hiram', lastName: 'Support' }))
    expect(refusal).toMatchObject({ ok: false, reason: 'name', field: 'lastName' })
    expect(await accounts()).toBe(before)
  })

  // Spec: S0.2
  it('makes a renter of whoever names no role', async () => {
    const [newcomer] = await openManyAccounts(fixture.services, 1)
    const { role } = await fixture.services.db
      .selectFrom('account')
      .select('role')
      .where('id', '=', newcomer!.id)
      .executeTakeFirstOrThrow()
    expect(role).toBe('renter')
  })

  it('writes down that it happened and greets by mail', async () => {
    const { accountId } = accepted(await signingUp(someone()))
    const { db } = fixture.services
    const events = await db
      .selectFrom('event')
      .select(['action', 'subject'])
      .where('subjectId', '=', accountId)
      .execute()
    expect(events).toEqual([{ subject: 'account', action: 'sign-up' }])
    const effects = await db.selectFrom('effect').select(['kind', 'payload']).execute()
    expect(effects).toContainEqual({ kind: 'welcome-mail', payload: { accountId } })
  })

  it('keeps no password that could be read', async () => {
    const { accountId } = accepted(await signingUp(someone()))
    const credential = await fixture.services.db
      .selectFrom('credential')
      .select('password')
      .where('userId', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(credential.password).not.toContain(PASSWORD)
    expect(credential.password!.length).toBeGreaterThan(100)
  })
})

describe('signing up is refused, and opens no account,', () => {
  const refusals: [string, Partial<NewAccount>, object][] = [
    [
      'with an email that is registered',
      { email: 'renter@hiram.test' },
      { reason: 'email-taken', message: 'Signup failed. This email might already be registered.' },
    ],
    ['with that email in capitals', { email: 'RENTER@HIRAM.TEST' }, { reason: 'email-taken' }],
    [
      'with a username that is taken',
      { username: 'ramon.delacruz' },
      {
        reason: 'username-taken',
        field: 'username',
        message: 'This username is taken. Please choose another.',
      },
    ],
    [
      'with that username in capitals',
      { username: 'Ramon.DelaCruz' },
      { reason: 'username-taken', field: 'username' },
    ],
    [
      'with both of an account, as of a form that was sent again',
      { email: 'renter@hiram.test', username: 'ramon.delacruz' },
      { reason: 'email-taken' },
    ],
    ['with a short password', { password: 'short' }, { reason: 'short', field: 'password' }],
    [
      'with a password of 129 characters',
      { password: 'ab'.repeat(64) + 'c' },
      { reason: 'long', field: 'password' },
    ],
    ['with a well-known password', { password: 'Password123' }, { reason: 'common', field: 'password' }],
    [
      'with the email as password',
      { email: 'long.enough@hiram.test', password: 'Long.Enough@hiram.test' },
      { reason: 'email', field: 'password' },
    ],
    [
      'with the username as password',
      { username: 'my-long-username', password: 'My-Long-Username' },
      { reason: 'username', field: 'password' },
    ],
  ]
  it.each(refusals)('%s', async (_, changes, refusal) => {
    const before = await accounts()
    expect(await signingUp(someone(changes))).toMatchObject({ ok: false, ...refusal })
    expect(await accounts()).toBe(before)
  })
})

describe('the form of a sign-up that is sent again', () => {
  const key = () => randomUUID()
  const sending = (account: NewAccount, formKey?: string) => signUp(by(fixture.services), account, formKey)

  it('logs in to the account that it made, which is greeted once', async () => {
    const { db } = fixture.services
    const [account, formKey] = [someone(), key()]
    const before = await accounts()
    const both = await Promise.all([sending(account, formKey), sending(account, formKey)])
    const [first, second] = both.map((verdict) => accepted(verdict))
    expect(second!.accountId).toBe(first!.accountId)
    expect(await accounts()).toBe(before + 1)
    for (const { setCookie, accountId } of [first!, second!]) {
      const { actor } = await readActor(fixture.services, new Headers({ cookie: cookieOf(setCookie) }))
      expect(actor).toMatchObject({ kind: 'user', id: accountId })
    }
    const events = db.selectFrom('event').select('action').where('subjectId', '=', first!.accountId)
    expect(await events.execute()).toEqual([{ action: 'sign-up' }])
  })

  it.each<[string, (sent: { account: NewAccount; formKey: string }) => Promise<unknown>]>([
    ['with the password but without its key', ({ account }) => sending(account)],
    ['with another key', ({ account }) => sending(account, key())],
    [
      'with another password',
      ({ account, formKey }) => sending({ ...account, password: 'a jeepney at noon' }, formKey),
    ],
    ['with another name', ({ account, formKey }) => sending({ ...account, firstName: 'Eva' }, formKey)],
    [
      'ten minutes later',
      async ({ account, formKey }) => {
        await sql`update account set created_at = now() - interval '601 seconds'
          where email = ${account.email}`.execute(fixture.services.db)
        return sending(account, formKey)
      },
    ],
  ])('is refused %s', async (_, again) => {
    const sent = { account: someone(), formKey: key() }
    accepted(await sending(sent.account, sent.formKey))
    expect(await again(sent)).toMatchObject({ ok: false, reason: 'email-taken' })
  })

  it('makes ids from which nobody learns whether a password was right', () => {
    const account = someone()
    const [one, other] = [account, { ...account, password: 'another password' }].map((typed) =>
      newAccountId(typed, '6f1de5ba-6a3a-4b0e-9d0c-0f6f2c3a1b2d').slice('xxxxxxxx-xxxx-'.length),
    )
    expect(one).toBe(other)
  })
})

it('a fault in the middle of a sign-up leaves no account', async () => {
  const { db } = fixture.services
  await sql`create function fail_welcome() returns trigger language plpgsql as $$
    begin raise 'out of order'; end $$`.execute(db)
  await sql`create trigger fail_welcome before insert on effect for each row
    when (new.kind = 'welcome-mail') execute function fail_welcome()`.execute(db)
  const account = someone()
  const before = await accounts()
  await expect(signingUp(account)).rejects.toThrow('out of order')
  expect(await accounts()).toBe(before)
  await sql`drop trigger fail_welcome on effect`.execute(db)
  accepted(await signingUp(account))
})

describe('two who sign up at once', () => {
  // Spec: S6.12
  it('with one email: one gets it, the other is told that it might be registered', async () => {
    const verdicts = await Promise.all([1, 2, 3].map(() => signingUp(someone({ email: 'race@hiram.test' }))))
    expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
    expect(verdicts.filter((verdict) => !verdict.ok)).toMatchObject([
      { reason: 'email-taken' },
      { reason: 'email-taken' },
    ])
  })

  // Spec: D4
  it('with one username: one gets it, the other is told beside the field', async () => {
    const verdicts = await Promise.all(
      ['Racer', 'racer', 'RACER'].map((username) => signingUp(someone({ username }))),
    )
    expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
    const refused = { reason: 'username-taken', field: 'username' }
    expect(verdicts.filter((verdict) => !verdict.ok)).toMatchObject([refused, refused])
    fixture.services.errors.length = 0
  })
})

it('a network that signs up too often is asked to wait; refused attempts count, so that nobody can ask who is here without end', async () => {
  const strict = await testServices(fixture.services.connection, {
    limits: { signUps: { points: 3, seconds: 600 } },
  })
  const from = (ip: string, account: NewAccount) => signUp(by(strict, guest, ip), account)
  const renter = { email: 'renter@hiram.test' }
  expect(await from('198.51.100.1', someone(renter))).toMatchObject({ reason: 'email-taken' })
  expect(await from('198.51.100.1', someone({ password: 'short' }))).toMatchObject({ reason: 'short' })
  accepted(await from('198.51.100.1', someone()))
  expect(await from('198.51.100.1', someone())).toMatchObject({
    reason: 'limit',
    retryAfterSeconds: expect.any(Number),
  })
  accepted(await from('198.51.100.2', someone()))
  for (const last of [1, 2, 3])
    expect(await from(`2001:db8::${last}`, someone(renter))).toMatchObject({ reason: 'email-taken' })
  expect(await from('2001:db8::4', someone())).toMatchObject({ reason: 'limit' })
  accepted(await from('2001:db8:0:1::4', someone()))
  await strict.close()
})

it('one email is signed up with few times an hour, from whatever networks: each may send it a mail', async () => {
  const strict = await testServices(fixture.services.connection, {
    limits: { signUpsEmail: { points: 2, seconds: 600 } },
  })
  const from = (ip: string, email: string) => signUp(by(strict, guest, ip), someone({ email }))
  accepted(await from('198.51.100.1', 'flooded@hiram.test'))
  expect(await from('198.51.100.2', 'Flooded@hiram.test')).toMatchObject({ reason: 'email-taken' })
  expect(await from('198.51.100.3', 'flooded@hiram.test')).toMatchObject({ reason: 'limit' })
  accepted(await from('198.51.100.3', 'other@hiram.test'))
  await strict.close()
})
