import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPaymentEmulator, type RunningEmulator } from '#gateways/payments/emulator.ts'
import { audit } from '#tests/money/audit.ts'
import { gather } from '#tests/money/facts.ts'
import * as people from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import type { Job } from './payment-process.ts'

/** Two of a kind, which share the boundaries: in one the odd ones kill, in the other the even ones. */
const towns = [1, 2].map(() => withServices(['ramon', 'olivia', 'amihan']))
type Town = (typeof towns)[number]
const webhookSecret = 'whsk_of_the_kill_test'
const secretKey = 'sk_test_of_the_kill_test'
let emulator: RunningEmulator
beforeAll(async () => {
  emulator = await startPaymentEmulator({
    secretKey,
    webhookSecret,
    mode: 'test',
    port: 0,
    host: '127.0.0.1',
    settleRefundsAfterMs: 0,
    // Payments are as old as the towns' clocks say, whenever this runs.
    clock: { now: () => NOW },
  })
})
afterAll(() => emulator?.close())

/** Runs a process to its end, however that comes; `look` when it has caught up. */
function run(job: Job, look: () => Promise<void>): Promise<{ output: string; signal: string | null }> {
  const child = spawn(process.execPath, [
    resolve(import.meta.dirname, 'payment-process.ts'),
    JSON.stringify(job),
  ])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return new Promise((done, fail) => {
    child.stdout.once('data', () => {
      if (output.startsWith('caught up')) look().then(() => child.stdin.write('go on\n'), fail)
    })
    child.on('close', (_, signal) => done({ output, signal }))
  })
}

/**
 * Kills a process at each boundary in turn; each next one catches up with what it left, and then dies two boundaries
 * later. Returns the first at which none died.
 */
async function killEverywhere(town: Town, first: number): Promise<number> {
  const { services, cast, database } = town
  const lister = { owner: cast.olivia, admin: cast.amihan }
  const job = {
    databaseUrl: database.url!,
    emulator: { url: emulator.url, secretKey },
    webhookSecret,
    renter: cast.ramon,
    owner: cast.olivia,
    listingId: await people.listApproved(services, lister, { pricePerDay: 33_333 }),
  }
  let after: Job['after']
  for (let dieAt = first; ; dieAt += 2) {
    // What the one before left is caught up with in both ways, turn and turn about.
    const catchUp = dieAt % 4 < 2 ? 'again' : 'alone'
    // No two orders have one number at the provider, which both towns share.
    const at = new Date(NOW.getTime() + dieAt * 3_600_000 + towns.indexOf(town)).toISOString()
    const next = { key: randomUUID(), at, dieAt }
    const { output, signal } = await run({ ...job, catchUp, after, next }, () =>
      everythingIsRight(town, after!.key, catchUp),
    )
    const said = output.split('\n').filter(Boolean)
    if (after) expect(said.shift(), output).toBe('caught up')
    after = next
    if (said[0] === 'done') return dieAt
    expect({ signal, said }).toEqual({ signal: 'SIGKILL', said: [] })
  }
}

/** Nothing is wrong in the whole town, and for the order there is one payment and one refund of it, or neither. */
async function everythingIsRight({ services, cast }: Town, key: string, catchUp: Job['catchUp']) {
  const facts = await gather(services.db, [cast.ramon.id])
  const provider = emulator.list()
  expect(audit(facts, provider)).toEqual([])
  const { db } = services
  const order = await db
    .selectFrom('order')
    .select('number')
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  const checkouts = provider.checkouts
    .filter(({ reference }) => reference === order?.number)
    .map(({ id }) => id)
  const payments = provider.payments.filter(({ sessionId }) => checkouts.includes(sessionId))
  const refunds = provider.refunds.filter(({ paymentId }) => payments.some(({ id }) => id === paymentId))
  if (catchUp === 'again') expect(payments).toHaveLength(1)
  expect(refunds.map(({ amount }) => amount)).toEqual(payments.map(({ amount }) => amount))
}

it('a process killed at any boundary costs nobody anything, whether people press again or never come back', async () => {
  const [odd, even] = await Promise.all(towns.map((town, i) => killEverywhere(town, i + 1)))
  expect(Math.abs(odd! - even!)).toBe(1)
  expect(odd).toBeGreaterThan(30)
}, 900_000)
