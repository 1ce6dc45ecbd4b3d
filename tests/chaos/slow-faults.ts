import type { Fault } from './faults.ts'
import { type GateMode, SLOW_MS } from './gate.ts'
import { list } from './journeys-of-owners.ts'
import { ask, browse, contact, write } from './journeys-of-people.ts'
import { order } from './journeys-of-renters.ts'
import type { Member, World } from './people.ts'

/** How many ask for a slow service at once. */
const AT_ONCE = 20

type Slow = {
  service: string
  gate: 'paymentGate' | 'mailGate' | 'geminiGate' | 'pushGate' | 'bucketGate' | 'redisGate'
  /** What needs the service. */
  use: (world: World, member: Member) => Promise<void>
  users: 'renters' | 'owners'
}

const ofServices: readonly Slow[] = [
  {
    service: 'payment provider',
    gate: 'paymentGate',
    use: (world, member) => order(world, member, 'online'),
    users: 'renters',
  },
  { service: 'mail server', gate: 'mailGate', use: contact, users: 'renters' },
  { service: 'Gemini', gate: 'geminiGate', use: ask, users: 'renters' },
  { service: 'push service', gate: 'pushGate', use: write, users: 'renters' },
]
const ofBucket: Slow = { service: 'bucket of photos', gate: 'bucketGate', use: list, users: 'owners' }
const ofRedis: Slow = { service: 'Redis', gate: 'redisGate', use: browse, users: 'renters' }

const slow = (name: string, services: readonly Slow[]): Fault => ({
  name: `${name} slow (30 s), ${AT_ONCE} requests at once`,
  lasts: SLOW_MS + 2000,
  leavesOthers: true,
  async inject(world) {
    const set = async (mode: GateMode) => {
      for (const { gate } of services) await world.site[gate]!.set(mode)
    }
    await set('slow')
    const uses = services.flatMap(({ use, users }) =>
      Array.from({ length: AT_ONCE }, (_, i) => use(world, world[users][i % world[users].length]!)),
    )
    return async () => {
      await set('open')
      await Promise.all(uses)
    }
  },
})
const each = (service: Slow) => slow(service.service, [service])

/** Each service around a site is slow. For 20 people who pay at once there have to be as many renters. */
export const slowFaults = ofServices.map(each)
export const slowBucket = each(ofBucket)
export const slowRedis = each(ofRedis)
/** All of them at once. */
export const allSlow = slow('all services', ofServices)
