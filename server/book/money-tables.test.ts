import { beforeAll, describe, expect, it } from 'vitest'
import type { HeadAdmin } from '#domain/access.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { payOutRefund, recordPayout } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { reconcileNow } from '../reconciliation/reconcile.ts'
import { balanceTable } from './balance-table.ts'
import { bookTable, postingTable } from './book-table.ts'
import { differenceTable } from '../reconciliation/difference-table.ts'
import { findExport } from '../overview/exports.ts'
import { findOrderMoney } from '../order/find-order-money.ts'
import { orderTable } from '../order/order-table.ts'
import { payoutTable } from './payout-table.ts'
import { readBook } from './read-book.ts'
import { readOverview } from '../overview/overview.ts'
import { refundTable } from '../refund/refund-table.ts'
import { runTable } from '../reconciliation/run-table.ts'
import { readTable, type Table } from '../admin-table.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { minutes, list, paid, order, settle } = paying(fixture)
const amihan = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const take = async (rentalId: string, ...actions: ('approve' | 'reject' | 'activate' | 'complete')[]) => {
  for (const action of actions)
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
}
const read = <R, S extends string>(table: Table<R, S, HeadAdmin>, query = '', size?: number) =>
  readTable(...amihan(), table, new URLSearchParams(query), { size })

let late: Awaited<ReturnType<typeof paid>>
let runId: string

/**
 * Two refunds by hand (one of them done), one by the provider, one of an unused payment; a completed rental; cash; two
 * payouts.
 */
beforeAll(async () => {
  const { services, cast } = fixture
  for (const channel of ['qrph', 'qrph', 'gcash']) {
    const { rentalId } = await paid(cast.ramon, {}, channel)
    await take(rentalId, 'reject')
    minutes(1)
  }
  late = await paid(cast.ramon, { title: '=Tent' })
  services.emulator.pay(late.sessionId, { channel: 'card' })
  await settle()
  const cash = await people.rent(services, cast.ramon, [await list({ deposit: 20_000 })], {
    startDate: addDays(TODAY, 1),
  })
  await take(cash.rentalId, 'approve', 'activate')
  await take(late.rentalId, 'approve')
  minutes(10 * 24 * 60)
  await take(late.rentalId, 'activate', 'complete')
  await settle()
  const manual = await read(refundTable, 'status=manual')
  const paidOn = addDays(TODAY, 10)
  accepted(await payOutRefund(...amihan(), { refundId: manual.rows[0]!.id, proof: '+63 917', paidOn }))
  const request = { direction: 'to_owner' as const, ownerId: cast.olivia.id, amount: 100_000, paidOn }
  accepted(await recordPayout(...amihan(), { ...request, reference: '=BDO' }))
  minutes(11 * 24 * 60)
  const settled = { ...request, direction: 'from_provider' as const, ownerId: undefined }
  accepted(await recordPayout(...amihan(), { ...settled, amount: 5_000, reference: 'settlement' }))
  services.emulator.list().payments[0]!.fee += 1
  runId = accepted(await reconcileNow(amihan()[0])).runId
})

const tables: [string, () => Table<{ id: string | number }, string, HeadAdmin>][] = [
  ['the entries of the book', () => bookTable as never],
  ['their postings', () => postingTable as never],
  ['refunds', () => refundTable as never],
  ['balances of owners', () => balanceTable as never],
  ['payouts', () => payoutTable as never],
  ['comparisons', () => runTable as never],
  ['differences', () => differenceTable(runId) as never],
]

describe.each(tables)('the list of %s', (_, tableOf) => {
  it('holds each once in every order, page by page', async () => {
    const all = (await read(tableOf(), '', 1000)).rows.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(0)
    for (const sort of Object.keys(tableOf().sorts).flatMap((name) => [name, `-${name}`])) {
      const seen = []
      for (let after: string | null = ''; after !== null;) {
        const { rows, next }: { rows: { id: string | number }[]; next: string | null } = await read(
          tableOf(),
          `sort=${sort}&after=${encodeURIComponent(after)}`,
          2,
        )
        seen.push(...rows.map(({ id }) => id))
        after = next
      }
      expect(seen.toSorted(), sort).toEqual(all.toSorted())
    }
  })

  it('finds nothing for an unknown value, and is searched as text', async () => {
    expect((await read(tableOf(), 'search=zeppelin')).total).toBe(0)
    expect((await read(tableOf(), `search=${encodeURIComponent("%_\\'")}`)).total).toBe(0)
  })
})

describe('the book', () => {
  it('sums to zero, and its balance at the provider is payments less refunds and settlements', async () => {
    const { accounts, sumCentavos, provider, reconciled } = await readBook(...amihan())
    expect(sumCentavos).toBe(0)
    expect(provider.bookCentavos).toBe(provider.expectedCentavos)
    const at = (account: string) => accounts.find((one) => one.account === account)!
    expect(at('provider_clearing').debitCentavos).toBe(provider.bookCentavos)
    expect(at('bank')).toMatchObject({ debitCentavos: 0, creditCentavos: 141_750 + 100_000 - 5_000 })
    expect(at('deposit_held').creditCentavos).toBe(20_000)
    expect(at('renter_credit')).toMatchObject({ debitCentavos: 0, creditCentavos: 0 })
    const sum = (side: 'debitCentavos' | 'creditCentavos') =>
      accounts.reduce((total, one) => total + one[side], 0)
    expect(sum('debitCentavos')).toBe(sum('creditCentavos'))
    expect(reconciled).toMatchObject({ id: runId, unexplained: 1 })
  })

  it.each([
    ['account=bank', 3],
    ['kind=payout', 2],
    ['kind=payout&account=owner_payable', 1],
    ['kind=nothing', 20],
    ['account=nothing', 20],
    [`from=${addDays(TODAY, 11)}`, 2],
    [`until=${addDays(TODAY, 10)}&from=${addDays(TODAY, 10)}`, 2],
    ['from=2026-02-30', 20],
    ['from=0000-01-01&until=0000-12-31', 20],
    ['search=olivia', 9],
    ['search=settlement', 1],
    ['search=tent', 10],
  ])('by %s has %i entries', async (query, n) => {
    expect((await read(bookTable, query)).total).toBe(n)
  })

  it('by the number of an order has what moved for it', async () => {
    const { rows } = await read(bookTable, `search=${late.number}&sort=at`)
    expect(rows.map(({ kind }) => kind)).toEqual(['capture', 'charge', 'capture', 'refund', 'refund-sent'])
    expect(rows[1]).toMatchObject({ centavos: 141_750 })
    expect(rows[1]!.postings).toMatchObject([
      { account: 'renter_credit', personName: 'Ramon Dela Cruz', centavos: 141_750 },
      { account: 'owner_payable', personName: 'Olivia Santos', centavos: -135_000 },
      { account: 'platform_fee', personName: null, centavos: -6_750 },
    ])
  })

  it('by the whole email of a person has only their money, not that of an email which contains it', async () => {
    const { services, cast } = fixture
    const rename = (id: string, email: string) =>
      services.db.updateTable('account').set({ email }).where('id', '=', id).execute()
    await rename(cast.olivia.id, 'ana@mail.ph')
    await rename(cast.ramon.id, 'joana@mail.ph')
    const postings = async (search: string) =>
      (await read(postingTable, `search=${search}`, 1000)).rows.map(({ entryId }) => entryId)
    for (const { id, email } of [
      { id: cast.olivia.id, email: 'ana@mail.ph' },
      { id: cast.ramon.id, email: 'joana@mail.ph' },
    ]) {
      const theirs = await services.db
        .selectFrom('bookPosting')
        .select('entryId')
        .distinct()
        .where('personId', '=', id)
        .execute()
      const ids = theirs.map(({ entryId }) => entryId).sort((a, b) => a - b)
      const found = (await read(bookTable, `search=${email}`, 1000)).rows.map((row) => row.id)
      expect(found.toSorted((a, b) => a - b)).toEqual(ids)
      expect([...new Set(await postings(email))].sort((a, b) => a - b)).toEqual(ids)
    }
    await rename(cast.olivia.id, 'owner@hiram.test')
    await rename(cast.ramon.id, 'renter@hiram.test')
  })

  it.each([
    ['the book', () => bookTable as never],
    ['refunds', () => refundTable as never],
    ['orders', () => orderTable as never],
  ])(
    '%s by the whole number of an order are found by an index, and by a part of it too',
    async (_, tableOf) => {
      const { number } = await fixture.services.db
        .selectFrom('order')
        .innerJoin('rental', 'rental.orderId', 'order.id')
        .select('order.number')
        .where('rental.id', '=', late.rentalId)
        .executeTakeFirstOrThrow()
      const whole = await read(tableOf(), `search=${number}`)
      expect(whole.total).toBeGreaterThan(0)
      expect((await read(tableOf(), `search=${number.toUpperCase()}`)).total).toBe(whole.total)
      expect((await read(tableOf(), `search=${number.slice(0, -1)}`)).total).toBeGreaterThanOrEqual(
        whole.total,
      )
      const plan = await plansOf(fixture.database.connection, () => read(tableOf(), `search=${number}`))
      expect(plan).toMatch(/Index Cond: \(+number = /)
    },
  )

  it('is exported posting by posting, debits beside credits that sum to the same', async () => {
    const csv = await exported('book')
    const [head, ...lines] = csv.trimEnd().split('\r\n')
    expect(head).toContain('Debit (PHP),Credit (PHP)')
    const sum = (column: number) =>
      lines.reduce((total, line) => total + Math.round(Number(line.split(',').at(column)) * 100), 0)
    expect(sum(-1)).toBe(sum(-2))
    expect(csv).toContain(`,'=Tent,`)
    expect(csv).toContain(`,'=BDO,`)
  })
})

async function exported(name: string, query = '') {
  const pieces = []
  const begun = accepted(findExport(name)!(amihan()[0], new URLSearchParams(query)))
  for await (const piece of begun.pieces) pieces.push(piece)
  return pieces.join('')
}

describe('the open tasks of an admin', () => {
  it('is first in the list of refunds', async () => {
    const { rows } = await read(refundTable)
    expect(rows.map(({ status }) => status)).toEqual(['manual', 'succeeded', 'succeeded', 'paid_out'])
    expect(rows[0]).toMatchObject({
      channel: 'qrph',
      renterEmail: 'renter@hiram.test',
      centavos: 141_750,
      note: expect.stringContaining('takes no refunds'),
    })
    expect((await read(refundTable, 'status=paid_out')).rows).toMatchObject([
      { proof: '+63 917', paidOn: addDays(TODAY, 10), paidOutByName: 'Amihan Reyes' },
    ])
    expect(await exported('refunds', 'status=paid_out')).toContain(`,'+63 917,`)
  })

  it('is on the overview', async () => {
    expect(await readOverview(...amihan())).toMatchObject({
      manualRefunds: 1,
      unexplainedDifferences: 1,
      failedReconciliations: 0,
    })
  })

  it('says of each owner what is ready, open and with them', async () => {
    const { rows } = await read(balanceTable)
    expect(rows).toMatchObject([
      {
        name: 'Olivia Santos',
        readyCentavos: 135_000 - 2_250 - 100_000,
        openCentavos: 0,
        cashDepositCentavos: 20_000,
        paidOutCentavos: 100_000,
      },
    ])
    expect((await read(balanceTable, 'state=owing')).total).toBe(0)
    expect((await read(balanceTable, 'state=owed')).total).toBe(1)
    expect(await exported('payouts')).toContain('Olivia Santos,owner@hiram.test,327.50,0.00,200.00,1000.00')
  })

  it('finds owners by what is ready or open by indexes, without adding up the book', async () => {
    for (const [query, index] of [
      ['', 'owner_sum_ready_idx'],
      ['sort=open', 'owner_sum_open_idx'],
    ] as const) {
      const plans = await plansOf(fixture.database.connection, () => read(balanceTable, query))
      expect(plans).toContain(index)
      expect(plans).not.toMatch(/Sort|book_posting/)
    }
  })

  it('shows what differs, run by run', async () => {
    expect((await read(runTable, 'result=unexplained')).rows).toMatchObject([{ differences: 1 }])
    expect((await read(runTable, 'result=agreed')).total).toBe(0)
    expect(await exported(`reconciliation/${runId}`)).toContain('Fee of a payment,pay_')
    expect(await exported('payouts/recorded')).toContain(`'=BDO,Paid to an owner`)
    expect(findExport('reconciliation/nothing')).toBeNull()
  })
})

describe('the money of an order', () => {
  it('is its checkout, payments, refunds and entries', async () => {
    const money = await findOrderMoney(...amihan(), late.number)
    expect(money.checkout).toMatchObject({ id: late.sessionId, openedAt: new Date(NOW.getTime() + 60_000) })
    expect(money.payments).toMatchObject([
      { purpose: 'order', channel: 'gcash' },
      { purpose: 'unused', channel: 'card' },
    ])
    expect(money.refunds).toMatchObject([{ reason: 'unused', status: 'succeeded', title: null }])
    expect(money.entries).toHaveLength(5)
  })

  it('is nothing of one that waits for its payment', async () => {
    minutes(0)
    const { number } = await order(fixture.cast.ramon, [await list()])
    expect(await findOrderMoney(...amihan(), number)).toMatchObject({
      payments: [],
      refunds: [],
      entries: [],
    })
  })
})
