import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { HeadAdmin } from '#domain/access.ts'
import { type AdminArea, adminAreas, adminAreaTexts } from '#domain/account/admin-area.ts'
import { oneOf, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

export type AdminAccount = Pick<RowOf<'account'>, 'id' | 'email' | 'suspendedAt'> & {
  name: string
  area: AdminArea
  madeAt: Date
  /** Null when there was none in the last 90 days, or ever. */
  lastLogInAt: Date | null
}
export type AdminAccountSort = 'name' | 'made'

const name = fullName('a')

/** The admins, with what each is for. */
export const adminAccountTable: Table<AdminAccount, AdminAccountSort, HeadAdmin> = {
  select: sql`a.id, ${name} as name, a.email, a.admin_area as area, a.suspended_at, a.created_at as made_at,
    (select max(e.at) from event e where e.subject = 'account' and e.subject_id = a.id::text
      and e.action = 'log-in') as last_log_in_at`,
  from: sql`account a`,
  where: sql`a.role = 'admin' and a.deleted_at is null`,
  id: { by: sql`a.id`, type: 'uuid' },
  sorts: {
    name: { by: sql`lower(${name})`, type: 'text' },
    made: { by: sql`a.created_at`, type: 'instant' },
  },
  startsBy: 'name',
  search: [name, sql`a.email`],
  ofAccount: (id) => sql`a.id = ${id}`,
  filters: { area: oneOf('Area', sql`a.admin_area`, adminAreas, (area) => adminAreaTexts[area].label) },
  csv: [
    ['Name', (row) => row.name],
    ['Email', (row) => row.email],
    ['Area', (row) => adminAreaTexts[row.area].label],
    ['Made', (row) => row.madeAt],
    ['Last log-in', (row) => row.lastLogInAt],
    ['Suspended', (row) => row.suspendedAt],
  ],
}
