import type { JobKind } from '#domain/job/job.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { sweepTokens } from '../account/mail-token.ts'
import { sweepNetworks } from '../audit/sweep-networks.ts'
import { refreshSearch } from '../catalogue/refresh-search.ts'
import { sweepMessages } from '../contact/sweep-messages.ts'
import type { Services } from '../context.ts'
import { reconcileNightly } from '../book/reconcile.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { sweepNotices } from '../notification/sweep-notices.ts'
import { sweepReminders } from '../notification/sweep-reminders.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { sweepPhotos } from '../photo/sweep-photos.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { sweepNews } from '../stream/sweep-news.ts'
import { sweepReports } from '../report/sweep-reports.ts'
import { openEffectLanes } from './effect-lanes.ts'
import { openLane } from './lane.ts'
import { sweepEffects } from './sweep-effects.ts'

const EFFECTS_EVERY_MS = 5_000
const SWEEPS_EVERY_MS = 60_000

export type Jobs = {
  /** Does effects of these kinds soon, without waiting for the next turn. */
  wake(kinds: Iterable<JobKind>): void
  /** Lets the jobs at work finish and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs the outbox every few seconds and the sweeps every minute until stopped. Effects are in lanes by the service
 * they need. The sweeps are in four: deadlines, which need only the database; payments and the nightly comparison,
 * which wait for the provider; and what is tidied up. So nothing that hangs delays a deadline.
 */
export function startJobs(
  services: Services,
  mail: MailGateway,
  { effectsEveryMs = EFFECTS_EVERY_MS, sweepsEveryMs = SWEEPS_EVERY_MS } = {},
): Jobs {
  let stopped = false
  const effects = openEffectLanes(services, mail, () => stopped)
  const lane = () => openLane(services, () => stopped)
  const [deadlines, payments, nights, tidying] = [lane(), lane(), lane(), lane()]
  const sweeps = () => {
    deadlines.queue('rentals', () => sweepRentals(services))
    deadlines.queue('deposits', () => sweepDeposits(services))
    deadlines.queue('reminders', () => sweepReminders(services))
    payments.queue('payments', () => sweepPayments(services))
    nights.queue('reconciliation', () => reconcileNightly(services, () => stopped))
    tidying.queue('search', () => refreshSearch(services))
    tidying.queue('notices', () => sweepNotices(services))
    tidying.queue('tokens', () => sweepTokens(services))
    tidying.queue('photos', () => sweepPhotos(services))
    tidying.queue('contact messages', () => sweepMessages(services))
    tidying.queue('news', () => sweepNews(services))
    tidying.queue('reports', () => sweepReports(services))
    tidying.queue('networks', () => sweepNetworks(services))
    tidying.queue('effects', () => sweepEffects(services))
    effects.wake()
  }
  sweeps()
  const timers = [setInterval(() => effects.wake(), effectsEveryMs), setInterval(sweeps, sweepsEveryMs)]
  return {
    wake: (kinds) => void setImmediate(effects.wake, kinds),
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([effects, deadlines, payments, nights, tidying].map((each) => each.done()))
    },
  }
}
