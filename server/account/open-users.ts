import type { SupportAdmin } from '#domain/access.ts'
import { readTable, type TableView } from '../admin-table.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { type AdminUser, type UserSort, userTable } from './user-table.ts'

/**
 * A page of the list of users, to show it to an admin. Reading a further page is an event (D45), which counts the
 * people on it: whoever copies the list leaves one for each page. It is none to read the first page, or one person
 * found by a search.
 */
export async function openUsers(
  ctx: Context,
  admin: SupportAdmin,
  query: URLSearchParams,
): Promise<TableView<AdminUser, UserSort>> {
  const view = await readTable(ctx, admin, userTable, query)
  if (query.has('after') || query.has('before'))
    await inTransaction(ctx, async (tx) => {
      const detail = { people: view.rows.length }
      await recordEvents(tx, ctx, [
        { subject: 'page', subjectId: '/admin/users', action: 'read-users', detail },
      ])
      return { ok: true }
    })
  return view
}
