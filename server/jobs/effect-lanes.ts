import { sql } from 'kysely'
import { type MailGateway, MAILS_AT_ONCE } from '#gateways/mail/port.ts'
import { type JobKind, jobKinds, type JobService, jobServices, kindsOf } from '#domain/job/job.ts'
import type { Services } from '../context.ts'
import { doEffect } from './do-effect.ts'
import { openLane } from './lane.ts'
import { runEffects } from './run-effects.ts'

/**
 * How many effects of each service run at once. The assistant has several lanes that are used in turn, so that a slow
 * answer of Google delays few others. The number of parallel mails is the number of connections to the mail server.
 */
const widths: Record<JobService, { lanes: number; atOnce: number }> = {
  mail: { lanes: 1, atOnce: MAILS_AT_ONCE },
  payments: { lanes: 1, atOnce: 2 },
  push: { lanes: 1, atOnce: 3 },
  assistant: { lanes: 3, atOnce: 3 },
  images: { lanes: 1, atOnce: 2 },
}

/**
 * Does the effects that are due, each in the lane of its service: one that hangs delays only those of its service.
 * `wake` starts the lanes of the given kinds; without kinds it reads in one statement which services have something to
 * do.
 */
export function openEffectLanes(services: Services, mail: MailGateway, stopped: () => boolean) {
  const asking = openLane(services, stopped)
  const lanes = new Map(
    jobServices.map((service) => [
      service,
      Array.from({ length: widths[service].lanes }, () => openLane(services, stopped)),
    ]),
  )
  let turn = 0
  const start = (service: JobService) => {
    const own = lanes.get(service)!
    own[turn++ % own.length]!.queue(service, () =>
      runEffects(services, (effect) => doEffect(services, mail, effect), stopped, {
        kinds: kindsOf(service),
        atOnce: widths[service].atOnce,
      }),
    )
  }
  return {
    wake(kinds?: Iterable<JobKind>) {
      if (kinds) new Set([...kinds].map((kind) => jobKinds[kind].service)).forEach(start)
      else asking.queue('due', async () => (await dueServices(services)).forEach(start))
    },
    async done() {
      await asking.done()
      await Promise.all([...lanes.values()].flat().map((lane) => lane.done()))
    },
  }
}

/** The services that have an effect due now. */
async function dueServices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<JobService[]> {
  const wanted = jobServices.map((service) => sql`(${service}::text, ${kindsOf(service)}::text[])`)
  const { rows } = await sql<{ service: JobService }>`
    select s.service from (values ${sql.join(wanted)}) s (service, kinds)
    where exists (select from effect e where e.kind = any(s.kinds) and e.done_at is null and e.failed_at is null
      and e.due_at <= ${clock.now()})`.execute(db)
  return rows.map(({ service }) => service)
}
