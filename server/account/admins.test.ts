import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asMoneyAdmin } from '#domain/access.ts'
import { notFound } from '#domain/verdict.ts'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { accepted, actorOf } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { fieldsOf, messageBeside, textOf } from '#tests/support/html.ts'
import { by, NOW } from '#tests/support/services.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { doEffect } from '../job/do-effect.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { changeArea } from './change-area.ts'
import { deleteAccount } from './delete-account.ts'
import { createAdmin } from './first-admin.ts'
import { makeAdmin } from './make-admin.ts'
import { suspendAccount } from './suspend-account.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const PASSWORD = 'three carabaos in rain'

const admin = (email: string) =>
  site.services.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
const events = async (accountId: string) =>
  (
    await site.services.db
      .selectFrom('event')
      .select(['action', 'actorId', 'detail'])
      .where('subject', '=', 'account')
      .where('subjectId', '=', accountId)
      .where('actorRole', '=', 'admin')
      .where('action', 'not in', ['log-in'])
      .orderBy('id')
      .execute()
  ).map(({ action, detail }) => [action, detail])

type Mail = { to: string; subject: string; text: string }
/** The mails that were due. */
async function mails(): Promise<Mail[]> {
  const sent: Mail[] = []
  const mail = {
    kind: 'emulator',
    send: async (one: Mail) => void sent.push(one),
    close: async () => {},
  } as unknown as Parameters<typeof doEffect>[1]
  await doEffects(site.services, mail)
  return sent.map(({ to, subject, text }) => ({ to, subject, text }))
}

let luzId: string
const make = (changes: Record<string, string> = {}) => ({
  intent: 'make',
  firstName: 'Mara',
  lastName: 'Santos',
  email: 'mara@hiram.test',
  area: 'money',
  ...changes,
})
beforeAll(async () => {
  const luz = { email: 'luz@hiram.test', firstName: 'Luz', lastName: 'Cruz', password: people.PASSWORD }
  luzId = accepted(await createAdmin(site.services, luz)).accountId
})
beforeEach(() => site.services.clock.set(NOW))

describe('making an admin', () => {
  it.each([
    ['firstName', '', 'First name is required.'],
    ['lastName', '<b>', 'Last name can have letters'],
    ['email', 'mara', 'Please enter an email address'],
    ['email', 'renter@hiram.test', 'This email has an account already. An admin needs another email.'],
    ['area', 'everything', 'Please choose an area.'],
    ['area', '', 'Please choose an area.'],
  ])('with the %s “%s” is refused beside it', async (name, value, message) => {
    const before = await site.counts()
    const answer = await site.visitor('amihan').post('/admin/admins?make=1', make({ [name]: value }))
    expect([409, 422]).toContain(answer.status)
    const page = await answer.text()
    expect(messageBeside(page, name)).toContain(message)
    if (name !== 'firstName') expect(page).toContain('value="Mara"')
    if (name !== 'area') expect(fieldsOf(page).area).toBe('money')
    expect(await site.counts()).toEqual(before)
  })

  it('opens an account without a session, and mails a link by which they set their password', async () => {
    await mails()
    const answer = await site.visitor('amihan').post('/admin/admins?make=1', make())
    expect(answer.headers.get('location')).toBe('/admin/admins')
    expect(await toastOf(answer)).toBe('Admin made. A link was sent to mara@hiram.test.')
    const mara = (await admin('mara@hiram.test'))!
    expect(mara).toMatchObject({ role: 'admin', adminArea: 'money', emailVerified: false })
    expect(await site.services.db.selectFrom('session').where('userId', '=', mara.id).execute()).toEqual([])
    expect(await events(mara.id)).toEqual([['make-admin', { area: 'money' }]])
    const sent = await mails()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['mara@hiram.test', 'You are an admin now'],
      ['luz@hiram.test', 'There is a new admin'],
    ])
    expect(sent[1]!.text).toContain('mara@hiram.test')
    const link = /\/reset-password\?token=[\w.-]+/.exec(sent[0]!.text)![0]
    site.services.clock.set(new Date(NOW.getTime() + 2 * 86_400_000))
    const guest = site.visitor()
    const token = link.split('=')[1]!
    const set = { token, password: PASSWORD, confirmPassword: PASSWORD }
    expect((await guest.post(link, set)).status).toBe(302)
    const login = { intent: 'log-in', portal: 'admin', email: 'mara@hiram.test', password: PASSWORD }
    expect((await guest.post('/login?portal=admin', login)).headers.get('location')).toBe('/admin')
    expect((await guest.get('/admin/payouts')).status).toBe(200)
    expect((await guest.get('/admin/admins')).status).toBe(403)
  })

  it('the link ends after three days', async () => {
    await site.visitor('amihan').post('/admin/admins', make({ email: 'late@hiram.test' }))
    const link = /\/reset-password\?token=[\w.-]+/.exec(
      (await mails()).find(({ to }) => to === 'late@hiram.test')!.text,
    )![0]
    site.services.clock.set(new Date(NOW.getTime() + 3 * 86_400_000))
    expect((await site.visitor().get(link)).status).toBe(410)
  })

  it('only the invitation opens the account: “Forgot password” mails nothing before, and a link after it', async () => {
    const { services } = site
    const asked = async (email: string) => {
      services.clock.set(NOW)
      accepted(await askPasswordReset(by(services), { email }))
      return (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
    }
    await site.visitor('amihan').post('/admin/admins', make({ email: 'never@hiram.test' }))
    expect((await mails()).filter(({ to }) => to === 'never@hiram.test')).toHaveLength(1)
    expect(await asked('never@hiram.test')).toEqual([])
    // Mara took hers in the test above, and the command line made Luz.
    for (const email of ['mara@hiram.test', 'luz@hiram.test'])
      expect(await asked(email)).toEqual(['Set a new password'])
  })
})

it('whoever lost their area while they made an admin has made none', async () => {
  const { services } = site
  const stale = await actorOf(services, 'luz@hiram.test')
  const asked = people.asAdmin(services, stale)
  const setArea = (adminArea: AdminArea) =>
    services.db.updateTable('account').set({ adminArea }).where('id', '=', luzId).execute()
  await setArea('money')
  const before = await site.counts()
  const { intent: _, ...form } = make({ email: 'too-late@hiram.test' })
  expect(await makeAdmin(...asked, { ...form, area: 'all' })).toMatchObject({ reason: 'not-found' })
  const change = { accountId: site.cast.amihan.id, area: 'money' as const }
  expect(await changeArea(...asked, change)).toMatchObject({ reason: 'not-found' })
  expect(await deleteAccount(asked[0], change)).toMatchObject({ reason: 'not-found' })
  expect(await suspendAccount(...asked, { ...change, reason: 'No.' })).toMatchObject({ reason: 'role' })
  expect(await site.counts()).toEqual(before)
  await setArea('all')
})

it('an admin whose making fails in the middle leaves no account', async () => {
  const { services, cast } = site
  const { intent: _, ...form } = make({ email: 'half-made@hiram.test' })
  await sql`alter table effect add constraint no_admin_mail check (kind <> 'admin-invitation-mail') not valid`.execute(
    services.db,
  )
  const ctx = by(services, cast.amihan)
  await expect(makeAdmin(ctx, people.admin(cast.amihan), { ...form, area: 'money' })).rejects.toThrow(
    'no_admin_mail',
  )
  await sql`alter table effect drop constraint no_admin_mail`.execute(services.db)
  expect(await admin('half-made@hiram.test')).toBeUndefined()
})

describe('an admin', () => {
  const change = (accountId: string, area: AdminArea) => ({ intent: 'change', accountId, area })

  it('gets another area, which counts for the session they have, and both are notified', async () => {
    const luz = site.visitor()
    const login = { intent: 'log-in', portal: 'admin', email: 'luz@hiram.test', password: people.PASSWORD }
    await luz.post('/login?portal=admin', login)
    expect((await luz.get('/admin/payouts')).status).toBe(200)
    await mails()
    const page = `/admin/admins?change=${luzId}`
    const changed = await site.visitor('amihan').post(page, change(luzId, 'support'))
    expect(await toastOf(changed)).toBe('Area changed.')
    const refused = await luz.get('/admin/payouts')
    expect(refused.status).toBe(403)
    expect(textOf(await refused.text())).toContain('This is not in the area of your admin account.')
    const noted = await site.services.db
      .selectFrom('event')
      .select(['subject', 'subjectId', 'actorId'])
      .where('action', '=', 'refuse')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(noted).toEqual({ subject: 'page', subjectId: '/admin/payouts', actorId: luzId })
    expect((await luz.get('/admin/users')).status).toBe(200)
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['luz@hiram.test', 'Your area was changed'],
    ])
    expect((await events(luzId)).at(-1)).toEqual(['change-area', { from: 'all', to: 'support' }])
    const again = await site.visitor('amihan').post(page, change(luzId, 'support'))
    expect(again.status).toBe(409)
    expect(textOf(await again.text())).toContain('Their area is “Support” already.')
    await site.visitor('amihan').post(page, change(luzId, 'all'))
  })

  it('changes and removes nobody who is no admin, and not themselves', async () => {
    const { amihan, ramon } = site.cast
    const before = await site.counts()
    const own = await site.visitor('amihan').post('/admin/admins', change(amihan.id, 'money'))
    expect(own.status).toBe(403)
    const other = await site.visitor('amihan').post('/admin/admins', change(ramon.id, 'money'))
    expect(other.status).toBe(404)
    expect(textOf(await other.text())).toContain(notFound().message)
    const gone = await site
      .visitor('amihan')
      .post('/admin/admins', { intent: 'delete', accountId: amihan.id })
    expect(await toastOf(gone)).toContain('Admins can’t delete their own account.')
    expect(await site.counts()).toEqual(before)
    expect((await actorOf(site.services, ramon.email)).adminArea).toBeNull()
  })

  it('needs a recent proof for each', async () => {
    site.services.clock.set(new Date(NOW.getTime() + 16 * 60_000))
    for (const form of [
      make({ email: 'x@hiram.test' }),
      change(luzId, 'money'),
      { intent: 'delete', accountId: luzId },
    ]) {
      const asked = await site.visitor('amihan').post('/admin/admins', form)
      expect(asked.status).toBe(403)
      expect(textOf(await asked.text())).toContain('Please confirm that it is you')
    }
    expect((await admin('luz@hiram.test'))?.adminArea).toBe('all')
  })

  it('is removed, and their sessions end at once', async () => {
    const luz = site.visitor()
    const login = { intent: 'log-in', portal: 'admin', email: 'luz@hiram.test', password: people.PASSWORD }
    await luz.post('/login?portal=admin', login)
    expect((await luz.get('/admin')).status).toBe(200)
    const actor = await actorOf(site.services, 'luz@hiram.test')
    expect(asMoneyAdmin(actor).ok).toBe(true)
    const gone = await site.visitor('amihan').post('/admin/admins', { intent: 'delete', accountId: luzId })
    expect(await toastOf(gone)).toBe('Admin removed.')
    expect((await luz.get('/admin')).headers.get('location')).toBe('/')
    expect(await admin('luz@hiram.test')).toBeUndefined()
    expect((await events(luzId)).at(-1)).toEqual(['delete', { role: 'admin' }])
  })
})
