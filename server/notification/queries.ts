import type { NoticeKind } from '#domain/notification/kinds.ts'
import type { Db } from '../context.ts'

/** The kinds that a person switched off. */
export async function listSwitchedOff(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationChoice')
    .select('kind')
    .where('accountId', '=', accountId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/**
 * Whether a notice of this kind may be sent to a person now: not when it is switched off, nor once the account is deleted.
 * `null` is a notice without a choice.
 */
export async function wantsNotice(db: Db, accountId: string, kind: NoticeKind | null): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .leftJoin('notificationChoice as choice', (join) =>
      join.onRef('choice.accountId', '=', 'account.id').on('choice.kind', '=', kind),
    )
    .select('account.id')
    .where('account.id', '=', accountId)
    .where('account.deletedAt', 'is', null)
    .where('choice.kind', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** How a letter greets a person; null when they are gone. */
export async function findFirstName(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('firstName')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.firstName ?? null
}
