import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPaymentEmulator, type RunningEmulator } from '#gateways/payments/emulator.ts'
import { audit } from '#tests/money/audit.ts'
import { gather } from '#tests/money/facts.ts'
import * as people from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import type { Job } from './payment-process.ts'

/** Two of each, which share the boundaries: in one the process dies at odd boundaries, in the other at even ones. */
const fixtures = [1, 2].map(() => withServices(['ramon', 'olivia', 'amihan']))
type Fixture = (typeof fixtures)[number]
const webhookSecret = 'whsk_of_the_kill_test'
const secretKey = 'sk_test_of_the_kill_test'
/** The bundled program of the process that is killed: its source takes three times the CPU to start. */
const folder = mkdtempSync(path.join(tmpdir(), 'hiram-payment-kill-'))
let emulator: RunningEmulator
beforeAll(async () => {
  await build({
    input: path.join(import.meta.dirname, 'payment-process.ts'),
    platform: 'node',
    logLevel: 'silent',
    output: { dir: folder, entryFileNames: 'process.mjs', chunkFileNames: '[name].mjs' },
  })
  emulator = await startPaymentEmulator({
    secretKey,
    webhookSecret,
    mode: 'test',
    port: 0,
    host: '127.0.0.1',
    settleRefundsAfterMs: 0,
    // Payments have the times of the fixtures' clocks, whenever this runs.
    clock: { now: () => NOW },
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await emulator?.close()
})

/** Runs a process until it ends in any way; calls `look` when it has caught up. */
function run(job: Job, look: () => Promise<void>): Promise<{ output: string; signal: string | null }> {
  const child = spawn(process.execPath, [path.join(folder, 'process.mjs'), JSON.stringify(job)], {
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compile') },
  })
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
 * Kills a process at each boundary in turn; each next process catches up with what it left, and then dies two
 * boundaries later. Returns the first boundary at which none died.
 */
async function killEverywhere(fixture: Fixture, first: number): Promise<number> {
  const { services, cast, database } = fixture
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
    // The two ways to catch up alternate.
    const catchUp = dieAt % 4 < 2 ? 'again' : 'alone'
    // Both fixtures share the provider, so every order needs another number.
    const at = new Date(NOW.getTime() + dieAt * 3_600_000 + fixtures.indexOf(fixture)).toISOString()
    const next = { key: randomUUID(), at, dieAt }
    const { output, signal } = await run({ ...job, catchUp, after, next }, () =>
      everythingIsRight(fixture, after!.key, catchUp),
    )
    const said = output.split('\n').filter(Boolean)
    if (after) expect(said.shift(), output).toBe('caught up')
    after = next
    if (said[0] === 'done') return dieAt
    expect({ signal, said }).toEqual({ signal: 'SIGKILL', said: [] })
  }
}

/**
 * Checks that the audit finds no error for anyone, and that the order has one payment and one refund of it, or
 * neither.
 */
async function everythingIsRight({ services, cast }: Fixture, key: string, catchUp: Job['catchUp']) {
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
  const [odd, even] = await Promise.all(fixtures.map((fixture, i) => killEverywhere(fixture, i + 1)))
  expect(Math.abs(odd! - even!)).toBe(1)
  expect(odd).toBeGreaterThan(30)
}, 900_000)
