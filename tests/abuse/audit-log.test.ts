import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '#server/account/delete-account.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { accepted } from '#seeds/act.ts'
import { textOf } from '#tests/support/html.ts'
import { PASSWORD, rent } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'miguel', 'diego', 'amihan'], {
  limits: { auditEntries: { points: 12, seconds: 60 }, auditRefusals: { points: 50, seconds: 60 } },
})
let since = 0
let network = 0
/** A network that was not used before. */
const elsewhere = () => `203.0.${++network}.7`
/** What is stored of it. */
const stored = (from: string) => from.replace(/7$/, 'x')

beforeEach(async () => {
  since = (await entries(0)).at(-1)?.id ?? 0
})

const entries = (after = since) =>
  site.services.db.selectFrom('event').selectAll().where('id', '>', after).orderBy('id').execute()
const logIn = (email: string, password: string, from: string, portal = 'renter') =>
  site.visitor().post('/login', { portal, email, password }, { from })

describe('the audit log has', () => {
  it('a log-in, with who and from which network', async () => {
    const from = elsewhere()
    expect((await logIn('renter@hiram.test', PASSWORD, from)).status).toBe(302)
    expect(await entries()).toMatchObject([
      {
        action: 'log-in',
        subject: 'account',
        subjectId: site.cast.ramon.id,
        actorId: site.cast.ramon.id,
        actorRole: 'renter',
        network: stored(from),
      },
    ])
  })

  it('a failed log-in, by the account where there is one, and nothing of what was typed', async () => {
    const typed = 'hunter2-in-the-wrong-field'
    await logIn('Renter@hiram.test', typed, elsewhere())
    await logIn(`${typed}@nowhere.test`, 'x'.repeat(12), elsewhere())
    const found = await entries()
    expect(found).toMatchObject([
      { action: 'fail-log-in', subject: 'account', subjectId: site.cast.ramon.id, actorId: null },
      { action: 'fail-log-in', subject: 'page', subjectId: '/login', actorId: null },
    ])
    expect(JSON.stringify(found)).not.toMatch(/hunter2|hiram\.test/)
  })

  it('a log-in over IPv6 by its network, too', async () => {
    await logIn('renter@hiram.test', PASSWORD, '2001:db8:12:3::7')
    expect(await entries()).toMatchObject([{ network: '2001:db8:12:x' }])
  })

  // Case: 25
  it('the admin area, asked for by anyone else', async () => {
    for (const who of [undefined, 'ramon', 'olivia'] as const)
      await site.visitor(who).get('/admin/users.csv?search=secret', { from: elsewhere() })
    const found = await entries()
    expect(found).toMatchObject([
      { action: 'refuse', subject: 'page', subjectId: '/admin/users.csv', actorId: null },
      { action: 'refuse', subject: 'page', actorId: site.cast.ramon.id, actorRole: 'renter' },
      { action: 'refuse', subject: 'page', actorId: site.cast.olivia.id, actorRole: 'owner' },
    ])
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  it('access to another’s data, or changing it, by someone logged in', async () => {
    const { services, cast } = site
    const { orderNumber, rentalId } = await rent(services, cast.ramon, [await site.publish()])
    since = (await entries(0)).at(-1)!.id
    const katrina = site.visitor('katrina')
    const from = elsewhere()
    await katrina.get(`/receipt/${orderNumber}`, { from })
    await katrina.get(`/profile/rental-tracker/${rentalId}/claim`, { from })
    await katrina.post('/profile/rental-tracker', { action: 'cancel', rentalId }, { from })
    const found = await entries()
    expect(found.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['refuse', `/receipt/${orderNumber}`],
      ['refuse', `/profile/rental-tracker/${rentalId}/claim`],
      ['refuse', '/profile/rental-tracker'],
    ])
    expect(new Set(found.map(({ actorId }) => actorId))).toEqual(new Set([cast.katrina.id]))
  })

  it('what the doors beside the pages refused to someone logged in', async () => {
    const { services, cast } = site
    const listingId = await site.publish()
    await services.db.updateTable('listing').set({ status: 'rejected' }).where('id', '=', listingId).execute()
    const { id: photoId } = await services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    const { threadId } = accepted(
      await sendMessage(by(services, cast.ramon), { to: { listingId: await site.publish() }, text: 'Hello' }),
    )
    since = (await entries(0)).at(-1)!.id
    const katrina = site.visitor('katrina')
    const from = elsewhere()
    await katrina.get(`/images/${photoId}/40.webp`, { from })
    await katrina.post('/api/typing', { threadId }, { from })
    await katrina.get('/api/stream?as=another', { from })
    const found = await entries()
    expect(found.map(({ action, subjectId, detail }) => [action, subjectId, detail])).toEqual([
      ['refuse', `/images/${photoId}/40.webp`, { method: 'GET', status: 404 }],
      ['refuse', '/api/typing', { method: 'POST', status: 404 }],
      ['refuse', '/api/stream', { method: 'GET', status: 403 }],
    ])
    expect(new Set(found.map(({ actorId }) => actorId))).toEqual(new Set([cast.katrina.id]))
  })

  it('a write that another site asked a browser for, with whose browser it was', async () => {
    const from = elsewhere()
    const crossSite = { from, headers: { 'sec-fetch-site': 'cross-site' } }
    await site.visitor('katrina').post('/profile/settings', {}, crossSite)
    await site.visitor().post('/login', {}, crossSite)
    expect(await entries()).toMatchObject([
      {
        action: 'refuse',
        subjectId: '/profile/settings',
        actorId: site.cast.katrina.id,
        network: stored(from),
      },
      { action: 'refuse', subjectId: '/login', actorId: null, network: stored(from) },
    ])
  })

  it('not a page that a person may simply not need', async () => {
    const from = elsewhere()
    await site.visitor().get('/profile', { from })
    await site.visitor('ramon').get('/login', { from })
    await site.visitor('ramon').get('/nothing-here', { from })
    expect(await entries()).toEqual([])
  })

  it('an export, with what it was narrowed to and without the words that were searched for', async () => {
    const from = elsewhere()
    const turned = await site
      .visitor('amihan')
      .get('/admin/users.csv?search=ramon&status=verified&after=YQ', { from })
    await turned.text()
    await (await site.visitor('olivia').get('/profile/statement.csv', { from })).text()
    await (await site.visitor('ramon').get('/profile/settings/data/download', { from })).text()
    const found = await entries()
    expect(found).toMatchObject([
      {
        action: 'export',
        subject: 'export',
        subjectId: 'users',
        actorId: site.cast.amihan.id,
        network: stored(from),
        detail: { status: 'verified' },
      },
      { action: 'export', subjectId: 'statement', actorId: site.cast.olivia.id },
      { action: 'export', subjectId: 'your-data', actorId: site.cast.ramon.id },
    ])
    // The place in a list is a person's name or email.
    for (const name of ['search', 'after']) expect(found[0]!.detail).not.toHaveProperty(name)
  })

  // Spec: D45
  it('an account that an admin opened, as a page or its data, but not their own', async () => {
    const { amihan, olivia } = site.cast
    for (const page of [`/admin/users/${olivia.id}`, `/admin/users/${olivia.id}.data`])
      expect((await site.visitor('amihan').get(page)).status).toBe(200)
    await site.visitor('amihan').get(`/admin/users/${amihan.id}`)
    await site.visitor('amihan').get(`/admin/users/${randomUUID()}`)
    const read = { action: 'read-account', subject: 'account', subjectId: olivia.id, actorId: amihan.id }
    expect(await entries()).toMatchObject([read, read])
    const page = textOf(await (await site.visitor('amihan').get('/admin/audit-log')).text())
    expect(page).toContain('Read the account')
  })
})

describe('the page of the audit log', () => {
  const read = async (query: string) =>
    textOf(await (await site.visitor('amihan').get(`/admin/audit-log?${query}`)).text())

  it('says each kind in plain words, and can be filtered by it', async () => {
    await logIn('renter@hiram.test', PASSWORD, '198.51.1.7')
    await logIn('renter@hiram.test', 'wrong password', '198.51.2.7')
    await site.visitor('ramon').get('/admin', { from: '198.51.3.7' })
    await (await site.visitor('amihan').get('/admin/tags.csv', { from: '198.51.4.7' })).text()
    const all = await read('')
    for (const words of ['Logged in', 'Log-in failed', 'Refused', 'Taken as a file', 'Nobody logged in'])
      expect(all).toContain(words)
    for (const [action, from] of [
      ['log-in', '198.51.1.7'],
      ['fail-log-in', '198.51.2.7'],
      ['refuse', '198.51.3.7'],
      ['export', '198.51.4.7'],
    ] as const) {
      const text = await read(`action=${action}`)
      expect(text.match(/from 198\.51\.\d\.[\dx]/g)).toEqual([`from ${stored(from)}`])
      expect(await read(`search=${stored(from)}`)).toContain('1 entry')
    }
  })
})

describe('the database keeps events', () => {
  it.each([
    `update event set action = 'accept'`,
    `update event set actor_id = null where actor_id is not null`,
    `update event set detail = '{}', network = null where detail <> '{}'`,
    `update event set network = '203.0.113.99' where network is not null`,
    `update event set at = now()`,
    `update event set detail = detail - 'status' where detail ? 'status'`,
    `delete from event`,
    `truncate event`,
  ])('from %s', async (statement) => {
    await expect(site.services.connection.pool.query(statement)).rejects.toThrow('events are only added to')
  })

  it('and takes only the network of a person who is erased out of theirs', async () => {
    const { services, cast } = site
    const [own, foreign] = [elsewhere(), elsewhere()]
    await logIn('miguel@hiram.test', PASSWORD, own)
    await logIn('miguel@hiram.test', 'wrong password', foreign)
    const before = await entries()
    expect(before.map(({ network }) => network)).toEqual([own, foreign].map(stored))
    accepted(await deleteAccount(by(services, cast.amihan), { accountId: cast.miguel.id }))
    const after = (await entries()).slice(0, 2)
    expect(after).toEqual(before.map((event) => ({ ...event, network: null })))
  })

  it('and takes the reason of a decision on a dispute out of an old one only, which calls it so', async () => {
    const { db, connection } = site.services
    const write = (subject: 'deposit-claim' | 'report') =>
      db
        .insertInto('event')
        .values({
          subject,
          subjectId: randomUUID(),
          action: 'decide',
          actorId: site.cast.amihan.id,
          actorRole: 'admin',
          detail: JSON.stringify({ decision: 'Torn', granted: 1 }),
          at: NOW,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const take = (id: number) =>
      connection.pool.query(`update event set detail = detail - 'decision' where id = $1`, [id])
    await take((await write('deposit-claim')).id)
    await expect(take((await write('report')).id)).rejects.toThrow('events are only added to')
    expect((await entries()).map(({ detail }) => detail)).toEqual([
      { granted: 1 },
      { decision: 'Torn', granted: 1 },
    ])
  })

  it('and takes the networks out after a year', async () => {
    await logIn('renter@hiram.test', PASSWORD, elsewhere())
    const year = 365 * 86_400_000
    site.services.clock.set(new Date(NOW.getTime() + year - 60_000))
    expect(await sweepOld(site.services, 'networks')).toBe(0)
    site.services.clock.set(new Date(NOW.getTime() + year + 60_000))
    expect(await sweepOld(site.services, 'networks')).toBeGreaterThan(0)
    expect((await entries()).map(({ network }) => network)).toEqual([null])
    site.services.clock.set(NOW)
  })
})

describe('a flood of log-ins and exports', () => {
  it('keeps out only further ones of the same account, and none of an admin', async () => {
    const from = elsewhere()
    for (let i = 0; i < 15; i++) await logIn(site.cast.diego.email, PASSWORD, from)
    expect(await entries()).toHaveLength(12)
    await logIn(site.cast.amihan.email, PASSWORD, from, 'admin')
    for (let i = 0; i < 15; i++) await (await site.visitor('amihan').get('/admin/tags.csv', { from })).text()
    await logIn(site.cast.katrina.email, PASSWORD, from)
    const found = (await entries()).slice(12)
    expect(found.map(({ action, actorId }) => [action, actorId])).toEqual([
      ...Array.from({ length: 16 }, (_, i) => [i === 0 ? 'log-in' : 'export', site.cast.amihan.id]),
      ['log-in', site.cast.katrina.id],
    ])
  })
})

describe('a flood of refusals', () => {
  it('is stored up to a number for each network and minute, and log-ins beside it still are', async () => {
    const from = elsewhere()
    for (let i = 0; i < 20; i++) await site.visitor().get(`/admin/users?flood=${i}`, { from })
    expect(await entries()).toHaveLength(12)
    await logIn(site.cast.katrina.email, PASSWORD, from)
    expect((await entries()).at(-1)).toMatchObject({ action: 'log-in', network: stored(from) })
  })

  it('from many networks is stored up to a number for all of them', async () => {
    for (let i = 0; i < 60; i++) await site.visitor().get('/admin', { from: `192.0.2.${i}` })
    expect((await entries()).length).toBeLessThanOrEqual(50)
    const from = elsewhere()
    await logIn(site.cast.katrina.email, PASSWORD, from)
    expect((await entries()).at(-1)).toMatchObject({ action: 'log-in', network: stored(from) })
  })
})
