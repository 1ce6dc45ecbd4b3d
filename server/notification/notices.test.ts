import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import type { Person } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeCursor } from '../cursor.ts'
import { readFrame } from '../stream/queries.ts'
import { openNotice } from './open-notice.ts'
import { listNotices } from './queries.ts'
import { readNotices } from './read-notices.ts'
import { writeNotice } from './write-notice.ts'

const fixture = withServices(['ramon', 'olivia', 'diego'])
afterEach(async () => {
  await fixture.services.db.deleteFrom('notice').execute()
  fixture.services.clock.set(NOW)
})

let effects = 0
/** Writes a notice for someone, a number of seconds after now. */
async function sendNotice(
  who: Person,
  title: string,
  { seconds = 0, effectId = ++effects, path = '/profile' } = {},
) {
  fixture.services.clock.set(new Date(NOW.getTime() + seconds * 1000))
  await writeNotice(fixture.services, effectId, {
    accountId: who.id,
    kind: 'approved',
    title,
    text: 'It’s yours for these days.',
    path,
  })
}
const listed = async (who: Person) => (await listNotices(fixture.services.db, who.id)).notices
const unread = async (who: Person) =>
  (await listed(who)).filter(({ readAt }) => !readAt).map(({ title }) => title)

describe('a notice', () => {
  // Spec: D31
  it('is one however often its effect is done, also at once by two', async () => {
    const { ramon } = fixture.cast
    await Promise.all([1, 2, 3].map(() => sendNotice(ramon, 'Approved', { effectId: 900 })))
    expect(await listed(ramon)).toMatchObject([{ title: 'Approved', kind: 'approved', readAt: null }])
  })

  it('is shortened when it is too long, and links only to this site', async () => {
    const { ramon } = fixture.cast
    await sendNotice(ramon, 'ñ'.repeat(500))
    expect((await listed(ramon))[0]!.title).toBe(`${'ñ'.repeat(299)}…`)
    for (const path of ['https://evil.test', '//evil.test', '/\\evil.test', 'profile'])
      await expect(sendNotice(ramon, 'Elsewhere', { path })).rejects.toThrow(/notice_path_check/)
  })

  it('is read once its person opens it, and returns its address', async () => {
    const { services, cast } = fixture
    await sendNotice(cast.ramon, 'Approved', { path: '/profile/rental-tracker?view=rented' })
    const { id } = (await listed(cast.ramon))[0]!
    for (const stranger of [cast.olivia, undefined])
      expect((await openNotice(by(services, stranger), id)).ok).toBe(false)
    expect(await openNotice(by(services, cast.ramon), randomUUID())).toMatchObject({ reason: 'not-found' })
    expect(await unread(cast.ramon)).toEqual(['Approved'])
    for (let time = 1; time <= 2; time++)
      expect(accepted(await openNotice(by(services, cast.ramon), id)).path).toBe(
        '/profile/rental-tracker?view=rented',
      )
    expect(await unread(cast.ramon)).toEqual([])
  })

  it('is sent live when it is written, when it is opened, and when all are read', async () => {
    const { services, cast } = fixture
    await services.db.deleteFrom('accountEvent').execute()
    for (let time = 1; time <= 2; time++) await sendNotice(cast.ramon, 'First', { effectId: 800 })
    const first = (await listed(cast.ramon))[0]!.id
    for (let time = 1; time <= 2; time++) accepted(await openNotice(by(services, cast.ramon), first))
    await sendNotice(cast.ramon, 'Second', { seconds: 1 })
    const second = (await listed(cast.ramon))[0]!.id
    for (let time = 1; time <= 2; time++)
      accepted(await readNotices(by(services, cast.ramon), { upTo: second }))
    const liveEvents = await services.db
      .selectFrom('accountEvent')
      .select(['accountId', 'kind', 'detail'])
      .orderBy('id')
      .execute()
    expect(liveEvents.every(({ accountId, kind }) => accountId === cast.ramon.id && kind === 'notice')).toBe(
      true,
    )
    expect(liveEvents.map(({ detail }) => detail)).toEqual([
      { noticeId: first, isRead: false },
      { noticeId: first, isRead: true },
      { noticeId: second, isRead: false },
      { noticeId: second, isRead: true },
    ])
  })

  it('is counted while it is unread, up to a hundred', async () => {
    const { services, cast } = fixture
    const counted = async () => (await readFrame(services.db, cast.ramon.id)).counts.notices
    await sendNotice(cast.olivia, 'Hers')
    expect(await counted()).toBe(0)
    for (let n = 1; n <= 3; n++) await sendNotice(cast.ramon, `Notice ${n}`, { seconds: n })
    accepted(await openNotice(by(services, cast.ramon), (await listed(cast.ramon))[0]!.id))
    expect(await counted()).toBe(2)
    await services.connection.pool.query(
      `insert into notice (id, account_id, effect_id, kind, title, text, path, created_at)
        select gen_random_uuid(), $1, 10000 + n, 'approved', 'x', '', '/', now() from generate_series(1, 300) n`,
      [cast.ramon.id],
    )
    expect(await counted()).toBe(100)
  })
})

describe('the list of notices', () => {
  it('has the newest first, page after page, each once, also where many came at one moment', async () => {
    const { services, cast } = fixture
    const titles = Array.from({ length: 25 }, (_, i) => `Notice ${i}`)
    for (const [i, title] of titles.entries())
      await sendNotice(cast.ramon, title, { seconds: i < 20 ? 0 : i })
    await sendNotice(cast.olivia, 'Not his')
    const first = await listNotices(services.db, cast.ramon.id)
    expect(first.notices.slice(0, 5).map(({ title }) => title)).toEqual(titles.slice(20).reverse())
    const second = await listNotices(services.db, cast.ramon.id, first.next)
    expect([first.notices.length, second.notices.length, second.next]).toEqual([20, 5, null])
    const all = [...first.notices, ...second.notices].map(({ title }) => title)
    expect(all.sort()).toEqual([...titles].sort())
    const before = writeCursor(['0000-01-01T00:00:00Z', randomUUID()])
    for (const forged of ['nonsense', 'WyJ4IiwxXQ', before]) {
      const page = await listNotices(services.db, cast.ramon.id, forged)
      expect(page.notices[0]!.id).toBe(first.notices[0]!.id)
    }
  })

  it('is marked as read up to what was shown: what came since, and what is someone else’s, stays unread', async () => {
    const { services, cast } = fixture
    await sendNotice(cast.ramon, 'First')
    await sendNotice(cast.ramon, 'Second', { seconds: 1 })
    await sendNotice(cast.olivia, 'Hers')
    const { id } = (await listed(cast.ramon))[0]!
    await sendNotice(cast.ramon, 'Third', { seconds: 2 })
    const read = (who: Person | undefined, upTo: string) => readNotices(by(services, who), { upTo })
    accepted(await read(cast.olivia, id))
    accepted(await read(cast.ramon, randomUUID()))
    expect(await unread(cast.ramon)).toHaveLength(3)
    accepted(await read(cast.ramon, id))
    expect(await unread(cast.ramon)).toEqual(['Third'])
    expect(await unread(cast.olivia)).toEqual(['Hers'])
    expect(await read(undefined, id)).toMatchObject({ reason: 'login' })
  })

  it('keeps one unread that was written since the page, though of an older event', async () => {
    const { services, cast } = fixture
    await sendNotice(cast.ramon, 'Approved', { seconds: 300 })
    const shown = await listNotices(services.db, cast.ramon.id)
    await sendNotice(cast.ramon, 'A message five minutes ago')
    accepted(await readNotices(by(services, cast.ramon), { upTo: shown.lastWritten! }))
    expect(await unread(cast.ramon)).toEqual(['A message five minutes ago'])
    const { lastWritten, notices } = await listNotices(services.db, cast.ramon.id)
    expect(lastWritten).toBe(notices[1]!.id)
    accepted(await readNotices(by(services, cast.ramon), { upTo: lastWritten! }))
    expect(await unread(cast.ramon)).toEqual([])
  })
})

it('a notice is kept for a year', async () => {
  const { services, cast } = fixture
  await sendNotice(cast.ramon, 'Long ago')
  const sweep = (at: string) => sweepOld(services, 'notices', at)
  expect(await sweep('2027-11-21T02:14:59Z')).toBe(0)
  expect(await sweep('2027-11-21T02:15:01Z')).toBe(1)
  expect(await listed(cast.ramon)).toEqual([])
})
