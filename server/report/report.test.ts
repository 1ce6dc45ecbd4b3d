import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { findUser } from '../account/find-user.ts'
import { findReport } from './find-report.ts'
import { reportTable } from './report-table.ts'
import { readTable } from '../admin-table.ts'
import { sendMessage } from '../chat/send-message.ts'
import { closeReport } from './close-report.ts'
import { openReportedThread } from './open-reported-thread.ts'
import { sendReport } from './send-report.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { messages: { points: 500, seconds: 60 }, reports: { points: 12, seconds: 3600 } },
})
type Who = keyof typeof fixture.cast
const as = (who?: Who) => by(fixture.services, who && fixture.cast[who])
const amihan = () => people.admin(fixture.cast.amihan)
const say = (who: Who, to: { listingId: string } | { threadId: string }, text: string) =>
  sendMessage(as(who), { to, text })
const report = (
  who: Who | undefined,
  about: { threadId: string } | { messageId: number },
  reason: 'spam' | 'scam' | 'other' = 'scam',
) => sendReport(as(who), { about, reason, note: 'Please look.' })
const rowOf = (reportId: string) =>
  fixture.services.db.selectFrom('report').selectAll().where('id', '=', reportId).executeTakeFirstOrThrow()
const readingsOf = (reportId: string) =>
  fixture.services.db
    .selectFrom('event')
    .select(['actorId', 'actorRole', 'detail', 'at'])
    .where('subject', '=', 'report')
    .where('subjectId', '=', reportId)
    .where('action', '=', 'read-thread')
    .execute()

let threadId: string
let messages: { id: number; sender: string; body: string }[]
beforeAll(async () => {
  const { services, cast } = fixture
  const owner = { owner: cast.olivia, admin: cast.amihan }
  const listingId = await people.listApproved(services, owner, { title: 'A tent too cheap' })
  threadId = accepted(await say('ramon', { listingId }, 'Is it free?')).threadId
  accepted(await say('olivia', { threadId }, 'Send ₱500 to my GCash first.'))
  messages = await services.db
    .selectFrom('message')
    .select(['id', 'sender', 'body'])
    .where('threadId', '=', threadId)
    .orderBy('id')
    .execute()
})
const [mine, hers] = [() => messages[0]!.id, () => messages[1]!.id]

describe('a report', () => {
  it('of a message keeps its text as it was', async () => {
    const { reportId } = accepted(await report('ramon', { messageId: hers() }))
    await fixture.services.db
      .updateTable('message')
      .set({ body: 'Nothing.' })
      .where('id', '=', hers())
      .execute()
    expect(await rowOf(reportId)).toMatchObject({
      reporterId: fixture.cast.ramon.id,
      reportedId: fixture.cast.olivia.id,
      threadId,
      messageText: 'Send ₱500 to my GCash first.',
      reason: 'scam',
      note: 'Please look.',
      closedAt: null,
    })
  })

  it('of a person names the other of the thread', async () => {
    const { reportId } = accepted(await report('olivia', { threadId }, 'spam'))
    expect(await rowOf(reportId)).toMatchObject({
      reporterId: fixture.cast.olivia.id,
      reportedId: fixture.cast.ramon.id,
      messageText: null,
    })
  })

  it('of the same again is refused while the first is open, also when both come at once', async () => {
    expect(await report('ramon', { messageId: hers() })).toMatchObject({ reason: 'reported' })
    const sent = await Promise.all([1, 2, 3].map(() => report('ramon', { threadId })))
    expect(sent.filter((verdict) => verdict.ok)).toHaveLength(1)
    const first = sent.find((verdict) => verdict.ok)!
    accepted(
      await closeReport(as('amihan'), amihan(), {
        reportId: accepted(first).reportId,
        decision: 'no-action',
        note: 'Fine.',
        reason: '',
      }),
    )
    accepted(await report('ramon', { threadId }))
  })

  it('is for the two of the thread, about what the other wrote', async () => {
    for (const who of ['katrina', 'diego', 'amihan', undefined] as const) {
      expect(await report(who, { threadId })).toMatchObject({ reason: 'not-found' })
      expect(await report(who, { messageId: hers() })).toMatchObject({ reason: 'not-found' })
    }
    expect(await report('ramon', { messageId: 987_654_321 })).toMatchObject({ reason: 'not-found' })
    expect(await report('ramon', { messageId: mine() })).toMatchObject({ reason: 'own' })
    expect(await report('olivia', { messageId: mine() })).toMatchObject({ ok: true })
  })

  it('can’t be about a message of the assistant', async () => {
    const { id } = await fixture.services.db
      .insertInto('message')
      .values({ threadId, sender: 'ai', replyTo: mine(), body: 'I am only a machine.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await report('ramon', { messageId: id })).toMatchObject({ reason: 'assistant' })
  })

  it('after report is limited', async () => {
    const { points } = fixture.services.settings.limits.reports
    const fresh = await fixture.services.db
      .insertInto('message')
      .values(
        Array.from({ length: points + 1 }, (_, i) => ({ threadId, sender: 'renter' as const, body: `${i}` })),
      )
      .returning('id')
      .execute()
    const verdicts = []
    for (const { id } of fresh) verdicts.push(await report('olivia', { messageId: id }))
    expect(verdicts.at(-1)).toMatchObject({ reason: 'limit', retryAfterSeconds: expect.any(Number) })
  })
})

async function talkOfKatrina() {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.diego, admin: cast.amihan })
  return accepted(await say('katrina', { listingId }, 'Hello?')).threadId
}

describe('an admin', () => {
  it('sees the report with its text, and nothing else of the thread', async () => {
    const { rows } = await readTable(as('amihan'), amihan(), reportTable, new URLSearchParams('search=GCash'))
    expect(rows).toHaveLength(1)
    const { page } = accepted(await findReport(as('amihan'), amihan(), rows[0]!.id))
    expect(page).toMatchObject({ messageText: 'Send ₱500 to my GCash first.', readings: [] })
    expect(JSON.stringify(page)).not.toContain('Is it free?')
  })

  it('finds all reports of a person by their email, as the page of the account links to them', async () => {
    const { services, cast } = fixture
    const { user } = accepted(await findUser(services, amihan(), cast.olivia.id))
    const query = new URLSearchParams({ search: cast.olivia.email })
    const { rows } = await readTable(as('amihan'), amihan(), reportTable, query)
    expect(user.reportCount).toBeGreaterThan(0)
    expect(rows.map(({ reportedName }) => reportedName)).toEqual(
      Array(user.reportCount).fill(`${cast.olivia.firstName} ${cast.olivia.lastName}`),
    )
  })

  it('reads up to 50 messages around the reported one, each time written into the audit log', async () => {
    for (let i = 0; i < 40; i++) accepted(await say('ramon', { threadId }, `before ${i}`))
    accepted(await say('ramon', { threadId }, 'the bad one'))
    for (let i = 0; i < 40; i++) accepted(await say('olivia', { threadId }, `after ${i}`))
    const bad = await fixture.services.db
      .selectFrom('message')
      .select('id')
      .where('body', '=', 'the bad one')
      .executeTakeFirstOrThrow()
    const reportId = '0199a000-0000-7000-8000-00000000abcd'
    await fixture.services.db
      .insertInto('report')
      .values({
        id: reportId,
        reporterId: fixture.cast.olivia.id,
        reportedId: fixture.cast.ramon.id,
        threadId,
        messageId: bad.id,
        messageText: 'the bad one',
        messageSentAt: new Date(),
        about: 'message',
        reason: 'spam',
      })
      .execute()
    const threadBefore = await fixture.services.db.selectFrom('thread').selectAll().execute()
    const read = accepted(await openReportedThread(as('amihan'), amihan(), { reportId })).messages
    expect(read).toHaveLength(50)
    expect(read.map(({ id }) => id)).toEqual(read.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(read.filter(({ reported }) => reported).map(({ body }) => body)).toEqual(['the bad one'])
    expect(read.at(-1)!.body).toBe('after 24')
    expect(await readingsOf(reportId)).toEqual([
      {
        actorId: fixture.cast.amihan.id,
        actorRole: 'admin',
        detail: { thread: threadId },
        at: fixture.services.clock.now(),
      },
    ])
    accepted(await openReportedThread(as('amihan'), amihan(), { reportId }))
    expect(await readingsOf(reportId)).toHaveLength(2)
    expect(await fixture.services.db.selectFrom('thread').selectAll().execute()).toEqual(threadBefore)
    const { page } = accepted(await findReport(as('amihan'), amihan(), reportId))
    expect(page.readings).toHaveLength(2)
    // Read 50 times more: the page shows the last 50.
    await sql`insert into event (subject, subject_id, action, actor_id, actor_role, detail, at)
      select subject, subject_id, action, actor_id, actor_role, detail, at + n * interval '1 minute'
      from event, generate_series(1, 50) n where id = (select max(id) from event
        where subject_id = ${reportId} and action = 'read-thread')`.execute(fixture.services.db)
    const later = accepted(await findReport(as('amihan'), amihan(), reportId)).page.readings
    expect(later).toHaveLength(50)
    const minutesLater = later.map(
      ({ at }) => (new Date(at).getTime() - new Date(page.readings[0]!.at).getTime()) / 60_000,
    )
    expect(minutesLater).toEqual(Array.from({ length: 50 }, (_, i) => 50 - i))
  })

  it('finds no thread without a report of it', async () => {
    for (const reportId of [threadId, '0199a000-0000-7000-8000-000000000000'])
      expect(await openReportedThread(as('amihan'), amihan(), { reportId })).toMatchObject({
        reason: 'not-found',
      })
  })

  it('closes a report once', async () => {
    const { rows } = await readTable(as('amihan'), amihan(), reportTable, new URLSearchParams('status=open'))
    const close = () =>
      closeReport(as('amihan'), amihan(), {
        reportId: rows[0]!.id,
        decision: 'warned',
        note: 'Told them.',
        reason: '',
      })
    const verdicts = await Promise.all([close(), close()])
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
    expect(verdicts.find(({ ok }) => !ok)).toMatchObject({ reason: 'decided' })
    expect(await rowOf(rows[0]!.id)).toMatchObject({
      closedBy: fixture.cast.amihan.id,
      decision: 'warned',
      decisionNote: 'Told them.',
    })
  })

  it('by closing tells the reporter that we looked, and warns the reported without saying who reported', async () => {
    const { services, cast } = fixture
    await services.db.deleteFrom('effect').execute()
    const { reportId } = accepted(await report('katrina', { threadId: await talkOfKatrina() }))
    accepted(
      await closeReport(as('amihan'), amihan(), {
        reportId,
        decision: 'warned',
        note: 'A secret reason',
        reason: '',
      }),
    )
    await doEffects(services)
    const mails = await services.mail.list(50)
    const [toHer] = mails.filter(({ to }) => to === cast.katrina.email)
    expect(toHer).toMatchObject({ subject: 'We have looked at your report' })
    const [warning] = mails.filter(({ to }) => to === cast.diego.email)
    expect(warning!.subject).toContain('A reminder')
    for (const { text } of [toHer!, warning!]) {
      expect(text).not.toMatch(/secret|warned|Katrina O/i)
    }
    expect(toHer!.text).not.toContain(cast.diego.firstName)
  })

  it('can’t warn somebody whose account is deleted, but can close the report otherwise', async () => {
    const { services, cast } = fixture
    const { reportId } = accepted(await report('katrina', { threadId: await talkOfKatrina() }))
    accepted(await deleteAccount(as('amihan'), { accountId: cast.diego.id }))
    await services.db.deleteFrom('effect').execute()
    const close = (decision: 'warned' | 'removed') =>
      closeReport(as('amihan'), amihan(), { reportId, decision, note: 'Gone.', reason: '' })
    expect(await close('warned')).toMatchObject({ reason: 'gone' })
    expect(await rowOf(reportId)).toMatchObject({ closedAt: null, decision: null })
    expect(await services.db.selectFrom('effect').select('kind').execute()).toEqual([])
    accepted(await close('removed'))
    expect(await rowOf(reportId)).toMatchObject({ decision: 'removed' })
  })
})

it('reports are kept for two years after they were closed', async () => {
  const { clock, db } = fixture.services
  const open = await db.selectFrom('report').select('id').where('closedAt', 'is', null).execute()
  expect(open.length).toBeGreaterThan(0)
  clock.set('2028-11-20T00:00:00Z')
  expect(await sweepOld(fixture.services, 'reports')).toBe(0)
  clock.set('2028-11-22T00:00:00Z')
  expect(await sweepOld(fixture.services, 'reports')).toBeGreaterThan(0)
  expect(await db.selectFrom('report').select('id').execute()).toHaveLength(open.length)
})
