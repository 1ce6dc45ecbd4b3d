import { asHeadAdmin, asMoneyAdmin, asSupportAdmin, type Admin, type MoneyAdmin } from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import type { AdminListName } from '#domain/pages.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { whileAllowed } from '../account/while-allowed.ts'
import { adminAccountTable } from '../account/admin-account-table.ts'
import { auditTable } from '../audit/audit-table.ts'
import { balanceTable } from '../book/balance-table.ts'
import { postingTable } from '../book/book-table.ts'
import { categoryTable } from '../category/category-table.ts'
import { claimTable } from '../dispute/claim-table.ts'
import { differenceTable } from '../reconciliation/difference-table.ts'
import { exportTable } from '../export-table.ts'
import { jobTable } from '../job/job-table.ts'
import { listingTable } from '../listing/listing-table.ts'
import { orderTable } from '../order/order-table.ts'
import { contactMessageTable } from '../contact/contact-message-table.ts'
import { payoutTable } from '../book/payout-table.ts'
import { proposalTable } from '../proposal/proposal-table.ts'
import { refundTable } from '../refund/refund-table.ts'
import { reportTable } from '../report/report-table.ts'
import { reviewTable } from '../review/review-table.ts'
import { runTable } from '../reconciliation/run-table.ts'
import { findRow, type Table } from '../admin-table.ts'
import { tagTable } from '../tag/tag-table.ts'
import { userTable } from '../account/user-table.ts'

/**
 * Starts an export, if the actor may read the table. Refusals: those of its gate. Before a file that has emails, or
 * that otherwise names people, the admin proves who they are (`isAboutPeople`). The pieces throw once the admin may no
 * longer read the table.
 */
type Export = (
  ctx: Context,
  query: URLSearchParams,
) => Verdict<{ pieces: AsyncGenerator<string>; isAboutPeople: boolean }>
type Gate<Reader extends Admin> = (actor: Actor) => Verdict<{ admin: Reader }>

const csvOf =
  <Row, Sort extends string, Reader extends Admin>(
    gate: Gate<Reader>,
    table: Table<Row, Sort, Reader> | ((ctx: Context) => Table<Row, Sort, Reader>),
  ): Export =>
  (ctx, query) => {
    const passed = gate(ctx.actor)
    if (!passed.ok) return passed
    const read = typeof table === 'function' ? table(ctx) : table
    const isAboutPeople = read.isAboutPeople || read.csv.some(([head]) => /email/i.test(head))
    const pieces = whileAllowed(ctx, gate, exportTable(ctx, passed.admin, read, query))
    return { ok: true, pieces, isAboutPeople }
  }

/** The export of every list: `/admin/jobs.csv` for `/admin/jobs`. */
const exports: Record<AdminListName | 'payouts/recorded', Export> = {
  users: csvOf(asSupportAdmin, userTable),
  admins: csvOf(asHeadAdmin, adminAccountTable),
  listings: csvOf(asSupportAdmin, listingTable),
  orders: csvOf(asMoneyAdmin, orderTable),
  'audit-log': csvOf(asHeadAdmin, auditTable),
  jobs: csvOf(asHeadAdmin, ({ clock }) => jobTable(clock.now())),
  categories: csvOf(asSupportAdmin, categoryTable),
  tags: csvOf(asSupportAdmin, tagTable),
  claims: csvOf(asMoneyAdmin, claimTable),
  reviews: csvOf(asSupportAdmin, reviewTable),
  reports: csvOf(asSupportAdmin, reportTable),
  'contact-messages': csvOf(asSupportAdmin, contactMessageTable),
  book: csvOf(asMoneyAdmin, postingTable),
  refunds: csvOf(asMoneyAdmin, refundTable),
  payouts: csvOf(asMoneyAdmin, balanceTable),
  proposals: csvOf(asMoneyAdmin, proposalTable),
  'payouts/recorded': csvOf(asMoneyAdmin, payoutTable),
  reconciliation: csvOf(asMoneyAdmin, runTable),
}

/** The CSV export of the table at `/admin/<name>`, or null when there is none. */
export function findExport(name: string): Export | null {
  const run = /^reconciliation\/([0-9a-f-]{36})$/.exec(name)?.[1]
  if (run) return exportRun(run)
  return Object.hasOwn(exports, name) ? exports[name as keyof typeof exports] : null
}

/** The differences that one comparison with the provider found. */
const exportRun =
  (id: string): Export =>
  (ctx, query) => {
    const passed = asMoneyAdmin(ctx.actor)
    if (!passed.ok) return passed
    const pieces = whileAllowed(ctx, asMoneyAdmin, piecesOf(ctx, passed.admin, id, query))
    return { ok: true, pieces, isAboutPeople: false }
  }

async function* piecesOf(ctx: Context, admin: MoneyAdmin, id: string, query: URLSearchParams) {
  if (await findRow(ctx, admin, runTable, id)) yield* exportTable(ctx, admin, differenceTable(id), query)
}
