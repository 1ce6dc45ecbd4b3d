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
import { loadLetterParts } from '../notification/html-letter.ts'
import { sweepReports } from '../report/sweep-reports.ts'
import { doEffect } from './do-effect.ts'
import { type Lane, runEffects } from './run-effects.ts'

const EFFECTS_EVERY_MS = 5_000
const SWEEPS_EVERY_MS = 60_000
const SLOW = 'assistant-reply'
const REPLIES_AT_ONCE = 3
const REPLY_LANES = 3

export type Jobs = {
  /** Does what is due soon, without waiting for the next turn. */
  wake(): void
  /** Lets the jobs at work finish and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs the outbox every few seconds and the sweeps every minute, one after the other, until stopped; beside them the reconciliation,
 * which waits for the provider and would keep mails waiting, and the assistant's replies, which wait for Google.
 */
export function startJobs(services: Services, mail: MailGateway): Jobs {
  let stopped = false
  const lane = () => {
    let running: Promise<void> = Promise.resolve()
    const enqueue = (name: string, job: () => Promise<unknown>) => {
      running = running.then(async () => {
        if (stopped) return
        try {
          await job()
        } catch (error) {
          services.log.error({ err: error, job: name }, 'job failed')
        }
      })
    }
    return { enqueue, done: () => running }
  }
  const main = lane()
  const nights = lane()
  const replies = Array.from({ length: REPLY_LANES }, lane)
  const { enqueue } = main
  const outbox = (into: ReturnType<typeof lane>, name: string, kinds: Lane) => {
    let waking = false
    return () => {
      if (waking) return
      waking = true
      into.enqueue(name, async () => {
        waking = false
        await runEffects(
          services,
          (effect) => doEffect(services, mail, effect),
          () => stopped,
          kinds,
        )
      })
    }
  }
  const mails = outbox(main, 'effects', { except: SLOW })
  const answers = replies.map((own) => outbox(own, 'replies', { only: SLOW, atOnce: REPLIES_AT_ONCE }))
  let turn = 0
  const effects = () => {
    mails()
    // In turns, so that a reply waits for no other that Google is slow with.
    answers[turn++ % REPLY_LANES]!()
  }
  const sweeps = () => {
    enqueue('payments', () => sweepPayments(services))
    enqueue('rentals', () => sweepRentals(services))
    enqueue('reminders', () => sweepReminders(services))
    enqueue('notices', () => sweepNotices(services))
    enqueue('deposits', () => sweepDeposits(services))
    enqueue('tokens', () => sweepTokens(services))
    enqueue('photos', () => sweepPhotos(services))
    enqueue('contact messages', () => sweepMessages(services))
    enqueue('news', () => sweepNews(services))
    enqueue('reports', () => sweepReports(services))
    enqueue('networks', () => sweepNetworks(services))
    enqueue('search', () => refreshSearch(services))
    effects()
    reconciliation()
  }
  let reconciling = false
  const reconciliation = () => {
    if (reconciling) return
    reconciling = true
    nights.enqueue('reconciliation', () =>
      reconcileNightly(services, () => stopped).finally(() => (reconciling = false)),
    )
  }
  // So that no person waits for it when the first mail is written.
  void loadLetterParts()
  sweeps()
  const timers = [setInterval(effects, EFFECTS_EVERY_MS), setInterval(sweeps, SWEEPS_EVERY_MS)]
  return {
    wake: () => void setImmediate(effects),
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([main.done(), nights.done(), ...replies.map(({ done }) => done())])
    },
  }
}
