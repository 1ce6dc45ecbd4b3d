import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteKind } from '#domain/notification/kinds.ts'
import { clip } from '#domain/text.ts'
import type { Services } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'

/** The content of a notice; `path` is the page it opens, an address of this site. */
export type NewNotice = { accountId: string; kind: SiteKind; title: string; text: string; path: string }

/**
 * Writes a notice on the site. The effect's id makes it unique however often the effect is done; the caller has
 * checked whether the person wants it. Nothing is written for a deleted account.
 */
export async function writeNotice(services: Services, effectId: number, notice: NewNotice): Promise<void> {
  const { accountId, kind, title, text, path } = notice
  await inTransaction(services, async (tx) => {
    // The time of the event, which may be long before the notice is written.
    const { rows } = await sql<{ id: string }>`
      insert into notice (id, account_id, kind, title, text, path, effect_id, created_at)
        select ${randomUUID()}, id, ${kind}, ${clip(title, 300)}, ${clip(text, 1000)}, ${path}, ${effectId}::bigint,
          coalesce((select e.created_at from effect e where e.id = ${effectId}), ${services.clock.now()}::timestamptz)
        from account where id = ${accountId} and deleted_at is null for key share
      on conflict (effect_id) do nothing returning id`.execute(tx)
    const written = rows[0]
    if (written)
      recordLiveEvents(tx, [
        { to: accountId, kind: 'notice', detail: { noticeId: written.id, isRead: false } },
      ])
    return { ok: true }
  })
}
