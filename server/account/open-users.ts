import type { SupportAdmin } from '#domain/access.ts'
import { readTable, type TableView } from '../admin-table.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { type AdminUser, type UserSort, userTable } from './user-table.ts'

/**
 * A page of the list of users, to show it to an admin. Reading several people is an event, which counts them:
 * whoever copies the list, also by searches, leaves one for each page. It is none to read the page that the list opens
 * with, or one person found by a search.
 */
export async function openUsers(
  ctx: Context,
  admin: SupportAdmin,
  query: URLSearchParams,
): Promise<TableView<AdminUser, UserSort>> {
  const view = await readTable(ctx, admin, userTable, query)
  const { search, sort, descending, filters } = view
  const order = descending ? `-${sort}` : sort
  const isChosen = search !== '' || order !== userTable.startsBy || Object.keys(filters).length > 0
  const isTurned = query.has('after') || query.has('before')
  if (isTurned || (isChosen && view.rows.length > 1))
    await inTransaction(ctx, async (tx) => {
      const detail = { people: view.rows.length }
      await recordEvents(tx, ctx, [
        { subject: 'page', subjectId: '/admin/users', action: 'read-users', detail },
      ])
      return { ok: true }
    })
  return view
}
