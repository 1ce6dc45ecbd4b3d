import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { expiring, type ExpiryName } from '#domain/retention/policy.ts'
import { retention } from '#domain/retention/retention.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sendMessage } from '../chat/send-message.ts'
import { sendReport } from '../report/send-report.ts'
import { batchesOf } from './batches.ts'
import { sweepRetention } from './sweep-retention.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
afterEach(() => fixture.services.clock.set(NOW))

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await fixture.services.connection.pool.query(text, values)).rows as Row[]
const count = async (table: string, where = 'true') =>
  (await query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]!.n

describe('the table of what is kept', () => {
  it('has every table of the database: when it goes, or why it stays', async () => {
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const known = retention.flatMap((kept) => (kept.name ? kept.tables : Object.keys(kept.tables)))
    const names = tables.map(({ name }) => name)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !names.includes(name))).toEqual([])
  })

  it('says why, in words', () => {
    const reasons = retention.flatMap((kept) => (kept.name ? [] : Object.entries(kept.tables)))
    expect(reasons.filter(([, why]) => why.length < 5)).toEqual([])
  })

  it.each(expiring.map((expires) => [expires.name, expires] as const))(
    '%s are found by an index, oldest first, in one statement',
    async (_, expires) => {
      const { db } = fixture.services
      const plans = await db.connection().execute(async (one) => {
        await sql`set enable_seqscan = off`.execute(one)
        await sql`set enable_sort = off`.execute(one)
        const explained = []
        for (const batch of batchesOf(expires))
          explained.push(await sql`explain ${batch({ before: NOW, now: NOW, most: 10 })}`.execute(one))
        await sql`reset enable_seqscan`.execute(one)
        await sql`reset enable_sort`.execute(one)
        return explained.map(({ rows }) => rows.map((row) => Object.values(row as object)[0]).join('\n'))
      })
      expect(plans.length > 0).toBe(expires.name !== 'keptMail')
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Sort/)
    },
  )
})

describe('what was kept long enough', () => {
  const notices = (n: number, createdAt: Date) =>
    query(
      `insert into notice (id, account_id, effect_id, kind, title, text, path, created_at)
       select gen_random_uuid(), $1, i + (select coalesce(max(effect_id), 0) + 1000 from notice),
         'rental-step', 'Old', 'News', '/', $2
       from generate_series(1, $3) i`,
      [fixture.cast.ramon.id, createdAt, n],
    )
  const long = new Date('2020-01-01T00:00:00Z')

  it('goes in small batches until nothing is left, and nothing else goes', async () => {
    await notices(25, long)
    await notices(3, NOW)
    const swept = await sweepRetention(fixture.services, () => false, { batch: 10, only: ['notices'] })
    expect(swept).toEqual({ notices: 25 })
    expect(await count('notice')).toBe(3)
  })

  it('stops after a batch when the site stops, and goes on after the next start', async () => {
    await notices(25, long)
    const options = { batch: 10, only: ['notices'] as const }
    expect(await sweepRetention(fixture.services, () => true, options)).toEqual({ notices: 10 })
    expect(await sweepRetention(fixture.services, () => false, options)).toEqual({ notices: 15 })
  })

  it('goes once, however many processes look for it', async () => {
    await notices(200, long)
    const sweeps = Array.from({ length: 4 }, () =>
      sweepRetention(fixture.services, () => false, { batch: 7, only: ['notices'] }),
    )
    const swept = (await Promise.all(sweeps)).map((each) => each.notices)
    const left = await sweepOld(fixture.services, 'notices')
    expect(swept.reduce((sum, n) => sum + n, left)).toBe(200)
  })

  it('does not wait for rows that a request holds', async () => {
    await notices(2, long)
    await fixture.services.db.transaction().execute(async (tx) => {
      const [held] = (
        await sql`select id from notice where created_at = ${long} limit 1 for update`.execute(tx)
      ).rows
      expect(held).toBeDefined()
      // The embedded database has one connection, so nothing else runs meanwhile.
      if (process.env.TEST_DATABASE === 'embedded') return
      expect(await sweepOld(fixture.services, 'notices')).toBe(1)
    })
    expect(await sweepOld(fixture.services, 'notices')).toBe(process.env.TEST_DATABASE === 'embedded' ? 2 : 1)
  })

  it('goes also when something else can’t, which is logged', async () => {
    await notices(1, long)
    const { db } = fixture.services
    await sql`alter table support_message rename to support_message_away`.execute(db)
    const swept = await sweepRetention(fixture.services)
    await sql`alter table support_message_away rename to support_message`.execute(db)
    expect(swept).toMatchObject({ assistantMessages: 0, notices: 1 })
    const errors = fixture.services.errors.splice(0)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('"what":"assistantMessages"')
  })

  it('follows the settings', async () => {
    await notices(1, new Date(NOW.getTime() - 40 * 86_400_000))
    expect(await sweepOld(fixture.services, 'notices')).toBe(0)
    const { settings } = fixture.services
    const kept = { ...settings.kept, notices: '30 days' as const }
    const swept = await sweepRetention({ ...fixture.services, settings: { ...settings, kept } })
    expect(swept.notices).toBe(1)
  })
})

describe('a conversation', () => {
  const day = 86_400_000
  const talk = async (text: string) => {
    const { services, cast } = fixture
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const { threadId } = accepted(await sendMessage(by(services, cast.ramon), { to: { listingId }, text }))
    for (const answer of ['Yes.', 'Both days.'])
      accepted(await sendMessage(by(services, cast.olivia), { to: { threadId }, text: answer }))
    return threadId
  }

  it('goes two years after its last message, with all of them', async () => {
    const threadId = await talk('Is it free?')
    const { services } = fixture
    services.clock.set(new Date(NOW.getTime() + 365 * day))
    const young = await talk('And this one?')
    expect(await sweepOld(services, 'chats', '2028-11-21T02:14:59Z')).toBe(0)
    const swept = await sweepRetention(
      { ...services, clock: { now: () => new Date('2028-11-21T02:15:01Z') } },
      () => false,
      { batch: 2, only: ['chats'] },
    )
    expect(swept.chats).toBe(3 + 1)
    expect(await count('thread', `id = '${threadId}'`)).toBe(0)
    expect(await count('message', `thread_id = '${threadId}'`)).toBe(0)
    expect(await count('message', `thread_id = '${young}'`)).toBe(3)
  })

  it('that was reported stays with its messages until the report goes, two years after it was closed', async () => {
    const { services, cast } = fixture
    const threadId = await talk('Pay me outside.')
    const about = { threadId }
    accepted(await sendReport(by(services, cast.olivia), { about, reason: 'scam', note: '' }))
    const at = '2035-01-01T00:00:00Z'
    await sweepOld(services, 'chats', at)
    expect(await count('message', `thread_id = '${threadId}'`)).toBe(3)
    await query(
      `update report set closed_at = '2032-01-01', closed_by = $1, decision = 'no-action', decision_note = ''`,
      [cast.amihan.id],
    )
    expect(await sweepOld(services, 'reports', at)).toBe(1)
    await sweepOld(services, 'chats', at)
    expect(await count('thread', `id = '${threadId}'`)).toBe(0)
  })
})

describe('of the audit log', () => {
  const write = (action: string, at: string) =>
    query(
      `insert into event (subject, subject_id, action, actor_id, actor_role, at)
       values ('account', $1::text, $2, $1::uuid, 'renter', $3)`,
      [fixture.cast.ramon.id, action, at],
    )

  it('log-ins, refusals and exports go after two years, nothing else', async () => {
    for (const action of ['log-in', 'fail-log-in', 'refuse', 'export', 'edit-profile'])
      await write(action, '2024-11-21T02:14:59Z')
    await write('log-in', '2024-11-21T02:15:01Z')
    expect(await sweepOld(fixture.services, 'logIns')).toBe(4)
    expect(await count('event', `action = 'edit-profile' and at < '2025-01-01'`)).toBe(1)
    expect(await count('event', `action = 'log-in' and at < '2025-01-01'`)).toBe(1)
  })

  it('the database lets no others go, whoever asks', async () => {
    await expect(query(`delete from event where action = 'edit-profile'`)).rejects.toThrow('only added to')
    await query(`insert into event (subject, subject_id, action) values ('account', 'x', 'log-in')`)
    await expect(query(`delete from event where subject_id = 'x'`)).rejects.toThrow('only added to')
  })
})

describe('each of the others goes when it is time', () => {
  const rows: { name: ExpiryName; table: string; write(at: Date): Promise<unknown>; kept: number }[] = [
    {
      name: 'sessions',
      table: 'session',
      kept: 0,
      write: (at) =>
        query(`insert into session (id, user_id, token, expires_at) values ($1, $2, $3, $4)`, [
          randomUUID(),
          fixture.cast.ramon.id,
          randomUUID(),
          at,
        ]),
    },
    {
      name: 'links',
      table: 'verification',
      kept: 30,
      write: (at) =>
        query(`insert into verification (id, identifier, value, expires_at) values ($1, $2, $3, $4)`, [
          randomUUID(),
          `password-reset:${createHash('sha256').update(randomUUID()).digest('base64url')}`,
          fixture.cast.ramon.id,
          at,
        ]),
    },
    {
      name: 'attempts',
      table: 'rate_limit',
      kept: 0,
      write: (at) =>
        query(`insert into rate_limit (name, key, part, points, ends_at) values ('uploads', $1, '', 1, $2)`, [
          randomUUID(),
          at,
        ]),
    },
    {
      name: 'assistantMessages',
      table: 'support_message',
      kept: 730,
      write: (at) =>
        query(
          `insert into support_message (account_id, sender, body, sent_at) values ($1, 'person', 'Hi', $2)`,
          [fixture.cast.ramon.id, at],
        ),
    },
    {
      name: 'webhooks',
      table: 'provider_event',
      kept: 365,
      write: (at) =>
        query(`insert into provider_event (id, type, received_at) values ($1, 'payment.paid', $2)`, [
          randomUUID(),
          at,
        ]),
    },
  ]

  it.each(rows)('$name', async ({ name, table, kept, write }) => {
    const { services } = fixture
    const due = new Date(NOW.getTime() - (kept + 2) * 86_400_000)
    await write(due)
    await write(new Date(NOW.getTime() + 60_000))
    const before = await count(table)
    expect(await sweepOld(services, name)).toBe(1)
    expect(await count(table)).toBe(before - 1)
  })

  it('a wait for days, from its end on', async () => {
    const { services, cast } = fixture
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const wait = (day: string, endedAt: string | null) =>
      query(
        `insert into waitlist_entry (id, account_id, listing_id, period, asked_at, state, ended_at)
         values (gen_random_uuid(), $1, $2, $3, '2024-01-01', $4, $5)`,
        [cast.ramon.id, listingId, `[${day},${day}]`, endedAt ? 'over' : 'waiting', endedAt],
      )
    await wait('2025-11-01', '2025-11-21T02:14:59Z')
    await wait('2025-11-02', '2025-11-21T02:15:01Z')
    await wait('2027-01-01', null)
    expect(await sweepOld(services, 'waits')).toBe(1)
    expect(await count('waitlist_entry', `state = 'waiting'`)).toBe(1)
    expect(await count('waitlist_entry')).toBe(2)
  })

  it('mail that is kept instead of sent', async () => {
    const { services, cast } = fixture
    const mail = { to: cast.ramon.email, subject: 'S', text: 'T', html: '<p>T</p>', headers: {} }
    await services.mail.send({ ...mail, id: 'kept-long' })
    const month = 30 * 86_400_000
    expect(await sweepOld(services, 'keptMail', new Date(Date.now() + month - 60_000))).toBe(0)
    expect(await sweepOld(services, 'keptMail', new Date(Date.now() + month + 60_000))).toBe(1)
    expect(await services.mail.find('kept-long')).toBeNull()
  })
})
