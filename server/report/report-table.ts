import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { SupportAdmin } from '#domain/access.ts'
import {
  decisionTexts,
  reasonTexts,
  reportReasons,
  reportedKinds,
  subjectTexts,
} from '#domain/report/report.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

type Columns = 'id' | 'about' | 'reason' | 'note' | 'createdAt' | 'closedAt' | 'decision'
export type AdminReport = Pick<RowOf<'report'>, Columns> & {
  reporterName: string
  reportedName: string
  title: string
  /** The text at the time of the report; null for a report of a person. */
  messageText: string | null
  closedByName: string | null
}
export type ReportSort = 'created' | 'reported' | 'reporter'

/** Every stored report, open or closed. */
export const reportTable: Table<AdminReport, ReportSort, SupportAdmin> = {
  select: sql`p.id, p.about, ${fullName('a')} as reporter_name, ${fullName('b')} as reported_name,
    coalesce(t.title, l.title, '') as title, p.reason, p.note,
    coalesce(p.message_text, p.reported_text) as message_text,
    p.created_at, p.closed_at, ${fullName('c')} as closed_by_name, p.decision`,
  from: sql`report p join account a on a.id = p.reporter_id join account b on b.id = p.reported_id left
    join thread t on t.id = p.thread_id
    left join listing l on l.id = p.listing_id
    left join account c on c.id = p.closed_by`,
  id: { by: sql`p.id`, type: 'uuid' },
  sorts: {
    created: { by: sql`p.created_at`, type: 'instant' },
    reported: { by: sql`lower(${fullName('b')})`, type: 'text' },
    reporter: { by: sql`lower(${fullName('a')})`, type: 'text' },
  },
  startsBy: '-created',
  search: [
    fullName('a'),
    fullName('b'),
    sql`b.email`,
    sql`coalesce(t.title, l.title, '')`,
    sql`p.note`,
    sql`coalesce(p.message_text, p.reported_text, '')`,
  ],
  // An account's page links to the reports about that account: a search for its email.
  ofAccount: (id) => sql`p.reported_id = ${id}`,
  filters: {
    status: choices('Status', {
      open: ['Open', sql`p.closed_at is null`],
      closed: ['Closed', sql`p.closed_at is not null`],
    }),
    reason: oneOf('Reason', sql`p.reason`, reportReasons, (reason) => reasonTexts[reason].label),
    about: oneOf('About', sql`p.about`, reportedKinds, (kind) => subjectTexts[kind]),
  },
  csv: [
    ['Id', (row) => row.id],
    ['Reported', (row) => row.reportedName],
    ['By', (row) => row.reporterName],
    ['Listing', (row) => row.title],
    ['Reason', (row) => reasonTexts[row.reason].label],
    ['Note', (row) => row.note],
    ['Message', (row) => row.messageText],
    ['Reported on', (row) => row.createdAt],
    ['Closed on', (row) => row.closedAt],
    ['Closed by', (row) => row.closedByName],
    ['About', (row) => subjectTexts[row.about]],
    ['Decision', (row) => row.decision && decisionTexts[row.decision]],
  ],
  isAboutPeople: true,
}
