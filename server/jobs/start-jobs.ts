import type { JobKind } from '#domain/job/job.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { refreshSearch } from '../catalogue/refresh-search.ts'
import { sweepChanges } from '../change/sweep-changes.ts'
import type { Services } from '../context.ts'
import { sweepDebts } from '../debt/sweep-debts.ts'
import { reconcileNightly } from '../reconciliation/reconcile.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { sweepReminders } from '../notification/sweep-reminders.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { sweepLate } from '../rental/sweep-late.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { sweepRetention } from '../retention/sweep-retention.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { openEffectLanes } from './effect-lanes.ts'
import { openLane } from './lane.ts'

const EFFECTS_EVERY_MS = 5_000
const SWEEPS_EVERY_MS = 60_000
const RETENTION_EVERY_MS = 3_600_000

export type Jobs = {
  /** Runs effects of these kinds soon, without waiting for the next interval. */
  wake(kinds: Iterable<JobKind>): void
  /** Waits for the running jobs and starts no others. */
  stop(): Promise<void>
}

/**
 * Runs the outbox every few seconds, the sweeps every minute and the one that deletes what was kept long enough every
 * hour, until stopped. Effects are in lanes by the service they need. The sweeps are in five lanes: deadlines, which
 * need only the database; payments and the nightly comparison, which wait for the provider; the search; and what is
 * deleted. So a service that hangs, or a million old rows, never delay a deadline.
 */
export function startJobs(
  services: Services,
  mail: MailGateway,
  {
    effectsEveryMs = EFFECTS_EVERY_MS,
    sweepsEveryMs = SWEEPS_EVERY_MS,
    retentionEveryMs = RETENTION_EVERY_MS,
  } = {},
): Jobs {
  let stopped = false
  const effects = openEffectLanes(services, mail, () => stopped)
  const lane = () => openLane(services, () => stopped)
  const [deadlines, payments, nights, search, old] = [lane(), lane(), lane(), lane(), lane()]
  const sweeps = () => {
    deadlines.queue('rentals', () => sweepRentals(services))
    deadlines.queue('disputes', () => sweepDisputes(services))
    deadlines.queue('late', () => sweepLate(services))
    deadlines.queue('debts', () => sweepDebts(services))
    deadlines.queue('waitlist', () => sweepWaitlist(services))
    deadlines.queue('changes', () => sweepChanges(services))
    deadlines.queue('deposits', () => sweepDeposits(services))
    deadlines.queue('reminders', () => sweepReminders(services))
    payments.queue('payments', () => sweepPayments(services))
    nights.queue('reconciliation', () => reconcileNightly(services, () => stopped))
    search.queue('search', () => refreshSearch(services))
    effects.wake()
  }
  const deleteOld = () => old.queue('retention', () => sweepRetention(services, () => stopped))
  sweeps()
  deleteOld()
  const timers = [
    setInterval(() => effects.wake(), effectsEveryMs),
    setInterval(sweeps, sweepsEveryMs),
    setInterval(deleteOld, retentionEveryMs),
  ]
  return {
    wake: (kinds) => void setImmediate(effects.wake, kinds),
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([effects, deadlines, payments, nights, search, old].map((each) => each.done()))
    },
  }
}
