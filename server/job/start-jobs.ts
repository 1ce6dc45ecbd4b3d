import { setTimeout as wait } from 'node:timers/promises'
import type { JobKind } from '#domain/job/job.ts'
import type { SweepName } from '#domain/job/sweep.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
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
import { sweepWaitlist, type WaitlistProgress } from '../waitlist/sweep-waitlist.ts'
import { openEffectLanes } from './effect-lanes.ts'
import { type Lane, openLane } from './lane.ts'
import { noteSweep, takeTurn } from './take-turn.ts'

const EFFECTS_EVERY_MS = 5_000
const SWEEPS_EVERY_MS = MINUTE_MS
const RETENTION_EVERY_MS = HOUR_MS
/** A process that starts leaves a sweep out that another process began less than this before. */
const START_REST_MS = 1000
/** With `DRAIN_SECONDS` and the 10 s for requests it is less than the 60 s after which Docker and systemd kill. */
const STOP_MS = 15_000
/**
 * A sweep is left out when one began less than this share of its interval before. It is below 1, so that a timer which
 * rings a little early still sweeps.
 */
const REST = 0.75

export type Jobs = {
  /** Runs effects of these kinds soon, without waiting for the next interval. */
  wake(kinds: Iterable<JobKind>): void
  /**
   * Starts no other job, and waits for the running ones, for 15 seconds at most: a service may take minutes. What runs
   * for longer is done again by another process when its lease or turn ends.
   */
  stop(): Promise<void>
}

/**
 * Runs the outbox every few seconds, the sweeps every minute and the one that deletes what was kept long enough every
 * hour, until stopped. Effects are in lanes by the service they need. The sweeps are in five lanes: deadlines, which
 * need only the database; payments and the nightly comparison, which wait for the provider; the search; and what is
 * deleted. So a service that hangs, or a million old rows, never delay a deadline. Of several processes one does each
 * sweep (`takeTurn`), but each deletes what is old: to delete it twice does no harm.
 */
export function startJobs(
  services: Services,
  mail: MailGateway,
  {
    effectsEveryMs = EFFECTS_EVERY_MS,
    sweepsEveryMs = SWEEPS_EVERY_MS,
    retentionEveryMs = RETENTION_EVERY_MS,
    startRestMs = START_REST_MS,
    stopMs = STOP_MS,
  } = {},
): Jobs {
  let stopped = false
  const isStopped = () => stopped
  const progress: WaitlistProgress = { after: null }
  const effects = openEffectLanes(services, mail, isStopped)
  const open = () => openLane(services, isStopped)
  const [deadlines, payments, nights, search, old] = [open(), open(), open(), open(), open()]
  const sweeps = (restMs: number) => {
    const sweep = (lane: Lane, name: SweepName, job: () => Promise<unknown>) =>
      lane.queue(name, () => takeTurn(services, name, restMs, job, isStopped))
    // Before the rentals: what a dispute decides may end its rental.
    sweep(deadlines, 'disputes', () => sweepDisputes(services, isStopped))
    sweep(deadlines, 'rentals', () => sweepRentals(services, isStopped))
    sweep(deadlines, 'late', () => sweepLate(services, isStopped))
    sweep(deadlines, 'debts', () => sweepDebts(services, isStopped))
    sweep(deadlines, 'waitlist', () => sweepWaitlist(services, isStopped, { progress }))
    sweep(deadlines, 'changes', () => sweepChanges(services, isStopped))
    sweep(deadlines, 'deposits', () => sweepDeposits(services, isStopped))
    sweep(deadlines, 'reminders', () => sweepReminders(services, isStopped))
    sweep(payments, 'payments', () => sweepPayments(services, isStopped))
    sweep(nights, 'reconciliation', () => reconcileNightly(services, isStopped))
    sweep(search, 'search', () => refreshSearch(services))
    effects.wake()
  }
  const retention = () => sweepRetention(services, isStopped)
  const deleteOld = () => old.queue('retention', () => noteSweep(services, 'retention', retention, isStopped))
  sweeps(startRestMs)
  deleteOld()
  const timers = [
    setInterval(() => effects.wake(), effectsEveryMs),
    setInterval(() => sweeps(sweepsEveryMs * REST), sweepsEveryMs),
    setInterval(deleteOld, retentionEveryMs),
  ]
  return {
    wake: (kinds) => void setImmediate(effects.wake, kinds),
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      const lanes = [effects, deadlines, payments, nights, search, old]
      const ended = Promise.all(lanes.map((lane) => lane.done())).then(() => true)
      const inTime = await Promise.race([ended, wait(stopMs, false, { ref: false })])
      if (!inTime) services.log.warn('stopped while jobs were running')
    },
  }
}
