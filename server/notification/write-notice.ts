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
 * Tells a person something on the site. The effect's id makes it one however often the effect is done; whether they want it, the caller
 * has asked. Nothing is written for a deleted account.
 */
export async function writeNotice(services: Services, effectId: number, notice: NewNotice): Promise<void> {
  await changing(services, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', notice.accountId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!account) return { ok: true }
    const written = await tx
      .insertInto('notice')
      .values({
        ...notice,
        id: randomUUID(),
        effectId,
        title: clip(notice.title, 300),
        text: clip(notice.text, 1000),
        // When it happened, which may be long before it is told.
        createdAt: sql`coalesce((select e.created_at from effect e where e.id = ${effectId}), ${services.clock.now()}::timestamptz)`,
      })
      .onConflict((conflict) => conflict.column('effectId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written)
      recordNews(tx, [
        { to: notice.accountId, kind: 'notice', detail: { noticeId: written.id, isRead: false } },
      ])
    return { ok: true }
  })
}
