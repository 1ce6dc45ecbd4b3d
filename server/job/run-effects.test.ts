import { sql } from 'kysely'
import { describe, expect, it, beforeEach, vi } from 'vitest'
import { JobFailure } from '#domain/job/job-failure.ts'
import { kindsOf, MAX_JOB_ATTEMPTS } from '#domain/job/job.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { nodesOf, type Statement, statementsOf } from '#tests/support/hot-statements.ts'
import * as people from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { doEffect } from './do-effect.ts'
import { openEffectLanes } from './effect-lanes.ts'
import { runEffects } from './run-effects.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const START = new Date(Date.now() + 3_600_000)
const later = (seconds: number) => fixture.services.clock.set(new Date(START.getTime() + seconds * 1000))

beforeEach(async () => {
  await fixture.services.db.deleteFrom('effect').execute()
  later(0)
})

/** Writes `n` effects, as a change does. */
const write = (n: number) =>
  inTransaction(fixture.services, async (tx) => {
    const effects = Array.from({ length: n }, (_, i) => ({
      kind: 'welcome-mail' as const,
      payload: { accountId: `00000000-0000-0000-0000-${String(i).padStart(12, '0')}` },
    }))
    await recordEffects(tx, fixture.services, effects)
    return { ok: true as const }
  })
const rows = () => fixture.services.db.selectFrom('effect').selectAll().orderBy('id').execute()

/** Records which effects are done; fails while `failing` returns true. */
function doer(failing: (attempt: number) => boolean = () => false) {
  const done: number[] = []
  let attempts = 0
  return {
    done,
    attempts: () => attempts,
    async run(effect: { id: number }) {
      attempts++
      if (failing(attempts)) throw new Error('the mail server is away')
      done.push(effect.id)
    },
  }
}

describe('the outbox', () => {
  it('does every effect once, in the order in which they were written', async () => {
    await write(47)
    const { done, run } = doer()
    expect(await runEffects(fixture.services, run)).toBe(47)
    expect(done).toEqual((await rows()).map(({ id }) => id))
    expect(await runEffects(fixture.services, run)).toBe(0)
    expect(done).toHaveLength(47)
    expect((await rows()).every((row) => row.doneAt !== null && row.attempts === 1)).toBe(true)
  })

  it('has no effect of a change that was refused', async () => {
    const commits = fixture.services.commits
    await inTransaction(fixture.services, async (tx) => {
      await recordEffects(tx, fixture.services, [{ kind: 'welcome-mail', payload: { accountId: 'x' } }])
      return { ok: false as const }
    })
    expect(await rows()).toEqual([])
    expect(fixture.services.commits).toBe(commits)
    await write(1)
    expect(fixture.services.commits).toBe(commits + 1)
  })

  it('does an effect that was written while the clock was a day ahead, and no other before its time', async () => {
    later(24 * 3600)
    await write(1)
    later(600)
    await write(1)
    later(0)
    const { done, run } = doer()
    expect(await runEffects(fixture.services, run)).toBe(1)
    expect(done).toEqual([(await rows())[0]!.id])
  })

  // Spec: S9.18
  it('tries a failed effect again, later each time, and the others meanwhile', async () => {
    await write(2)
    const { done, run, attempts } = doer((attempt) => attempt === 1 || attempt === 3)
    expect(await runEffects(fixture.services, run)).toBe(1)
    expect(await rows()).toMatchObject([
      {
        attempts: 1,
        doneAt: null,
        lastError: 'Error',
        dueAt: new Date(START.getTime() + 30_000),
      },
      { attempts: 1, lastError: null },
    ])
    later(29)
    expect(await runEffects(fixture.services, run)).toBe(0)
    later(30)
    expect(await runEffects(fixture.services, run)).toBe(0)
    expect(attempts()).toBe(3)
    expect((await rows())[0]).toMatchObject({ attempts: 2, dueAt: new Date(START.getTime() + 90_000) })
    later(90)
    expect(await runEffects(fixture.services, run)).toBe(1)
    expect(done).toHaveLength(2)
    expect((await rows())[0]).toMatchObject({
      attempts: 3,
      lastError: null,
      doneAt: new Date(START.getTime() + 90_000),
    })
  })

  it('keeps an effect done when an earlier try, whose lease ended, fails at last', async () => {
    await write(1)
    let fail = (_error: Error) => {}
    const hanging = runEffects(fixture.services, () => new Promise((_, reject) => (fail = reject)))
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }))
    later(61)
    const { run, done } = doer()
    expect(await runEffects(fixture.services, run)).toBe(1)
    const [before] = await rows()
    fail(new Error('too late'))
    await hanging
    expect(done).toHaveLength(1)
    expect(await rows()).toEqual([before])
  })

  it('marks what was done also when the database fails once in between', async () => {
    await write(2)
    const { run, done } = doer()
    const { db } = fixture.services
    let isLost = false
    const lossy = new Proxy(db, {
      get: (own, name) => {
        if (name === 'getExecutor' && done.length === 1 && !isLost) {
          isLost = true
          throw new Error('Connection terminated unexpectedly')
        }
        const value: unknown = Reflect.get(own, name)
        return typeof value === 'function' ? value.bind(own) : value
      },
    })
    await expect(runEffects({ ...fixture.services, db: lossy }, run)).rejects.toThrow('terminated')
    later(61)
    await runEffects(fixture.services, run)
    expect(done).toHaveLength(2)
  })

  it('gives up, loudly, after tries that took three days', async () => {
    await write(1)
    const { run, attempts } = doer(() => true)
    let hours = 0
    for (let i = 0; i < 50; i++) {
      await runEffects(fixture.services, run)
      const [row] = await rows()
      hours = (row!.dueAt.getTime() - START.getTime()) / 3_600_000
      fixture.services.clock.set(row!.dueAt)
    }
    expect(attempts()).toBe(MAX_JOB_ATTEMPTS)
    expect(hours).toBeGreaterThan(72)
    expect(hours).toBeLessThan(76)
    expect((await rows())[0]).toMatchObject({
      attempts: MAX_JOB_ATTEMPTS,
      doneAt: null,
      failedAt: expect.any(Date),
    })
    expect(fixture.services.errors.splice(0)).toEqual([expect.stringContaining('effect failed')])
  })

  it('gives up at once what its service refuses for good, without an alarm', async () => {
    await write(1)
    const refuse = () => Promise.reject(new JobFailure(new Error('550 no such mailbox'), 'never'))
    await runEffects(fixture.services, refuse)
    expect(await rows()).toMatchObject([{ attempts: 1, failedAt: START, doneAt: null, lastError: 'Error' }])
    expect(fixture.services.errors).toEqual([])
  })

  it('waits as long as its service asks, up to the longest wait', async () => {
    await write(1)
    for (const [asked, waited] of [
      [600, 600],
      [1, 60],
      [86_400, 10_800],
    ] as const) {
      const { dueAt } = (await rows())[0]!
      fixture.services.clock.set(dueAt)
      await runEffects(fixture.services, () => Promise.reject(new JobFailure(new Error('later'), asked)))
      expect((await rows())[0]!.dueAt.getTime() - dueAt.getTime()).toBe(waited * 1000)
    }
  })

  it('repeats what a dead process left, once its lease has ended', async () => {
    await write(1)
    const dying = runEffects(fixture.services, () => new Promise(() => {}))
    void dying
    while ((await rows())[0]!.attempts === 0) await new Promise((done) => setTimeout(done, 5))
    const { done, run } = doer()
    later(59)
    expect(await runEffects(fixture.services, run)).toBe(0)
    later(61)
    expect(await runEffects(fixture.services, run)).toBe(1)
    expect(done).toHaveLength(1)
  })

  it('renews the lease of what runs for long, for 15 minutes', async () => {
    await write(1)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let release = () => {}
      const slow = runEffects(fixture.services, () => new Promise<void>((done) => (release = done)))
      await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }))
      const { done, run } = doer()
      for (let second = 20; second <= 900; second += 20) {
        later(second)
        expect(await runEffects(fixture.services, run)).toBe(0)
        vi.advanceTimersByTime(20_000)
        const until = new Date(START.getTime() + (second + 60) * 1000)
        await vi.waitFor(async () => expect((await rows())[0]!.dueAt).toEqual(until))
      }
      later(920)
      vi.advanceTimersByTime(20_000)
      later(960)
      expect(await runEffects(fixture.services, run)).toBe(1)
      expect(done).toHaveLength(1)
      release()
      await slow
    } finally {
      vi.useRealTimers()
    }
  })

  it('gives up, loudly, what ends its process in every try', async () => {
    await write(1)
    const { run, attempts } = doer()
    // Nobody renews the lease of a process that ended.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    for (let i = 0; i < MAX_JOB_ATTEMPTS; i++) {
      later(i * 61)
      void runEffects(fixture.services, () => new Promise(() => {}))
      await vi.waitFor(async () => expect((await rows())[0]!.attempts).toBe(i + 1))
    }
    vi.useRealTimers()
    later(MAX_JOB_ATTEMPTS * 61)
    expect(await runEffects(fixture.services, run)).toBe(0)
    expect(attempts()).toBe(0)
    expect((await rows())[0]).toMatchObject({
      doneAt: null,
      failedAt: fixture.services.clock.now(),
      lastError: 'Interrupted',
    })
    expect(fixture.services.errors.splice(0)).toEqual([expect.stringContaining('effect failed')])
  })

  it('is shared by several runners without doing anything twice', async () => {
    await write(200)
    const { done, run } = doer()
    const slowly = async (effect: { id: number }) => {
      await new Promise((next) => setTimeout(next, 1))
      await run(effect)
    }
    const counts = await Promise.all([1, 2, 3].map(() => runEffects(fixture.services, slowly)))
    expect(counts.reduce((a, b) => a + b, 0)).toBe(200)
    expect(new Set(done).size).toBe(200)
    expect(done).toHaveLength(200)
  })

  it('leases no more than can begin, also where statistics say that the table is empty', async () => {
    await sql`analyze effect`.execute(fixture.services.db)
    await write(30)
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    const all = runEffects(fixture.services, () => released, undefined, { atOnce: 5 })
    await vi.waitFor(async () => expect((await rows()).some(({ attempts }) => attempts > 0)).toBe(true))
    expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(5)
    release()
    expect(await all).toBe(30)
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  it('reads only what it leases, however many wait, and whatever the statistics say', async () => {
    const { db } = fixture.services
    await sql`analyze effect`.execute(db)
    const now = fixture.services.clock.now()
    await sql`insert into effect (kind, payload, created_at, due_at)
      select 'refund-mail', '{}', ${now}, ${now}::timestamptz + n * interval '1 second'
      from generate_series(-5000, 5000) n where n <> 0`.execute(db)
    const { connection } = fixture.services
    let isDone = false
    const said = await statementsOf(connection, () =>
      runEffects(
        fixture.services,
        async () => void (isDone = true),
        () => isDone,
      ),
    )
    const readBy = async (statement: Statement) =>
      (await nodesOf(connection, statement))
        .filter(({ table }) => table === 'effect')
        .reduce((sum, { read }) => sum + read, 0)
    expect(await readBy(said[0]!)).toBeLessThan(20)
    await sql`delete from effect where due_at <= ${now}`.execute(db)
    expect(await readBy(said[0]!)).toBe(0)
    const lanes = openEffectLanes(fixture.services, fixture.services.mail, () => false)
    const asked = await statementsOf(connection, async () => {
      lanes.wake()
      await lanes.done()
    })
    expect(await readBy(asked[0]!)).toBe(0)
  })

  it('does not repeat what another runner has done meanwhile', async () => {
    await write(5)
    const { done, run } = doer()
    const slow = async (effect: { id: number }) => {
      later((done.length + 1) * 40)
      await run(effect)
      if (done.length === 2) await runEffects(fixture.services, run)
    }
    expect(await runEffects(fixture.services, slow)).toBe(2)
    expect(done).toHaveLength(5)
    expect(new Set(done).size).toBe(5)
  })

  it('begins no other effect after being stopped, and loses none', async () => {
    await write(30)
    const { done, run } = doer()
    await runEffects(fixture.services, run, () => done.length > 0)
    expect(done).toHaveLength(1)
    expect((await rows()).filter(({ doneAt }) => doneAt)).toHaveLength(1)
    await runEffects(fixture.services, run)
    expect(done).toHaveLength(30)
  })
})

describe('lanes', () => {
  it('separate slow services: a few of their effects run at once, and nothing else waits', async () => {
    await write(2)
    await inTransaction(fixture.services, async (tx) => {
      const reply = { kind: 'assistant-reply' as const, payload: { threadId: 'x' } }
      await recordEffects(
        tx,
        fixture.services,
        Array.from({ length: 7 }, () => reply),
      )
      return { ok: true as const }
    })
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    let [atOnce, most] = [0, 0]
    const slow = async () => {
      most = Math.max(most, ++atOnce)
      await released
      atOnce--
    }
    const replies = runEffects(fixture.services, slow, undefined, {
      kinds: kindsOf('assistant'),
      atOnce: 3,
    })
    const { done, run } = doer()
    expect(await runEffects(fixture.services, run, undefined, { kinds: kindsOf('account-mail') })).toBe(2)
    expect(done).toHaveLength(2)
    while (atOnce < 3) await new Promise((next) => setTimeout(next, 5))
    const leased = (await rows()).filter(({ kind, attempts }) => kind === 'assistant-reply' && attempts > 0)
    expect(leased).toHaveLength(3)
    release()
    expect(await replies).toBe(7)
    expect(most).toBe(3)
  })
})

describe('several at once', () => {
  it('go on while one hangs, which blocks only itself', async () => {
    await write(30)
    const [first] = await rows()
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    const { done, run } = doer()
    const all = runEffects(
      fixture.services,
      async (effect) => {
        if (effect.id === first!.id) await released
        await run(effect)
      },
      undefined,
      { atOnce: 3 },
    )
    while (done.length < 29) await new Promise((next) => setTimeout(next, 5))
    const open = (await rows()).filter(({ id, doneAt }) => doneAt === null && id === first!.id)
    expect(open).toMatchObject([{ attempts: 1 }])
    release()
    expect(await all).toBe(30)
    expect((await rows()).every(({ doneAt, attempts }) => doneAt !== null && attempts === 1)).toBe(true)
  })

  it('go on once the database is back that failed while one hangs', async () => {
    await write(2)
    const [first] = await rows()
    let [release, wake, isAway] = [() => {}, () => {}, false]
    const released = new Promise<void>((done) => (release = done))
    const { done, run } = doer()
    const hang = async (effect: { id: number }) => {
      if (effect.id === first!.id) await released
      else isAway = done.length === 0
      await run(effect)
    }
    const { db } = fixture.services
    const getExecutor = () => {
      if (isAway) throw new Error('the database is away')
      return db.getExecutor()
    }
    const services = { ...fixture.services, db: Object.create(db, { getExecutor: { value: getExecutor } }) }
    const all = runEffects(services, hang, undefined, { atOnce: 3, listen: (w) => (wake = w) })
    await vi.waitFor(() => expect(done).toHaveLength(1))
    await write(1)
    wake()
    isAway = false
    wake()
    await vi.waitFor(() => expect(done).toHaveLength(2), { timeout: 20_000 })
    release()
    expect(await all).toBe(3)
    expect((await rows()).every(({ doneAt, attempts }) => doneAt !== null && attempts === 1)).toBe(true)
  })

  it('leave their places to what is written while one hangs, once they are woken', async () => {
    await write(1)
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    const { done, run } = doer()
    const hang = async (effect: { id: number }) => {
      if (effect.id === (await rows())[0]!.id) await released
      await run(effect)
    }
    let wake = () => {}
    const all = runEffects(fixture.services, hang, undefined, { atOnce: 3, listen: (w) => (wake = w) })
    await vi.waitFor(async () => expect((await rows())[0]!.attempts).toBe(1))
    await write(5)
    wake()
    await vi.waitFor(() => expect(done).toHaveLength(5), { timeout: 20_000 })
    release()
    expect(await all).toBe(6)
  })

  it('are done once, also one that takes longer than its lease', async () => {
    await write(1)
    const { done, run } = doer()
    const slow = async (effect: { id: number }) => {
      await run(effect)
      if (done.length === 1) later(61)
    }
    expect(await runEffects(fixture.services, slow, undefined, { atOnce: 3 })).toBe(1)
    expect(done).toHaveLength(1)
    expect(await rows()).toMatchObject([{ attempts: 1, doneAt: expect.any(Date) }])
  })

  it('end before an error of the database is thrown', async () => {
    await write(3)
    const { done, run } = doer()
    const lost = new Error('the database is away')
    const third = (await rows())[2]!.id
    const services: typeof fixture.services = {
      ...fixture.services,
      get db() {
        if (done.length > 0) throw lost
        return fixture.services.db
      },
    }
    const slowly = async (effect: { id: number }) => {
      if (effect.id === third) await new Promise((next) => setTimeout(next, 20))
      await run(effect)
    }
    const running = runEffects(services, slowly, undefined, { atOnce: 3 })
    await expect(running).rejects.toThrow(lost)
    expect(done).toHaveLength(3)
  })
})

describe('what the effects of a rental do', () => {
  // Spec: D31
  it('mails reach both sides, once each, also when done twice', async () => {
    const services = await testServices(fixture.services.connection)
    const listingId = await people.listApproved(
      services,
      { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
      { pricePerDay: 45_000 },
    )
    const { orderNumber } = await people.rent(services, fixture.cast.ramon, [listingId], { durationDays: 3 })
    services.clock.set(START)
    const twice = async (effect: Parameters<typeof doEffect>[2]) => {
      await doEffect(services, services.mail, effect)
      await doEffect(services, services.mail, effect)
    }
    await runEffects(services, twice)
    const mails = await services.mail.list(10)
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['owner@hiram.test', 'Ramon D. would like to rent your 4-person tent'],
      ['owner@hiram.test', 'Your 4-person tent is listed'],
      ['renter@hiram.test', 'Your request for 4-person tent'],
    ])
    const { text } = mails.find(({ to }) => to === 'renter@hiram.test')!
    expect(text).toContain('Dates: Nov 22, 2026 to Nov 24, 2026 (3 days)\nDelivery option: Pick-up\n')
    expect(text).toContain('Total: ₱1,417.50')
    expect(text).toContain(`Order: ${orderNumber}`)
    expect(text).toContain('http://localhost:3000/login?next=/profile/rental-tracker')
    await services.close()
  })

  it('mails with a deleted subject are not sent, and are marked as done', async () => {
    await write(1)
    expect(await doEffects(fixture.services)).toBe(1)
    expect(await fixture.services.mail.list(10)).toEqual([])
  })
})
