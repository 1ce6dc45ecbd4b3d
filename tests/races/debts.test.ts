import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { listDebts } from '#server/debt/queries.ts'
import { receiveDebt } from '#server/debt/receive-debt.ts'
import { releaseOrder } from '#server/order/release-order.ts'
import { payDebt } from '#server/payment/pay-debt.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { compareOrders } from '#server/reconciliation/compare-orders.ts'
import { sweepLate } from '#server/rental/sweep-late.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { poolSize: 30, connectionTimeoutMillis: 60_000 },
})
const { hours, returned } = deposits(fixture)
const { balances, refundsOf, reset, statusOf } = paying(fixture)
beforeEach(reset)

const owed = 250_000
const ramon = () => by(fixture.services, fixture.cast.ramon)
const olivia = () => by(fixture.services, fixture.cast.olivia)

/** A rental paid online whose renter owes ₱2,500.00 of a late fee. */
async function owing(): Promise<string> {
  const { rentalId } = await returned('online', 50_000, 50)
  hours(98.1)
  await sweepLate(fixture.services)
  return rentalId
}
const pay = (debtId: string) => payDebt(ramon(), { debtId })
const ordersOf = (debtId: string) =>
  fixture.services.db.selectFrom('order').selectAll().where('debtId', '=', debtId).orderBy('number').execute()
/** How often the end of a debt is written in the timeline, and mailed. */
async function writtenAbout(debtId: string) {
  const { rows } = await sql<{ entries: number; mails: number }>`select
    (select count(*) from rental_entry where rental_id = ${debtId} and kind like '%debt')::int as entries,
    (select count(*) from effect where kind = 'debt-mail' and payload ->> 'debtId' = ${debtId})::int as mails`.execute(
    fixture.services.db,
  )
  return rows[0]
}

it('several tabs that pay at once get one order and one page', async () => {
  const debtId = await owing()
  const verdicts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => pay(debtId)))
  const pages = new Set(verdicts.map((verdict) => accepted(verdict).url))
  expect(pages.size).toBe(1)
  expect(await ordersOf(debtId)).toHaveLength(1)
})

it('a payment and “received” at once settle a debt once, and a payment of no use goes back', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 12; round++) {
    await reset()
    const debtId = await owing()
    accepted(await pay(debtId))
    const session = fixture.services.emulator.list().checkouts.at(-1)!
    fixture.services.emulator.pay(session.id, { channel: 'gcash' })
    // From round to round the payment has more of a start; in the last one it is over.
    const isSettled = settleCheckout(fixture.services, session.id)
    await Promise.race([isSettled, round === 11 ? isSettled : sleep(round * 3)])
    const acts: (() => Promise<unknown>)[] = [
      () => isSettled,
      () => receiveDebt(olivia(), { debtId }),
      () => settleCheckout(fixture.services, session.id),
      () => sweepPayments(fixture.services),
      () => pay(debtId),
    ]
    await Promise.all(acts.map((act) => act()))
    await sweepPayments(fixture.services)
    const [debt] = await listDebts(fixture.services.db, debtId)
    seen.add(debt!.settledHow!)
    const [order, ...others] = await ordersOf(debtId)
    expect(others.filter(({ status }) => !['cancelled', 'expired'].includes(status))).toEqual([])
    const isPaid = debt!.settledHow === 'online'
    expect(await statusOf(order!.number)).toBe(isPaid ? 'confirmed' : 'cancelled')
    const back = await refundsOf(order!.id)
    expect(back.map(({ centavos }) => centavos)).toEqual(isPaid ? [] : [owed])
    expect((await balances(order!.id)).owner_payable ?? 0).toBe(isPaid ? -owed : 0)
    expect(await writtenAbout(debtId)).toEqual({ entries: 1, mails: 1 })
  }
  expect(seen).toEqual(new Set(['online', 'received']))
})

it('two payments for two orders of a debt settle it once, and the other one goes back', async () => {
  for (let round = 0; round < 6; round++) {
    await reset()
    const debtId = await owing()
    accepted(await pay(debtId))
    hours(98.1 + 0.6)
    accepted(await pay(debtId))
    const sessions = fixture.services.emulator.list().checkouts.slice(-2)
    for (const { id } of sessions) fixture.services.emulator.pay(id, { channel: 'gcash' })
    const [first] = await ordersOf(debtId)
    await Promise.all([
      ...sessions.map(({ id }) => settleCheckout(fixture.services, id)),
      releaseOrder(fixture.services, { orderId: first!.id, to: 'expired' }),
    ])
    await sweepPayments(fixture.services)
    const orders = await ordersOf(debtId)
    const back = await Promise.all(orders.map(({ id }) => refundsOf(id)))
    expect(orders.filter(({ status }) => status === 'confirmed')).toHaveLength(1)
    expect(back.flat()).toMatchObject([{ reason: 'unused', centavos: owed }])
    expect(await writtenAbout(debtId)).toEqual({ entries: 1, mails: 1 })
  }
  expect(await compareOrders(fixture.services.db, new Date(NOW.getTime() - 9 * 86_400_000))).toEqual([])
})
