import { validate as isUuid } from 'uuid'
import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import { accessActions } from '#domain/event/access.ts'
import type { HeadAdmin } from '#domain/access.ts'
import { actionText, detailText } from '#domain/event/wording.ts'
import type { Context } from '../context.ts'
import type { Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'

type Columns = 'id' | 'at' | 'actorRole' | 'action' | 'subject' | 'subjectId' | 'detail'
export type AuditEntry = Pick<RowOf<'event'>, Columns> & {
  /** Null when nobody was logged in. */
  actorName: string | null
  /** Null when the account is deleted. */
  actorEmail: string | null
  /** The network of log-ins, refusals and exports; removed after a year. */
  network: string | null
  /** The current name; null when the subject is deleted, or has no name. */
  subjectName: string | null
  /** The key of the subject's page; null when the subject is deleted. */
  subjectKey: string | null
}
export type AuditSort = 'at' | 'actor'

const actorName = fullName('a')
// Only subjects whose id is a UUID can be joined by it.
const subjectName = sql`case e.subject
  when 'listing' then (select l.title from listing l where l.id = e.subject_id::uuid)
  when 'account' then (select ${fullName('s')} from account s where s.id = e.subject_id::uuid)
  when 'order' then (select o.number from "order" o where o.id = e.subject_id::uuid)
  when 'rental' then (select r.title from rental r where r.id = e.subject_id::uuid)
  when 'deposit-claim' then (select r.title from rental r where r.id = e.subject_id::uuid)
  when 'review' then (select l.title from review v join listing l on l.id = v.listing_id
  where v.id = e.subject_id::uuid)
  when 'contact-message' then (select m.subject from contact_message m where m.id = e.subject_id::uuid)
  when 'report' then (select ${fullName('s')} from report p
  join account s on s.id = p.reported_id where p.id = e.subject_id::uuid)
  when 'refund' then (select o.number from refund f join "order" o on o.id = f.order_id
  where f.id = e.subject_id::uuid)
  when 'payout' then (select y.reference from payout y where y.id = e.subject_id::uuid)
  when 'proposal' then (select ${fullName('w')} from proposal p
  join account w on w.id = p.proposed_by where p.id = e.subject_id::uuid)
  when 'reconciliation' then (select n.day::text from reconciliation n where n.id = e.subject_id::uuid)
  when 'category' then (select c.name from category c where c.id = e.subject_id::int) end`
const subjectKey = sql`case e.subject
  when 'listing' then (select l.id::text from listing l where l.id = e.subject_id::uuid and l.archived_at is null)
  when 'account' then (select s.email from account s where s.id = e.subject_id::uuid and s.deleted_at is null)
  when 'order' then (select o.number from "order" o where o.id = e.subject_id::uuid)
  when 'review' then (select l.title from review v join listing l on l.id = v.listing_id
  where v.id = e.subject_id::uuid)
  when 'contact-message' then (select m.subject from contact_message m where m.id = e.subject_id::uuid)
  when 'deposit-claim' then e.subject_id
  when 'report' then (select p.id::text from report p where p.id = e.subject_id::uuid)
  when 'refund' then (select o.number from refund f join "order" o on o.id = f.order_id
  where f.id = e.subject_id::uuid)
  when 'payout' then (select y.reference from payout y where y.id = e.subject_id::uuid)
  when 'proposal' then e.subject_id
  when 'reconciliation' then (select n.id::text from reconciliation n where n.id = e.subject_id::uuid)
  when 'rental' then (select o.number from rental r join "order" o on o.id = r.order_id
  where r.id = e.subject_id::uuid) end`

const word = /^[a-z-]{1,40}$/

/** The audit log: actions of admins, log-ins and failed ones, refused access, and exported files. */
export const auditTable: Table<AuditEntry, AuditSort, HeadAdmin> = {
  select: sql`e.id, e.at, ${actorName} as actor_name, ${emailOf('a')} as actor_email,
    e.actor_role, e.network, e.action, e.subject, e.subject_id, ${subjectName} as subject_name,
    ${subjectKey} as subject_key, e.detail`,
  from: sql`event e left join account a on a.id = e.actor_id`,
  where: sql`e.audited`,
  id: { by: sql`e.id`, type: 'integer' },
  sorts: {
    at: { by: sql`e.at`, type: 'instant' },
    actor: { by: sql`coalesce(lower(${actorName}), '')`, type: 'text' },
  },
  startsBy: '-at',
  search: [
    actorName,
    sql`a.email`,
    sql`e.network`,
    sql`e.action`,
    sql`e.subject_id`,
    sql`e.detail::text`,
    subjectName,
  ],
  ofAccount: (id) => sql`(e.actor_id = ${id} or e.subject = 'account' and e.subject_id = ${id}::text)`,
  filters: {
    action: {
      label: 'What',
      conditionOf: (value) => (word.test(value) ? sql`e.action = ${value}` : null),
    },
    subject: {
      label: 'On',
      conditionOf: (value) => (word.test(value) ? sql`e.subject = ${value}` : null),
    },
    admin: {
      label: 'Admin',
      conditionOf: (value) => (isUuid(value) ? sql`e.actor_id = ${value}::uuid` : null),
    },
  },
  csv: [
    ['When', (row) => row.at],
    ['Who', (row) => row.actorName ?? 'Nobody logged in'],
    ['Role', (row) => row.actorRole],
    ['Email', (row) => row.actorEmail],
    ['Network', (row) => row.network],
    ['Action', (row) => actionText(row.action)],
    ['On', (row) => row.subject],
    ['Id', (row) => row.subjectId],
    ['Name', (row) => row.subjectName],
    ['Detail', (row) => detailText(row.detail)],
  ],
}

/**
 * SQL: the different values of a column among the events that `where` names. Each is one step through an index on that
 * column, however many events there are.
 */
const valuesOf = (column: string, where: RawBuilder<unknown>) => sql`(with recursive found (value) as (
    (select ${sql.ref(column)} from event where ${where} order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from event where ${where} and ${sql.ref(column)} > found.value
        order by 1 limit 1)
      from found where found.value is not null)
  select value from found where value is not null)`

/**
 * The filter values of the audit log: the actions, subjects and admins in it, and every kind of access. One statement.
 */
export async function auditFilters(ctx: Pick<Context, 'db'>, _admin: HeadAdmin) {
  const { rows } = await sql<{
    actions: string[]
    subjects: string[]
    admins: { id: string; name: string }[]
  }>`
    select array${valuesOf('action', sql`audited`)} as actions,
      array${valuesOf('subject', sql`audited`)} as subjects,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', ${actorName})
      order by a.first_name, a.id), '[]')
        from account a where a.id = any(array${valuesOf('actorId', sql`actor_role = 'admin'`)})) as admins`.execute(
    ctx.db,
  )
  const { actions, subjects, admins } = rows[0]!
  return {
    actions: [...new Set([...actions, ...accessActions])].sort(),
    subjects: [...new Set([...subjects, 'account', 'page', 'export'])].sort(),
    admins,
  }
}
