import { sql } from 'kysely'
import type { OwnerSums } from '#domain/book/payout.ts'
import { csvPesos } from '../csv.ts'
import { ready } from './queries.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import { choices, type Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'

export type OwnerBalance = OwnerSums & {
  id: string
  name: string
  /** Null when the account is deleted. */
  email: string | null
  /** What can be paid to them now; negative when they owe. */
  readyCentavos: number
  paidOutCentavos: number
}
export type BalanceSort = 'name' | 'ready' | 'open'

const name = fullName('a')
const email = emailOf('a')

/** Every owner with money in the book, and their balance with the site. */
export const balanceTable: Table<OwnerBalance, BalanceSort, MoneyAdmin> = {
  select: sql`s.owner_id as id, ${name} as name, ${email} as email, s.balance_centavos, s.open_centavos,
    s.cash_deposit_centavos, ${ready} as ready_centavos,
    (select coalesce(sum(y.centavos), 0)::bigint from payout y
      where y.owner_id = s.owner_id and y.direction = 'to_owner' and y.reversed_at is null) as paid_out_centavos`,
  from: sql`owner_sum s join account a on a.id = s.owner_id`,
  id: { by: sql`s.owner_id`, type: 'uuid' },
  sorts: {
    name: { by: sql`lower(${name})`, type: 'text' },
    ready: { by: ready, type: 'integer' },
    open: { by: sql`s.open_centavos`, type: 'integer' },
  },
  startsBy: '-ready',
  search: [name, sql`coalesce(${email}, '')`],
  ofAccount: (id) => sql`s.owner_id = ${id}`,
  filters: {
    state: choices('State', {
      owed: ['To be paid', sql`${ready} > 0`],
      owing: ['Owes us', sql`${ready} < 0`],
      even: ['Even', sql`${ready} = 0`],
    }),
  },
  csv: [
    ['Owner', (row) => row.name],
    ['Email', (row) => row.email],
    ['Ready to be paid, or owed by them (PHP)', (row) => csvPesos(row.readyCentavos)],
    ['Still open (PHP)', (row) => csvPesos(row.openCentavos)],
    ['Deposits in cash with them (PHP)', (row) => csvPesos(row.cashDepositCentavos)],
    ['Paid out so far (PHP)', (row) => csvPesos(row.paidOutCentavos)],
  ],
}
