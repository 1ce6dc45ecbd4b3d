import { sql } from 'kysely'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { refundReasonText, refundStatuses, refundWorkText } from '#domain/refund/refund.ts'
import type { RowOf } from '#db/schema.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import { csvPesos } from '../csv.ts'
import { oneOf, type Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'
import { hasOpenProposal } from './queries.ts'

type Columns =
  | ('id' | 'centavos' | 'reason' | 'status' | 'paymentId' | 'providerId' | 'note')
  | ('createdAt' | 'doneAt' | 'proof' | 'paidOn')
/** `note` says why an admin has to do it. */
export type AdminRefund = Pick<RowOf<'refund'>, Columns> & {
  orderNumber: string
  /** Null for a payment that no order uses. */
  title: string | null
  renterName: string
  /** Null when the account is deleted. */
  renterEmail: string | null
  channel: string
  paidAt: Date
  paidOutByName: string | null
  /** An admin proposed that it was paid, and no other one has decided on it. */
  waits: boolean
}
export type RefundSort = 'work' | 'created' | 'amount' | 'renter'

const renterName = fullName('a')
// Seconds as an interval: its value does not depend on the session's time zone, so an index can have this expression.
const seconds = sql`extract(epoch from f.created_at - timestamptz 'epoch')::bigint`

/** Every refund: first those to be paid by hand, the oldest at the top, then the others, the newest first. */
export const refundTable: Table<AdminRefund, RefundSort, MoneyAdmin> = {
  select: sql`f.id, o.number as order_number, r.title, ${renterName} as renter_name,
    ${emailOf('a')} as renter_email, f.centavos, f.reason, f.status,
    p.channel, f.payment_id,
    p.paid_at, f.provider_id, f.note, f.created_at, f.done_at, f.proof, f.paid_on,
    ${fullName('w')} as paid_out_by_name, ${hasOpenProposal} as waits`,
  from: sql`refund f join "order" o on o.id = f.order_id join account a on a.id = o.renter_id
    join payment p on p.id = f.payment_id left join rental r on r.id = f.rental_id left
      join account w on w.id = f.paid_out_by`,
  id: { by: sql`f.id`, type: 'uuid' },
  sorts: {
    work: {
      by: sql`(case when f.status = 'manual' then ${seconds} else 100000000000 - ${seconds} end)`,
      type: 'integer',
    },
    created: { by: sql`f.created_at`, type: 'instant' },
    amount: { by: sql`f.centavos`, type: 'integer' },
    renter: { by: sql`lower(${renterName})`, type: 'text' },
  },
  startsBy: 'work',
  search: [
    sql`o.number`,
    renterName,
    sql`a.email`,
    sql`coalesce(r.title, '')`,
    sql`f.payment_id`,
    sql`coalesce(f.proof, '')`,
  ],
  orderNumber: sql`o.number`,
  ofAccount: (id) => sql`o.renter_id = ${id}`,
  filters: { status: oneOf('State', sql`f.status`, refundStatuses, refundWorkText) },
  csv: [
    ['Order', (row) => row.orderNumber],
    ['Item', (row) => row.title],
    ['Renter', (row) => row.renterName],
    ['Renter email', (row) => row.renterEmail],
    ['Amount (PHP)', (row) => csvPesos(row.centavos)],
    ['Why', (row) => refundReasonText(row.reason)],
    ['State', (row) => refundWorkText(row.status)],
    ['Paid by', (row) => paymentChannelText(row.channel)],
    ['Payment', (row) => row.paymentId],
    ['Refund at the provider', (row) => row.providerId],
    ['Note', (row) => row.note],
    ['Owed since', (row) => row.createdAt],
    ['Done', (row) => row.doneAt],
    ['Proof', (row) => row.proof],
    ['Paid on', (row) => row.paidOn],
    ['Paid by admin', (row) => row.paidOutByName],
  ],
}
