import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_JOB_ATTEMPTS } from '#domain/job/job.ts'
import { startSmtpEmulator } from '#gateways/mail/emulator.ts'
import { smtpMail } from '#gateways/mail/smtp.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { textOf } from '#tests/support/html.ts'
import * as people from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withSite } from '#tests/support/with-site.ts'
import { readOverview } from '../overview/overview.ts'
import { inTransaction, type Effect, recordEffects } from '../record.ts'
import { noteFailure } from '../sweep-each.ts'
import { doEffect } from './do-effect.ts'
import { runEffects } from './run-effects.ts'
import { takeTurn } from './take-turn.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const later = (hours: number) => site.services.clock.set(new Date(NOW.getTime() + hours * 3_600_000))
beforeEach(async () => {
  later(0)
  await site.services.db.deleteFrom('effect').execute()
})

const write = (...effects: Effect[]) =>
  inTransaction(site.services, async (tx) => {
    await recordEffects(tx, site.services, effects)
    return { ok: true as const }
  })
const welcome = (who: 'ramon' | 'olivia' = 'ramon'): Effect => ({
  kind: 'welcome-mail',
  payload: { accountId: site.cast[who].id },
})
const rows = () => site.services.db.selectFrom('effect').selectAll().orderBy('id').execute()
const run = (fails = false) =>
  runEffects(site.services, (effect) =>
    fails
      ? Promise.reject(Object.assign(new Error('for ana@hiram.test'), { code: 'ETIMEDOUT' }))
      : doEffect(site.services, site.services.mail, effect),
  )
/** Makes every effect fail until it is given up. */
async function giveUp() {
  for (let i = 0; i < MAX_JOB_ATTEMPTS; i++) {
    await run(true)
    site.services.clock.set((await rows()).at(-1)!.dueAt)
  }
  expect((await rows()).every(({ failedAt }) => failedAt !== null)).toBe(true)
  expect(site.services.errors.splice(0)).not.toEqual([])
}
const jobs = async (query = '') =>
  textOf(await (await site.visitor('amihan').get(`/admin/jobs${query}`)).text())
const waiting = async () => textOf(await (await site.visitor('amihan').get('/admin')).text())

describe('the page of jobs', () => {
  it('has what waits and what failed: what, about what, since when, tries, the last error and the next try', async () => {
    await write(welcome())
    await run(true)
    later(1)
    await write({ kind: 'close-checkout', payload: { sessionId: 'cs_1' } })
    const text = await jobs()
    expect(text).toContain('2 jobs')
    expect(text).toMatch(
      /Email of welcome.*accountId: .*Nov 21, 2026.* 1 The service did not answer\. Error ETIMEDOUT/,
    )
    expect(text).toMatch(/Closing a payment page.*sessionId: cs_1/)
    expect(text).not.toMatch(/ana@hiram/)
    expect(await jobs('?service=payments')).toContain('1 job')
    expect(await jobs('?status=retrying')).toContain('1 job')
    expect(await jobs('?status=failed')).toContain('No jobs match')
    await run()
    expect(await jobs()).toContain('Every job is done.')
  })

  it('never has what an admin wrote to somebody, not even one word of it', async () => {
    await write({ kind: 'suspension-mail', payload: { accountId: site.cast.ramon.id, reason: 'Spamming' } })
    const html = await (await site.visitor('amihan').get('/admin/jobs')).text()
    expect(html).toContain(site.cast.ramon.id)
    expect(html).not.toContain('Spamming')
    expect(await jobs('?search=Spamming')).toContain('No jobs match')
  })

  it('has what is done by the clock and fails, since when', async () => {
    const { services } = site
    const title = 'What is done by the clock could not all be done'
    expect(await jobs()).not.toContain(title)
    const broken = async () => [1, 2].forEach(() => noteFailure(new RangeError('broken')))
    await takeTurn(services, 'rentals', 0, broken)
    const text = await jobs()
    expect(text).toContain(title)
    expect(text).toMatch(/Deadlines of rentals: 2 things, since [A-Z][a-z]{2} \d+, \d{4}.* \(RangeError\)/)
    await takeTurn(services, 'rentals', 0, async () => {})
    expect(await jobs()).not.toContain(title)
  })

  it('is paged, and can be taken as a file', async () => {
    await write(...Array.from({ length: 30 }, () => welcome()))
    const page = await site.visitor('amihan').get('/admin/jobs')
    const next = /href="([^"]*after=[^"]+)"/.exec(await page.text())?.[1]
    expect(next).toBeTruthy()
    const csv = await (await site.visitor('amihan').get('/admin/jobs.csv')).text()
    expect(csv.trim().split('\r\n')).toHaveLength(31)
  })
})

describe('a job that failed', () => {
  it('is on the overview, and arrives when an admin retries it', async () => {
    await write(welcome())
    await giveUp()
    expect(await waiting()).toContain('See why 1 job failed, and retry it')
    const [failed] = await rows()
    const answer = await site
      .visitor('amihan')
      .post('/admin/jobs?status=failed', { intent: 'retry', jobId: String(failed!.id) })
    expect(toastOf(answer)).toBe('The job is tried again now.')
    expect((await rows())[0]).toMatchObject({ failedAt: null, attempts: 0 })
    expect(await run()).toBe(1)
    expect(await waiting()).not.toContain('failed, and retry')
    const events = await site.services.db
      .selectFrom('event')
      .selectAll()
      .where('subject', '=', 'job')
      .execute()
    expect(events.at(-1)).toMatchObject({
      subjectId: String(failed!.id),
      action: 'try-again',
      actorId: site.cast.amihan.id,
    })
  })

  it('is retried with all others that failed, and with none that wait', async () => {
    await write(welcome(), welcome('olivia'))
    await giveUp()
    await write(welcome())
    const [, , waits] = await rows()
    const answer = await site.visitor('amihan').post('/admin/jobs', { intent: 'retry-all' })
    expect(toastOf(answer)).toBe('All jobs that failed are tried again now.')
    expect((await rows()).map(({ failedAt }) => failedAt)).toEqual([null, null, null])
    expect((await rows())[2]).toEqual(waits)
    expect(await run()).toBe(3)
    const again = await site.visitor('amihan').post('/admin/jobs', { intent: 'retry-all' })
    expect(toastOf(again)).toBe('Error trying again: No job has failed any more.')
  })

  it('is not run a second time while it is being tried', async () => {
    await write(welcome())
    await run(true)
    later(1)
    const [began, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let calls = 0
    const doOne = () => {
      calls++
      began.resolve()
      return ends.promise
    }
    const first = runEffects(site.services, doOne)
    await began.promise
    const jobId = String((await rows())[0]!.id)
    const answer = await site.visitor('amihan').post('/admin/jobs', { intent: 'retry', jobId })
    expect(toastOf(answer)).toContain('is tried within a minute anyway')
    const second = runEffects(site.services, doOne)
    ends.resolve()
    await Promise.all([first, second])
    expect(calls).toBe(1)
  })

  it('that was done meanwhile is not run again', async () => {
    await write(welcome())
    await run()
    const before = await rows()
    const jobId = String(before[0]!.id)
    const answer = await site.visitor('amihan').post('/admin/jobs', { intent: 'retry', jobId })
    expect(toastOf(answer)).toContain('done meanwhile')
    expect(await rows()).toEqual(before)
  })
})

it('the overview says when something waits for over an hour', async () => {
  const { services, cast } = site
  const late = async () => (await readOverview(...people.asAdmin(services, cast.amihan))).lateJobs
  await write(welcome())
  later(0.9)
  expect(await late()).toBe(0)
  later(1.1)
  expect(await late()).toBe(1)
  expect(await waiting()).toContain('Look at 1 job that waits for over an hour')
  expect(await jobs('?status=late')).toContain('1 job')
})

it('the reply of a mail server is not kept, nor the address in it', async () => {
  const smtp = await startSmtpEmulator()
  const mail = smtpMail(smtp.url, 'Hiram <hello@hiram.test>')
  const { db } = site.services
  await db
    .updateTable('account')
    .set({ email: 'refused-ana@hiram.test' })
    .where('id', '=', site.cast.olivia.id)
    .execute()
  await write(welcome('olivia'))
  await doEffects(site.services, mail)
  await mail.close()
  await smtp.close()
  expect((await rows())[0]).toMatchObject({ attempts: 1, lastError: 'Error EENVELOPE 550' })
  expect(JSON.stringify(await rows())).not.toMatch(/refused|mailbox/)
  const reply = { lastError: '550 5.1.1 <ana@hiram.test>: no such mailbox' }
  await expect(db.updateTable('effect').set(reply).execute()).rejects.toThrow('effect_last_error_check')
})

it('done jobs are deleted after a week, and failed ones after 90 days', async () => {
  const sweep = async () => [
    await sweepOld(site.services, 'doneJobs'),
    await sweepOld(site.services, 'failedJobs'),
  ]
  await write(welcome(), welcome())
  await giveUp()
  await site.services.db.updateTable('effect').set({ failedAt: NOW }).execute()
  later(0)
  await write(welcome())
  await run()
  later(7 * 24 - 1)
  await write(welcome())
  expect(await sweep()).toEqual([0, 0])
  later(7 * 24 + 1)
  expect(await sweep()).toEqual([1, 0])
  expect(await rows()).toHaveLength(3)
  later(90 * 24 + 1)
  expect(await sweep()).toEqual([0, 2])
  expect(await rows()).toMatchObject([{ doneAt: null, failedAt: null }])
})
