import { sql } from 'kysely'
import type { MailGateway } from '#gateways/mail/port.ts'
import type { Services } from '#server/context.ts'
import { doEffect } from '#server/job/do-effect.ts'
import { readNotices } from '#server/notification/read-notices.ts'
import type { Effect } from '#server/record.ts'
import { accepted, act } from '../act.ts'
import type { DemoData } from './people-and-listings.ts'

/** Older notices have been read. */
const SEEN_AFTER_DAYS = 2

/**
 * Delivers the emails of the demo's past, each with its notice on the site, and marks those older than two days as
 * read. Otherwise the server would deliver them at its start, all unread.
 */
export async function sendPastEmails(
  services: Services,
  mail: MailGateway,
  { people }: DemoData,
): Promise<void> {
  const now = services.clock.now()
  const { rows } = await sql<Effect & { id: number }>`select id, kind, payload from effect
    where kind like '%-mail' and done_at is null and due_at <= ${now} order by due_at, id`.execute(
    services.db,
  )
  for (const effect of rows) {
    await doEffect(services, mail, effect)
    await services.db.updateTable('effect').set({ doneAt: now }).where('id', '=', effect.id).execute()
  }
  const seen = await sql<{ accountId: string; id: string }>`
    select distinct on (account_id) account_id, id from notice
    where created_at < ${now}::timestamptz - make_interval(days => ${SEEN_AFTER_DAYS})
    order by account_id, created_at desc, id desc`.execute(services.db)
  const byId = new Map([...people.values()].map((person) => [person.id, person]))
  for (const { accountId, id } of seen.rows)
    accepted(await readNotices(act(services, byId.get(accountId)), { upTo: id }))
}
