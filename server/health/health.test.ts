import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { statementsOf } from '#tests/support/hot-statements.ts'
import { textOf } from '#tests/support/html.ts'
import { plansOf } from '#tests/support/plans.ts'
import { NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { runEffects } from '../job/run-effects.ts'
import { siteGauges } from '../metrics/site-gauges.ts'
import { type LaneHealth, readSiteHealth } from './site-health.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const page = async () => textOf(await (await site.visitor('amihan').get('/admin/health')).text())
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const job = (kind: string, minutes: number, failedAt: Date | null = null) => ({
  kind: kind as 'hide-photo',
  payload: '{}',
  createdAt: minutesAgo(minutes),
  dueAt: minutesAgo(minutes),
  failedAt,
})

const services = () => site.services
const later = (hours: number) => ({ now: () => new Date(NOW.getTime() + hours * 3_600_000) })
const refuses = () => Promise.reject(new Error('550 no such mailbox'))
const laneOf = (lanes: readonly LaneHealth[]) => lanes.find(({ lane }) => lane === 'account-mail')!
/** Writes mails of accounts: first those that wait, then those that are done. */
const writeMails = async ({ waiting = 0, done = 0 }) => {
  const doneAt = (i: number) => (i < waiting ? null : NOW)
  const mails = Array.from({ length: waiting + done }, (_, i) => ({
    ...job('welcome-mail', 0),
    doneAt: doneAt(i),
  }))
  await site.services.db.insertInto('effect').values(mails).execute()
}

beforeEach(async () => {
  await site.services.db.deleteFrom('effect').execute()
})

describe('the health page', () => {
  it('has the jobs of each lane, and how old the oldest is that is due', async () => {
    await site.services.db
      .insertInto('effect')
      .values([
        job('hide-photo', 125),
        job('remove-photo', 5),
        job('send-refund', 60 * 24 * 5, minutesAgo(60)),
        job('welcome-mail', -30),
      ])
      .execute()
    const { lanes } = await readSiteHealth(site.services)
    expect(lanes).toEqual([
      { lane: 'account-mail', waiting: 1, failed: 0, oldestSeconds: null, isStuck: false },
      { lane: 'mail', waiting: 0, failed: 0, oldestSeconds: null, isStuck: false },
      { lane: 'payments', waiting: 0, failed: 1, oldestSeconds: null, isStuck: false },
      { lane: 'push', waiting: 0, failed: 0, oldestSeconds: null, isStuck: false },
      { lane: 'assistant', waiting: 0, failed: 0, oldestSeconds: null, isStuck: false },
      { lane: 'images', waiting: 2, failed: 0, oldestSeconds: 125 * 60, isStuck: false },
    ])
    const text = await page()
    expect(text).toMatch(/Mail server: accounts 1 0 None Mail server 0 0 None Payment provider 0 1 None/)
    expect(text).toMatch(/Storage of photos 2 0 2 hours/)
  })

  it('calls a job old from when it was written, however often its next try was put off', async () => {
    await writeMails({ waiting: 1 })
    for (const hours of [1, 2, 12]) {
      await runEffects({ ...services(), clock: later(hours) }, refuses)
      const { lanes } = await readSiteHealth({ ...services(), clock: later(hours) })
      expect(laneOf(lanes)).toMatchObject({ oldestSeconds: hours * 3600, isStuck: false })
    }
  })

  it('calls a lane stuck when most of its newest jobs are late, not because of some that never succeed', async () => {
    const isStuck = async () =>
      laneOf((await readSiteHealth({ ...services(), clock: later(1) })).lanes).isStuck
    await writeMails({ waiting: 4 })
    await runEffects(services(), refuses)
    expect(await isStuck()).toBe(false)
    await writeMails({ waiting: 1 })
    await runEffects(services(), refuses)
    expect(await isStuck()).toBe(true)
    await writeMails({ done: 4 })
    expect(await isStuck()).toBe(true)
    await writeMails({ done: 1 })
    expect(await isStuck()).toBe(false)
    await writeMails({ waiting: 5 })
    expect(await isStuck()).toBe(true)
    expect(laneOf((await readSiteHealth(services())).lanes).isStuck).toBe(false)
  })

  it('reads only unfinished jobs of the many, also while a lane is stuck', async () => {
    const { connection } = site.database
    const write = (n: number, doneAt: Date | null) =>
      connection.pool.query(
        `insert into effect (kind, payload, created_at, due_at, done_at) select 'rental-mail', '{}', $1, $1, $2
        from generate_series(1, $3)`,
        [minutesAgo(60), doneAt, n],
      )
    await write(100_000, NOW)
    await write(4000, null)
    await connection.pool.query('vacuum analyze effect')
    const said = await statementsOf(connection, () => readSiteHealth(services()))
    const { text, values } = said.find((each) => each.text.includes('is_stuck'))!
    const { rows } = await connection.pool.query<{ 'QUERY PLAN': string }>(`explain analyze ${text}`, values)
    const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan.* on effect/.test(line))
    const read = scans.map((line) => /rows=(\d+) loops=(\d+)/.exec(line)?.slice(1).map(Number) ?? [0, 0])
    const removed = rows.flatMap((row) => /Removed by Filter: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
    expect(read.reduce((sum, [n, loops]) => sum + n! * loops!, 0)).toBeLessThan(5000)
    expect(scans.join()).not.toMatch(/Seq Scan|effect_pkey on effect e/)
    expect(removed.filter((n) => Number(n) > 5000)).toEqual([])
    expect((await readSiteHealth(services())).lanes).toContainEqual(
      expect.objectContaining({ lane: 'mail', waiting: 4000, isStuck: true }),
    )
  })

  it('finds what is done since the late jobs of a lane by an index, not among all that other lanes did', async () => {
    const plan = await plansOf(site.database.connection, () => readSiteHealth(services()))
    expect(plan).toMatch(/Index (Only )?Scan using effect_done_kind_idx/)
    expect(plan).not.toContain('effect_pkey')
  })

  it('has the database, the versions and the disk', async () => {
    const text = await page()
    expect(text).toMatch(/Version \d+\.\d+/)
    expect(text).toMatch(/Size \d+\.\d MiB/)
    expect(text).toMatch(/Migrations \d+, the newest is \d{3}_\w+/)
    expect(text).toMatch(/Node 2\d\.\d+\.\d+/)
    expect(text).toMatch(/Free on the disk of DATA_DIR \d+\.\d [MGT]iB of/)
  })

  it('says when the last backup was made, and that there was none', async () => {
    expect(await page()).toContain('Last backup Never, as far as this machine knows')
    const note = { startedAt: minutesAgo(90).toISOString(), file: 'x', bytes: 2048, rows: 1, photoFiles: 0 }
    await writeFile(path.join(site.services.settings.dataDir, 'last-backup.json'), JSON.stringify(note))
    expect(await page()).toMatch(/Last backup Nov 21, 2026.* 1 hour ago, 2\.0 KiB/)
  })

  it('goes on when the note of the last backup can’t be read, as do the metrics, and logs it once until it changes', async () => {
    const { services } = site
    const warn = vi.spyOn(services.log, 'warn')
    const write = (note: string) => writeFile(path.join(services.settings.dataDir, 'last-backup.json'), note)
    const version = { app: '1.0', commit: null, node: '24.0.0' }
    const scrape = siteGauges({ version, site: () => readSiteHealth(services) })
    await write('{"startedAt": "2026-')
    expect(await page()).toContain('Last backup Its note in DATA_DIR can’t be read')
    for (let time = 0; time < 3; time++) {
      const text = await scrape()
      expect(text).toContain('hiram_database_up 1')
      expect(text).toContain('hiram_last_backup_timestamp_seconds 0')
    }
    const said = () => warn.mock.calls.map(([, message]) => message)
    const once = 'the note of the last backup can’t be read'
    expect(said()).toEqual([once])
    await write('{"startedAt": "2026-11-')
    for (let time = 0; time < 2; time++) await scrape()
    expect(said()).toEqual([once, once])
    await write(JSON.stringify({ startedAt: minutesAgo(90).toISOString(), bytes: 2048 }))
    expect(await scrape()).not.toContain('hiram_last_backup_timestamp_seconds 0')
    await write('{"startedAt": "2026-11-')
    await scrape()
    expect(said()).toEqual([once, once, once])
    warn.mockRestore()
  })

  it('says that DATA_DIR can’t be read; the database is up for all that', async () => {
    const { settings } = site.services
    const version = { app: '1.0', commit: null, node: '24.0.0' }
    site.services.settings = { ...settings, dataDir: path.join(settings.dataDir, 'nowhere') }
    try {
      const text = await siteGauges({ version, site: () => readSiteHealth(site.services) })()
      expect(text).toContain('hiram_database_up 1')
      expect(text).toContain('hiram_jobs_waiting')
      expect(text).toContain('hiram_data_dir_up 0')
      expect(text).not.toContain('hiram_disk')
      expect(await page()).toContain('Last backup Its note in DATA_DIR can’t be read')
      expect(await page()).toContain('Free on the disk of DATA_DIR It can’t be read or written')
    } finally {
      site.services.settings = settings
    }
  })

  it('keeps its threads when the disk of DATA_DIR does not answer, however often it is asked', async () => {
    const { settings } = site.services
    const dataDir = await mkdtemp(path.join(tmpdir(), 'hiram-health-'))
    const note = path.join(dataDir, 'last-backup.json')
    // Whoever opens it to read waits until somebody writes.
    execFileSync('mkfifo', [note])
    const asked = { ...site.services, settings: { ...settings, dataDir } }
    const all = Promise.all(Array.from({ length: 5 }, () => readSiteHealth(asked)))
    try {
      expect((await all).map(({ disk, backup }) => [disk, backup])).toEqual(
        Array(5).fill([null, 'unreadable']),
      )
      const other = stat(settings.dataDir).then(() => 'read')
      expect(await Promise.race([other, wait(2000, 'hangs')])).toBe('read')
    } finally {
      const writer = openSync(note, constants.O_RDWR)
      await wait(100)
      closeSync(writer)
      await rm(dataDir, { recursive: true })
    }
  })

  it('says how the last reconciliation ended', async () => {
    const { db } = site.services
    expect(await page()).toContain('Last reconciliation Never')
    const day = '2026-11-21'
    const run = {
      id: '0199a000-0000-7000-8000-000000000001',
      day,
      beganAt: minutesAgo(30),
      since: minutesAgo(90),
    }
    await db
      .insertInto('reconciliation')
      .values({ ...run, endedAt: minutesAgo(29), failure: 'PayMongo could not be reached.' })
      .execute()
    expect(await page()).toMatch(/Last reconciliation Nov 21, 2026.*: it failed/)
  })

  it('tells of a service that does not answer', async () => {
    expect(await page()).toContain('None is in use')
    site.services.readings.gateways = () => [
      { gateway: 'payments', calls: 1200, failures: 9, lastFailureAt: NOW, breaker: 'open' },
      { gateway: 'mail', calls: 3, failures: 0, lastFailureAt: null, breaker: null },
    ]
    const text = await page()
    expect(text).toMatch(
      /Payment provider Failed last on Nov 21, 2026.* Down: left alone for a while 1,200 9/,
    )
    expect(text).toMatch(/Mail server In use 3 0/)
  })
})
