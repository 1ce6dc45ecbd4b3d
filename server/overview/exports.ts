import type { Admin } from '#domain/access.ts'
import type { Context } from '../context.ts'
import { auditTable } from '../audit/audit-table.ts'
import { balanceTable } from '../book/balance-table.ts'
import { postingTable } from '../book/book-table.ts'
import { categoryTable } from '../category/category-table.ts'
import { claimTable } from '../deposit/claim-table.ts'
import { differenceTable, findRun } from '../reconciliation/difference-table.ts'
import { exportTable } from '../export-table.ts'
import { jobTable } from '../jobs/job-table.ts'
import { listingTable } from '../listing/listing-table.ts'
import { orderTable } from '../order/order-table.ts'
import { contactMessageTable } from '../contact/contact-message-table.ts'
import { payoutTable } from '../book/payout-table.ts'
import { refundTable } from '../refund/refund-table.ts'
import { reportTable } from '../report/report-table.ts'
import { reviewTable } from '../review/review-table.ts'
import { runTable } from '../reconciliation/run-table.ts'
import type { Table } from '../admin-table.ts'
import { tagTable } from '../tag/tag-table.ts'
import { userTable } from '../account/user-table.ts'

type Export = (ctx: Context, admin: Admin, query: URLSearchParams) => AsyncGenerator<string>

const csvOf =
  <Row, Sort extends string>(table: Table<Row, Sort>): Export =>
  (ctx, admin, query) =>
    exportTable(ctx, admin, table, query)

const exports: Record<string, Export> = {
  users: csvOf(userTable),
  listings: csvOf(listingTable),
  orders: csvOf(orderTable),
  'audit-log': csvOf(auditTable),
  jobs: (ctx, admin, query) => exportTable(ctx, admin, jobTable(ctx.clock.now()), query),
  categories: csvOf(categoryTable),
  tags: csvOf(tagTable),
  claims: csvOf(claimTable),
  reviews: csvOf(reviewTable),
  reports: csvOf(reportTable),
  'contact-messages': csvOf(contactMessageTable),
  book: csvOf(postingTable),
  refunds: csvOf(refundTable),
  payouts: csvOf(balanceTable),
  'payouts/recorded': csvOf(payoutTable),
  reconciliation: csvOf(runTable),
}

/** The tables whose exports are lists of people: for those the admin proves who they are first. */
export const isAboutPeople = (name: string): boolean =>
  ['users', 'contact-messages', 'reports', 'audit-log'].includes(name)

/** The CSV export of the table at `/admin/<name>`, or null when there is none. */
export function findExport(name: string): Export | null {
  const run = /^reconciliation\/([0-9a-f-]{36})$/.exec(name)?.[1]
  if (run) return exportRun(run)
  return Object.hasOwn(exports, name) ? exports[name]! : null
}

/** The differences that one comparison with the provider found. */
const exportRun = (id: string): Export =>
  async function* (ctx, admin, query) {
    const found = await findRun(ctx, admin, id)
    if (found.ok) yield* exportTable(ctx, admin, differenceTable(id), query)
  }
