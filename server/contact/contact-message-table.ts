import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { SupportAdmin } from '#domain/access.ts'
import { choices, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

type Columns = 'id' | 'name' | 'email' | 'subject' | 'message' | 'createdAt' | 'handledAt'
export type AdminContactMessage = Pick<RowOf<'contactMessage'>, Columns> & {
  loggedIn: boolean
  handledByName: string | null
}
export type ContactMessageSort = 'subject' | 'name' | 'created'

/** Every stored contact message. */
export const contactMessageTable: Table<AdminContactMessage, ContactMessageSort, SupportAdmin> = {
  select: sql`m.id, m.name, m.email, m.subject, m.message, m.account_id is not null as logged_in,
    m.created_at, m.handled_at,
    ${fullName('h')} as handled_by_name`,
  from: sql`contact_message m left join account h on h.id = m.handled_by`,
  id: { by: sql`m.id`, type: 'uuid' },
  sorts: {
    subject: { by: sql`lower(m.subject)`, type: 'text' },
    name: { by: sql`lower(m.name)`, type: 'text' },
    created: { by: sql`m.created_at`, type: 'instant' },
  },
  startsBy: '-created',
  search: [sql`m.name`, sql`m.email`, sql`m.subject`, sql`m.message`],
  // A person may have written before they had the account, or logged out.
  ofAccount: (id) => sql`lower(m.email) = (select lower(w.email) from account w where w.id = ${id})`,
  filters: {
    status: choices('Status', {
      open: ['Open', sql`m.handled_at is null`],
      handled: ['Handled', sql`m.handled_at is not null`],
    }),
  },
  csv: [
    ['Id', (row) => row.id],
    ['Name', (row) => row.name],
    ['Email', (row) => row.email],
    ['Subject', (row) => row.subject],
    ['Message', (row) => row.message],
    ['Logged in', (row) => (row.loggedIn ? 'yes' : 'no')],
    ['Sent', (row) => row.createdAt],
    ['Handled', (row) => row.handledAt],
    ['Handled by', (row) => row.handledByName],
  ],
}
