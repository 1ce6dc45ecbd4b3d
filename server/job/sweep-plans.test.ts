import { beforeAll, expect, it } from 'vitest'
import { fullReadsOf } from '#tests/support/plans.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sweepChanges } from '../change/sweep-changes.ts'
import type { Services } from '../context.ts'
import { sweepDebts } from '../debt/sweep-debts.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { sweepLate } from '../rental/sweep-late.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { sweepRetention } from '../retention/sweep-retention.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'

const fixture = withServices([])
/* The reminders are among the statements of `metropolis.test.ts`. */

/** A table of which nothing is known counts as one with some rows, and not as an empty one. */
beforeAll(async () => {
  const { pool } = fixture.database.connection
  await pool.query(`update pg_class set reltuples = -1, relpages = 0 where relkind = 'r'
    and relnamespace = current_schema()::regnamespace`)
})

it.each<[string, (services: Services) => Promise<unknown>]>([
  ['disputes', sweepDisputes],
  ['rentals', sweepRentals],
  ['late', sweepLate],
  ['debts', sweepDebts],
  ['waitlist', sweepWaitlist],
  ['changes', sweepChanges],
  ['deposits', sweepDeposits],
  ['payments', sweepPayments],
  ['retention', (services) => sweepRetention(services, () => false)],
])('the sweep of %s finds what is due by indexes', async (_name, sweep) => {
  const { connection } = fixture.database
  expect(await fullReadsOf(connection, () => sweep(fixture.services))).toEqual([])
})
