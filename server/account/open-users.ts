import type { SupportAdmin } from '#domain/access.ts'
import { readTable, type TableView } from '../admin-table.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { type AdminUser, type UserSort, userTable } from './user-table.ts'

/**
 * A page of the list of users, to show it to an admin. Reading a further page is an event (D45), which counts the
 * people on it: whoever copies the list leaves one for each page. It is none to read the first page, one person found
 * by a search, or the question before somebody on the page is deleted.
 */
export async function openUsers(
  ctx: Context,
  admin: SupportAdmin,
  query: URLSearchParams,
): Promise<TableView<AdminUser, UserSort>> {
  const view = await readTable(ctx, admin, userTable, query)
  const isFurther = query.has('after') || query.has('before')
  const asksToDelete = view.rows.some(({ id }) => id === query.get('delete'))
  if (isFurther && !asksToDelete)
    await inTransaction(ctx, async (tx) => {
      const detail = { people: view.rows.length }
      await recordEvents(tx, ctx, [
        { subject: 'page', subjectId: '/admin/users', action: 'read-users', detail },
      ])
      return { ok: true }
    })
  return view
}
