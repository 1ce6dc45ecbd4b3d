import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentMethod } from '#domain/status.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteOwnAccount } from '../account/delete-own-account.ts'
import { findTies } from '../account/queries.ts'
import { readTable } from '../admin-table.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { readStatement } from '../book/read-statement.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { orderTable } from '../order/order-table.ts'
import { releaseOrder } from '../order/release-order.ts'
import { payDebt } from '../payment/pay-debt.ts'
import { openPayment } from '../payment/open-payment.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { sweepLate } from '../rental/sweep-late.ts'
import { readTimeline } from '../timeline/queries.ts'
import { listDebts } from './queries.ts'
import { receiveDebt } from './receive-debt.ts'
import { sweepDebts } from './sweep-debts.ts'

/** A tent at ₱1,000.00 a day with a deposit of ₱500.00 comes back three days late: ₱2,500.00 are owed beyond it. */
const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { hours, returned } = deposits(fixture)
const { balances, effects, refundsOf, reset } = paying(fixture)
beforeEach(reset)

const LATE = 50
const TAKEN = LATE + 48.1
const owed = 250_000
type Who = keyof typeof fixture.cast
const ctx = (who: Who) => by(fixture.services, fixture.cast[who])

async function owing(method: PaymentMethod = 'online', deposit = 50_000) {
  const rental = await returned(method, deposit, LATE)
  hours(TAKEN)
  await sweepLate(fixture.services)
  return { ...rental, debtId: rental.rentalId }
}
const debtOf = async (rentalId: string) => (await listDebts(fixture.services.db, rentalId))[0]
const pay = (debtId: string, who: Who = 'ramon') => payDebt(ctx(who), { debtId })
const receive = (debtId: string, who: Who = 'olivia') => receiveDebt(ctx(who), { debtId })
const reasonOf = (verdict: { ok: true } | { ok: false; reason: string }) =>
  verdict.ok ? 'ok' : verdict.reason
/** The checkout that a renter opened for a debt, with its order. */
async function opened(debtId: string) {
  const { url } = accepted(await pay(debtId))
  const session = await fixture.services.db
    .selectFrom('checkoutSession')
    .innerJoin('order', 'order.id', 'orderId')
    .select(['checkoutSession.id', 'orderId', 'number', 'debtId'])
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
  expect(session.debtId).toBe(debtId)
  return session
}
async function paid(sessionId: string) {
  fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
  return accepted(await settleCheckout(fixture.services, sessionId))
}
const orderStatus = async (orderId: string) =>
  (
    await fixture.services.db
      .selectFrom('order')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status
const mails = async (debtId: string) => {
  const { rows } = await sql<{
    said: string
  }>`select payload ->> 'news' || ' to ' || (payload ->> 'to') as said
    from effect where kind = 'debt-mail' and payload ->> 'debtId' = ${debtId} order by id`.execute(
    fixture.services.db,
  )
  return rows.map(({ said }) => said)
}
const entriesOf = async (rentalId: string) => {
  const { rows } = await sql<{ kind: string; side: string }>`select kind, side from rental_entry
    where rental_id = ${rentalId} and kind like '%debt' order by seq`.execute(fixture.services.db)
  return rows.map(({ kind, side }) => `${kind} by ${side}`)
}

// First, as other rentals would keep the accounts too.
it('an open debt keeps both accounts, and frees them once it is settled', async () => {
  const { debtId } = await owing('cash_on_delivery', 0)
  const leave = async (who: Who) => reasonOf(await deleteOwnAccount(ctx(who), { password: people.PASSWORD }))
  expect(await leave('ramon')).toBe('owed')
  expect(await leave('olivia')).toBe('owed')
  accepted(await receive(debtId))
  expect(await leave('olivia')).toBe('debt')
  expect((await findTies(fixture.services.db, fixture.cast.ramon.id)).openDebts).toBe(0)
})

describe('what goes beyond the deposit', () => {
  it('of a late fee is owed to the owner once the fee is taken, and not before', async () => {
    const { rentalId } = await returned('online', 50_000, LATE)
    expect(await debtOf(rentalId)).toBeUndefined()
    hours(TAKEN)
    await sweepLate(fixture.services)
    expect(await debtOf(rentalId)).toMatchObject({
      cause: 'late-fee',
      owedBy: 'renter',
      centavos: owed,
      settledAt: null,
      since: fixture.services.clock.now(),
    })
  })

  it('of an award is owed once the dispute is closed, with the reason of its decision', async () => {
    const { rentalId } = await returned('online', 50_000)
    const said = {
      rentalId,
      kind: 'missing-parts' as const,
      text: 'The pegs are gone.',
      askedCentavos: 120_000,
    }
    accepted(await fileDispute(ctx('olivia'), said))
    hours(73)
    const award = { ownerCentavos: 120_000, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
    const decision = { rentalId, award, reason: 'The photos show it.' }
    accepted(await decideDispute(ctx('amihan'), people.admin(fixture.cast.amihan), decision))
    hours(73 + 24 * 8)
    await sweepDisputes(fixture.services)
    expect(await listDebts(fixture.services.db, rentalId)).toMatchObject([
      {
        cause: 'dispute',
        owedBy: 'renter',
        centavos: 70_000,
        reason: 'The photos show it.',
        settledAt: null,
      },
    ])
  })

  it('is no debt when the deposit pays all of it', async () => {
    const { rentalId } = await owing('online', 300_000)
    expect(await debtOf(rentalId)).toBeUndefined()
  })
})

describe('a renter who owes something', () => {
  it('pays it at the provider: all of it is the owner’s, and both are told once', async () => {
    const { rentalId, debtId } = await owing()
    const { id, orderId, number } = await opened(debtId)
    expect(await orderStatus(orderId)).toBe('awaiting_payment')
    await paid(id)
    accepted(await settleCheckout(fixture.services, id))
    expect(await debtOf(rentalId)).toMatchObject({ settledHow: 'online', orderNumber: number })
    const { fee } = fixture.services.emulator.list().payments.at(-1)!
    expect(await balances(orderId)).toEqual({
      provider_clearing: owed - fee,
      provider_cost: fee,
      owner_payable: -owed,
    })
    expect(await refundsOf(orderId)).toEqual([])
    expect(await mails(debtId)).toEqual(['online to owner'])
    expect(await entriesOf(rentalId)).toEqual(['pay-debt by system'])
    await effects()
    expect((await fixture.services.mail.list(100)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Ramon Dela Cruz paid you ₱2,500.00 for Tent',
        `Payment received for order ${number}`,
      ]),
    )
  })

  it('has an order that an admin finds by its owner', async () => {
    const { number } = await opened((await owing()).debtId)
    for (const search of ['olivia', 'owner@hiram.test']) {
      const query = new URLSearchParams({ search })
      const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
      const { rows } = await readTable(...admin, orderTable, query)
      expect(rows.map((row) => row.number)).toContain(number)
    }
  })

  it('shows on the owner’s statement, and on a receipt of its own', async () => {
    const { debtId } = await owing()
    const { id, number } = await opened(debtId)
    await paid(id)
    const statement = await readStatement(ctx('olivia'), people.owner(fixture.cast.olivia), null)
    expect(statement.lines.at(-1)).toMatchObject({ what: 'late-fee-paid', centavos: owed, title: 'Tent' })
    const { receipt } = accepted(await findReceipt(ctx('ramon'), number))
    expect(receipt).toMatchObject({ totals: { owed, total: owed, subtotal: 0 }, payment: { centavos: owed } })
  })

  it('gets the same page again while it can be paid, and a new one afterwards', async () => {
    const { debtId } = await owing()
    const first = await opened(debtId)
    expect((await opened(debtId)).number).toBe(first.number)
    hours(TAKEN + 0.6)
    const second = await opened(debtId)
    expect(second.number).not.toBe(first.number)
    expect(await orderStatus(first.orderId)).toBe('expired')
  })

  it('settles it also when the payment came after its 30 minutes', async () => {
    const { rentalId, debtId } = await owing()
    const { id, orderId } = await opened(debtId)
    hours(TAKEN + 0.6)
    accepted(await releaseOrder(fixture.services, { orderId, to: 'expired' }))
    expect((await paid(id)).orderStatus).toBe('confirmed')
    expect(await debtOf(rentalId)).toMatchObject({ settledHow: 'online' })
    expect(await refundsOf(orderId)).toEqual([])
  })

  it('who paid twice gets the second payment back, and the page that waits is closed', async () => {
    const { rentalId, debtId } = await owing()
    const first = await opened(debtId)
    hours(TAKEN + 0.6)
    const second = await opened(debtId)
    await paid(first.id)
    await paid(second.id)
    expect(await refundsOf(second.orderId)).toMatchObject([{ reason: 'unused', centavos: owed }])
    expect(await refundsOf(first.orderId)).toEqual([])
    expect(await orderStatus(second.orderId)).toBe('cancelled')
    expect(await entriesOf(rentalId)).toEqual(['pay-debt by system'])
  })

  it('who paid too little or too much gets all of it back, and still owes it', async () => {
    const { rentalId, debtId } = await owing()
    const { id, orderId } = await opened(debtId)
    fixture.services.emulator.pay(id, { channel: 'gcash', centavos: owed - 1 })
    accepted(await settleCheckout(fixture.services, id))
    expect(await debtOf(rentalId)).toMatchObject({ settledAt: null })
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'unused', centavos: owed - 1 }])
  })

  it('of a rental in cash pays by hand', async () => {
    const { debtId } = await owing('cash_on_delivery')
    expect(await pay(debtId)).toMatchObject({ reason: 'cash' })
  })
})

describe('the one who is owed', () => {
  it.each(['online', 'cash_on_delivery'] as const)(
    'says that they have it, for a rental paid %s, and the other side is told',
    async (method) => {
      const { rentalId, debtId, orderId } = await owing(method)
      const before = await balances(orderId)
      accepted(await receive(debtId))
      expect(await debtOf(rentalId)).toMatchObject({ settledHow: 'received' })
      expect(await balances(orderId)).toEqual(before)
      expect(await mails(debtId)).toEqual(['received to renter'])
      expect(await entriesOf(rentalId)).toEqual(['receive-debt by owner'])
      expect(await receive(debtId)).toMatchObject({ reason: 'paid' })
      expect(await pay(debtId)).toMatchObject({ reason: 'paid' })
      const timeline = await readTimeline(fixture.services.db, rentalId)
      expect(timeline.at(-1)).toMatchObject({ kind: 'receive-debt' })
    },
  )

  it('who has it already lets no payment stand: it goes back, and the order is given up', async () => {
    const { rentalId, debtId } = await owing()
    const { id, orderId } = await opened(debtId)
    accepted(await receive(debtId))
    await paid(id)
    expect(await debtOf(rentalId)).toMatchObject({ settledHow: 'received' })
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'unused', centavos: owed }])
    expect(await orderStatus(orderId)).toBe('cancelled')
  })

  it('who has it already ends an order whose page is opened again', async () => {
    const { debtId } = await owing()
    const { orderId, number } = await opened(debtId)
    accepted(await receive(debtId))
    const again = await openPayment(ctx('ramon'), people.renter(fixture.cast.ramon), number)
    expect(again).toMatchObject({
      reason: 'over',
      message: 'There is nothing to pay for this order any more.',
    })
    expect(await orderStatus(orderId)).toBe('cancelled')
  })

  it('ends an order that waits for its payment, by the next sweep', async () => {
    const { debtId } = await owing()
    const { orderId } = await opened(debtId)
    accepted(await receive(debtId))
    await sweepPayments(fixture.services)
    expect(await orderStatus(orderId)).toBe('cancelled')
  })

  it.each([
    ['the one who owes', 'ramon', 'side', 'ok'],
    ['the one who is owed', 'olivia', 'ok', 'role'],
    ['a stranger', 'katrina', 'not-found', 'not-found'],
    ['an admin', 'amihan', 'not-found', 'role'],
  ] as const)('%s may say and pay only what is theirs', async (_, who, says, pays) => {
    const { debtId } = await owing()
    expect([reasonOf(await pay(debtId, who)), reasonOf(await receive(debtId, who))]).toEqual([
      pays === 'role' ? expect.stringMatching(/role|side|not-found/) : pays,
      says,
    ])
  })
})

describe('an open debt', () => {
  it('is remembered once after a week, and not once it is settled', async () => {
    const [one, other] = [await owing(), await owing()]
    await sweepDebts(fixture.services)
    expect(await mails(one.debtId)).toEqual([])
    accepted(await receive(other.debtId))
    fixture.services.clock.set(new Date(NOW.getTime() + (TAKEN + 7 * 24) * 3_600_000))
    await sweepDebts(fixture.services)
    await sweepDebts(fixture.services)
    expect(await mails(one.debtId)).toEqual(['reminder to renter'])
    expect(await mails(other.debtId)).toEqual(['received to renter'])
  })

  it('is in the data that both can download', async () => {
    const { orderNumber } = await owing()
    for (const who of ['ramon', 'olivia'] as const) {
      const personalData = await personalDataOf(ctx(who))
      expect(personalData.sections.debts).toContainEqual(
        expect.objectContaining({ orderNumber, cause: 'late-fee', owedBy: 'renter', centavos: owed }),
      )
    }
  })
})

describe('what the version before writes', () => {
  it('about a late fee and a dispute is a debt too, and only once', async () => {
    const { db } = fixture.services
    const { rentalId } = await returned('online', 50_000, LATE)
    await sql`update late_fee set settled_at = now(), due_at = null where rental_id = ${rentalId}`.execute(db)
    expect(await listDebts(db, rentalId)).toMatchObject([{ cause: 'late-fee', centavos: owed }])
    await sql`update late_fee set settled_at = now() where rental_id = ${rentalId}`.execute(db)
    await sql`insert into dispute (id, rental_id, kind, opened_by, opened_at, answer_by, due_at)
      values (gen_random_uuid(), ${rentalId}, 'money', 'renter', now(), now(), now())`.execute(db)
    await sql`update dispute set closed_at = now(), due_at = null, outcome = 'agreed', owed = 700, owed_by = 'owner'
      where rental_id = ${rentalId}`.execute(db)
    const debts = await listDebts(db, rentalId)
    expect(debts.map(({ cause, owedBy, centavos }) => [cause, owedBy, centavos]).toSorted()).toEqual([
      ['dispute', 'owner', 700],
      ['late-fee', 'renter', owed],
    ])
  })
})
