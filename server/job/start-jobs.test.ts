import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#domain/period.ts'
import { smtpMail } from '#gateways/mail/smtp.ts'
import { startSmtpEmulator } from '#gateways/mail/emulator.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { inTransaction, type Effect, recordEffects } from '../record.ts'
import { startJobs } from './start-jobs.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { reset, order, list, minutes } = paying(fixture)
beforeEach(reset)

const often = { effectsEveryMs: 20, sweepsEveryMs: 50 }
let hanging: Awaited<ReturnType<typeof hangingServer>>
beforeEach(async () => void (hanging = await hangingServer()))
afterEach(() => hanging.close())

/** A server that accepts connections and never answers. */
async function hangingServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    isWaitedFor: () => sockets.size > 0,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function until(what: () => boolean | Promise<boolean>) {
  while (!(await what())) await wait(10)
}
const write = (effects: Effect[]) =>
  inTransaction(fixture.services, async (tx) => {
    await recordEffects(tx, fixture.services, effects)
    return { ok: true as const }
  })
const open = async (kind: Effect['kind']) =>
  fixture.services.db
    .selectFrom('effect')
    .selectAll()
    .where('kind', '=', kind)
    .where('doneAt', 'is', null)
    .execute()
const rentalsOf = (orderId: string) =>
  fixture.services.db.selectFrom('rental').select('status').where('orderId', '=', orderId).execute()
const welcome = (): Effect => ({ kind: 'welcome-mail', payload: { accountId: fixture.cast.ramon.id } })

describe('a mail server that accepts connections and never answers', () => {
  it(
    'delays neither the deadlines of rentals and orders nor what other services do',
    { timeout: 120_000 },
    async () => {
      const { services, cast } = fixture
      const cash = await people.rent(services, cast.ramon, [await list()], { startDate: addDays(TODAY, 1) })
      const unpaid = await order(cast.ramon, [await list()])
      await reset()
      await write(Array.from({ length: 30 }, welcome))
      const mail = smtpMail(hanging.url, 'Hiram <hello@hiram.test>')
      const jobs = startJobs(services, mail, often)
      try {
        await until(hanging.isWaitedFor)
        minutes(60)
        await until(async () => (await rentalsOf(unpaid.id))[0]!.status === 'Cancelled')
        minutes(3 * 24 * 60)
        await until(async () => (await rentalsOf(cash.orderId))[0]!.status === 'Rejected')
        await write([{ kind: 'remove-photo', payload: { photoId: '0199a000-0000-7000-8000-000000000000' } }])
        await until(async () => (await open('remove-photo')).length === 0)
        await until(async () => (await open('close-checkout')).length === 0)
        expect(await open('welcome-mail')).toHaveLength(30)
      } finally {
        await hanging.close()
        await jobs.stop()
        await mail.close()
      }
    },
  )

  it('is tried again, and the mails arrive once it is back', { timeout: 120_000 }, async () => {
    await write([welcome(), welcome()])
    const away = smtpMail(hanging.url, 'Hiram <hello@hiram.test>')
    const jobs = startJobs(fixture.services, away, often)
    await until(hanging.isWaitedFor)
    await hanging.close()
    await until(async () => (await open('welcome-mail')).every(({ lastError }) => lastError !== null))
    await jobs.stop()
    await away.close()
    minutes(10)
    const smtp = await startSmtpEmulator()
    const back = smtpMail(smtp.url, 'Hiram <hello@hiram.test>')
    const again = startJobs(fixture.services, back, often)
    await until(async () => (await open('welcome-mail')).length === 0)
    await again.stop()
    await back.close()
    await smtp.close()
    expect(smtp.delivered).toHaveLength(2)
  })
})

// Spec: D44
it('however many other mails wait or hang, a link for a new password is mailed at once', async () => {
  const { services, cast } = fixture
  const accountId = cast.ramon.id
  await write(Array.from({ length: 30 }, () => ({ kind: 'calendar-address-mail', payload: { accountId } })))
  const release: (() => void)[] = []
  const isReset = ({ subject }: { subject: string }) => subject === 'Set a new password'
  const mail = {
    ...services.mail,
    send: (each: Parameters<typeof services.mail.send>[0]) =>
      isReset(each) ? services.mail.send(each) : new Promise<void>((done) => void release.push(done)),
  }
  const jobs = startJobs(services, mail, often)
  try {
    await until(() => release.length === 5)
    const expiresAt = new Date(services.clock.now().getTime() + 3_600_000).toISOString()
    await write([{ kind: 'password-reset-mail', payload: { accountId, expiresAt } }])
    await until(async () => (await open('password-reset-mail')).length === 0)
    expect((await services.mail.list(1)).filter(isReset)).toHaveLength(1)
    expect(await open('calendar-address-mail')).toHaveLength(30)
  } finally {
    const stopped = jobs.stop()
    release.forEach((go) => go())
    await stopped
  }
})

describe('a stop', () => {
  it('waits for what runs, but no longer than it may', async () => {
    const { services } = fixture
    await write([welcome()])
    let [begun, release] = [false, () => {}]
    const mail = {
      ...services.mail,
      send: () => new Promise<void>((done) => void ((begun = true), (release = done))),
    }
    const jobs = startJobs(services, mail, { ...often, stopMs: 100 })
    await until(() => begun)
    const warn = vi.spyOn(services.log, 'warn')
    await jobs.stop()
    expect(warn.mock.calls).toEqual([['stopped while jobs were running']])
    warn.mockRestore()
    release()
    await until(async () => (await open('welcome-mail')).length === 0)
  })

  it('lets a sweep begin no other of its things', async () => {
    const { services, cast } = fixture
    const ids: string[] = []
    for (let i = 0; i < 2; i++) {
      ids.push((await order(cast.ramon, [await list()])).id)
      await services.db.deleteFrom('cartLine').execute()
    }
    minutes(60)
    const cancelled = async () => {
      const rentals = (await Promise.all(ids.map(rentalsOf))).flat()
      return rentals.filter(({ status }) => status === 'Cancelled').length
    }
    let stopped: Promise<void> | undefined
    const jobs = startJobs(
      {
        ...services,
        afterCommit(_stale, _effects, events) {
          if (events.some(({ subject }) => subject === 'order')) stopped ??= jobs.stop()
        },
      },
      services.mail,
      often,
    )
    await until(() => stopped !== undefined)
    await stopped
    expect(await cancelled()).toBe(1)
    const again = startJobs(services, services.mail, often)
    await until(async () => (await cancelled()) === 2)
    await again.stop()
  })
})
