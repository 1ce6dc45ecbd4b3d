import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ToldKind } from '#domain/notification/kinds.ts'
import { clip } from '#domain/text.ts'
import type { Services } from '../context.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'

/** What a notice says; `path` is where it leads, an address of this site. */
export type NewNotice = { accountId: string; kind: ToldKind; title: string; text: string; path: string }

/**
 * Tells a person something on the site. The effect's id makes it one however often the effect is done; whether they
 * want it, the caller has asked. Nothing is written for a deleted account.
 */
export async function writeNotice(services: Services, effectId: number, notice: NewNotice): Promise<void> {
  const { accountId, kind, title, text, path } = notice
  await changing(services, async (tx) => {
    // When it happened, which may be long before it is told.
    const { rows } = await sql<{ id: string }>`
      insert into notice (id, account_id, kind, title, text, path, effect_id, created_at)
        select ${randomUUID()}, id, ${kind}, ${clip(title, 300)}, ${clip(text, 1000)}, ${path}, ${effectId}::bigint,
          coalesce((select e.created_at from effect e where e.id = ${effectId}), ${services.clock.now()}::timestamptz)
        from account where id = ${accountId} and deleted_at is null for key share
      on conflict (effect_id) do nothing returning id`.execute(tx)
    const written = rows[0]
    if (written)
      recordNews(tx, [{ to: accountId, kind: 'notice', detail: { noticeId: written.id, isRead: false } }])
    return { ok: true }
  })
}
