import { add, type Rows, rowsOf, type Value } from './loading.ts'

const columns = {
  account:
    'id name first_name last_name username email email_verified role admin_area verification_status ' +
    'location created_at updated_at',
  listing:
    'id owner_id category_id title description price_per_day_centavos tags location ' +
    'bookable_while_rented status rental_count created_at moderated_at moderated_by archived_at ' +
    'paused_at favorite_count rating_count rating_sum approved_text',
  photo: 'id owner_id listing_id position width height widths thumbhash created_at',
  blocked_period: 'id listing_id period created_at',
  order:
    'id number renter_id status payment_method idempotency_key agreement_text agreement_sha256 ' +
    'agreement_accepted_at created_at confirmed_at',
  rental:
    'id order_id listing_id renter_id owner_id title photo_id price_per_day_centavos duration_days ' +
    'delivery_option period status created_at status_changed_at answer_by approved_at',
  money_line: 'order_id rental_id kind centavos created_at returns',
  review: 'id listing_id author_id rating body verified status created_at moderated_at moderated_by',
  favorite: 'account_id listing_id created_at',
} as const
export type TableName = keyof typeof columns

/** The tables of a metropolis, each after those it references. */
export const tableNames = Object.keys(columns) as TableName[]

export type Tables = { rows: readonly Rows[]; add(table: TableName, values: readonly Value[]): void }

/** Empty sets of rows for every table. */
export function emptyTables(): Tables {
  const rows = tableNames.map((table) => rowsOf(table, columns[table]))
  const named = new Map(rows.map((each) => [each.table, each]))
  return { rows, add: (table, values) => add(named.get(table)!, values) }
}
