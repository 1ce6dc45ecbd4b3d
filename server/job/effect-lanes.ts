import { sql } from 'kysely'
import { type MailGateway, MAILS_AT_ONCE } from '#gateways/mail/port.ts'
import { type JobKind, jobKinds, type JobService, jobServices, kindsOf } from '#domain/job/job.ts'
import type { Services } from '../context.ts'
import { doEffect } from './do-effect.ts'
import { openLane } from './lane.ts'
import { dueEffects, runEffects } from './run-effects.ts'

const ACCOUNT_MAILS_AT_ONCE = 2
/** How many effects of each service run at once; mails: as many as there are connections to the mail server. */
const atOnce: Record<JobService, number> = {
  'account-mail': ACCOUNT_MAILS_AT_ONCE,
  mail: MAILS_AT_ONCE - ACCOUNT_MAILS_AT_ONCE,
  payments: 2,
  push: 3,
  assistant: 9,
  images: 2,
}

/**
 * Does the effects that are due, each in the lane of its service: those that hang delay only those of their service,
 * and only once as many hang as run at once. `wake` starts the lanes of the given kinds, or has those that run look
 * for further effects; without kinds it reads in one statement which services have something to do.
 */
export function openEffectLanes(services: Services, mail: MailGateway, stopped: () => boolean) {
  const asking = openLane(services, stopped)
  const open = () => ({ lane: openLane(services, stopped), look: () => {} })
  const lanes = new Map(jobServices.map((service) => [service, open()]))
  const start = (service: JobService) => {
    const own = lanes.get(service)!
    own.lane.queue(service, () =>
      runEffects(services, (effect) => doEffect(services, mail, effect), stopped, {
        kinds: kindsOf(service),
        atOnce: atOnce[service],
        listen: (wake) => (own.look = wake),
      }),
    )
    own.look()
  }
  return {
    wake(kinds?: Iterable<JobKind>) {
      if (kinds) new Set([...kinds].map((kind) => jobKinds[kind].service)).forEach(start)
      else asking.queue('due', async () => (await dueServices(services)).forEach(start))
    },
    async done() {
      await asking.done()
      await Promise.all([...lanes.values()].map(({ lane }) => lane.done()))
    },
  }
}

/** The services that have an effect due now. */
async function dueServices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<JobService[]> {
  const wanted = jobServices.map((service) => sql`(${service}::text, ${kindsOf(service)}::text[])`)
  const { rows } = await sql<{ service: JobService }>`
    select s.service from (values ${sql.join(wanted)}) s (service, kinds)
    where exists (${dueEffects(sql`s.kinds`, clock.now(), { most: 1 })})`.execute(db)
  return rows.map(({ service }) => service)
}
