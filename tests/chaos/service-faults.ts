import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { PaymentFault } from '#gateways/payments/emulator/faults.ts'
import { fillDisk } from '#tests/support/small-disk.ts'
import type { Fault } from './faults.ts'
import type { GateMode } from './gate.ts'
import type { World } from './people.ts'

const DAY = 86_400_000
const DEADLOCK = '40P01'
const nothing = async () => {}

const connectionsCut: Fault = {
  name: 'database connections cut one by one',
  lasts: 0,
  async inject({ site }) {
    const rows = await site.postgres!.ask(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
    )
    for (const { pid } of rows) {
      await site.postgres!.ask(`select pg_terminate_backend(${Number(pid)})`)
      await wait(20)
    }
    return nothing
  },
}

const longLock: Fault = {
  name: 'pool exhausted by a long lock',
  lasts: 3000,
  async inject({ site }) {
    const client = new pg.Client({ connectionString: site.postgres!.url })
    await client.connect()
    // PostgreSQL may end either side of a deadlock with a transaction of the site: then the locks are taken anew.
    const lock = async (): Promise<unknown> =>
      client
        .query('begin; lock table rental, listing, message, account in access exclusive mode')
        .catch(async (error: pg.DatabaseError) => {
          if (error.code !== DEADLOCK) throw error
          await client.query('rollback')
          return lock()
        })
    await lock()
    return () => client.end()
  },
}

type Gated = 'paymentGate' | 'mailGate' | 'geminiGate' | 'pushGate' | 'bucketGate' | 'redisGate'

const away = (service: string, gate: Gated, how: string, mode: GateMode): Fault => ({
  name: `${service} ${how}`,
  lasts: 2500,
  leavesOthers: true,
  async inject({ site }) {
    await site[gate]!.set(mode)
    return () => site[gate]!.set('open')
  },
})

/** A service that is down, that accepts and never answers, and that answers with something else. */
const ways = (service: string, gate: Gated): Fault[] => [
  away(service, gate, 'down', 'closed'),
  away(service, gate, 'silent', 'mute'),
  away(service, gate, 'answers nonsense', 'nonsense'),
]
const twice = (service: string, gate: Gated) => away(service, gate, 'gives each answer twice', 'twice')

const mailFault = (name: string, fault: NonNullable<World['site']['smtp']['fault']>): Fault => ({
  name: `mail server ${name}`,
  lasts: 2500,
  leavesOthers: true,
  async inject({ site }) {
    site.smtp.fault = fault
    return async () => (site.smtp.fault = null)
  },
})

const provider = (name: string, fault: PaymentFault): Fault => ({
  name: `payment provider ${name}`,
  lasts: 2500,
  leavesOthers: true,
  async inject({ site }) {
    site.provider.faults.add({ ...fault, times: 1e6 })
    return async () => site.provider.faults.clear()
  },
})

const webhooksTwice: Fault = {
  name: 'payment provider sends each event twice, out of order',
  lasts: 2500,
  async inject({ site }) {
    site.provider.webhooks.set({ copies: 2, outOfOrder: true })
    return async () => {
      site.provider.webhooks.release()
      site.provider.webhooks.set()
    }
  },
}

const streamsCut: Fault = {
  name: 'event streams cut',
  lasts: 1000,
  async inject({ followers }) {
    for (let i = 0; i < 5; i++) {
      for (const follower of followers) follower.cut()
      await wait(200)
    }
    return nothing
  },
}

const diskFull: Fault = {
  name: 'disk of photos full',
  lasts: 1500,
  async inject({ site }) {
    const filler = fillDisk(site.images)
    return async () => rmSync(filler)
  },
}

const databaseDiskFull: Fault = {
  name: 'disk of the database full',
  lasts: 2500,
  async inject({ site }) {
    const filler = fillDisk(site.databaseDisk!)
    return async () => {
      rmSync(filler)
      // What could not go on, or recover, has ended, and is started again as a supervisor does.
      const isUp = () => site.postgres?.ask('select 1').then(...answersWhether) ?? true
      for (let tries = 0; !(await isUp()); tries++) {
        if (tries === 10) await site.postgres!.start()
        await wait(100)
      }
      for (const server of site.servers) if (server.hasEnded()) await server.start()
    }
  },
}
const answersWhether = [() => true, () => false] as const

/** Mounts a file system anew. It is refused as busy while a file is being written, so it is tried for 10 seconds. */
async function remount(folder: string, how: 'ro' | 'rw'): Promise<void> {
  for (let tries = 100; ; tries--) {
    try {
      execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'pipe' })
      return
    } catch (error) {
      if (tries === 0) throw error
      await wait(100)
    }
  }
}

const folderReadOnly: Fault = {
  name: 'folder of photos read-only',
  lasts: 1500,
  async inject({ site }) {
    if (!site.smallDisk) {
      chmodSync(site.images, 0o555)
      return async () => chmodSync(site.images, 0o755)
    }
    await remount(site.images, 'ro')
    return () => remount(site.images, 'rw')
  },
}

const clockJumps = (name: string, ms: number): Fault => ({
  name: `clock ${name}, and back`,
  lasts: 1500,
  async inject({ site }) {
    site.moveClock(ms)
    return async () => site.moveClock(-ms)
  },
})

/** The faults of what a site on the embedded database stores on its own disks, and of its clock. */
export const storageFaults: readonly Fault[] = [
  diskFull,
  databaseDiskFull,
  folderReadOnly,
  clockJumps('a day ahead', DAY),
  clockJumps('a day back', -DAY),
]

/**
 * The faults of services around a site on PostgreSQL, in this order. The clock jumps before the provider is silent: a
 * refund that the provider makes 30 seconds after it was asked must not look a day old meanwhile.
 */
export const serviceFaults: readonly Fault[] = [
  connectionsCut,
  longLock,
  ...storageFaults,
  ...ways('mail server', 'mailGate'),
  mailFault('accepts and does not confirm', 'silent'),
  mailFault('confirms each message twice', 'twice'),
  provider('drops connections', { do: 'drop-before' }),
  provider('silent', { do: 'slow', ms: 30_000 }),
  provider('answers nonsense', { do: 'garbage' }),
  provider('does what is asked and drops the answer', { do: 'drop-after' }),
  twice('payment provider', 'paymentGate'),
  webhooksTwice,
  ...ways('Gemini', 'geminiGate'),
  twice('Gemini', 'geminiGate'),
  ...ways('push service', 'pushGate'),
  twice('push service', 'pushGate'),
  streamsCut,
]

const ofPostgres: readonly Fault[] = [connectionsCut, longLock]

/** Those of a site on the embedded database. */
export const embeddedFaults = serviceFaults.filter((fault) => !ofPostgres.includes(fault))

/** The faults of a bucket of photos, of a site that has one. */
export const bucketFaults = [
  ...ways('bucket of photos', 'bucketGate'),
  twice('bucket of photos', 'bucketGate'),
]

/** The faults of Redis, of a site that has one. */
export const redisFaults = [...ways('Redis', 'redisGate'), twice('Redis', 'redisGate')]

/** Why a fault can't be made here; null where it can. */
export function whyNot(fault: Fault, { site }: World): string | null {
  const mayWriteAnywhere = process.getuid?.() === 0 && !site.smallDisk
  if (fault === diskFull && !site.smallDisk) return 'no small disk can be mounted here'
  if (fault === databaseDiskFull && !site.databaseDisk) return 'no small disk can be mounted here'
  if (fault === folderReadOnly && mayWriteAnywhere) return 'root writes into read-only folders'
  return null
}
