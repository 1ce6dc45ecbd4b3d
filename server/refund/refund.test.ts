import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BookEntry } from '#domain/book/book.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeBook } from '../book/write-book.ts'
import { inTransaction } from '../record.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { retryRefund } from './retry-refund.ts'
import { sendRefund } from './send-refund.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { minutes, reset, list, order, effects, settle, providerIsDown } = paying(fixture)
const { rentalsOf, refundsOf, webhooks, deliver, balances } = paying(fixture)

const findOwed = (orderId: string) =>
  fixture.services.db
    .selectFrom('refund')
    .select(['id', 'paymentId', 'centavos'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
beforeEach(reset)

describe('a rental that was paid and ends before it is handed over', () => {
  const pay = async (changes: Parameters<typeof list>[0] = {}, others: string[] = []) => {
    await sql`delete from cart_line`.execute(fixture.services.db)
    const listingId = await list(changes)
    const paid = await order(fixture.cast.ramon, [listingId, ...others])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    const rental = (await rentalsOf(paid.id)).find((each) => each.listingId === listingId)
    return { ...paid, rentalId: rental!.id }
  }
  const take = (who: people.Person, rentalId: string, action: 'approve' | 'reject' | 'cancel') =>
    takePartyAction(by(fixture.services, who), { rentalId, action })

  // Spec: D23
  it('is refunded in full when its owner rejects it, once even if pressed twice', async () => {
    const { id, rentalId, totalCentavos } = await pay()
    const pressed = await Promise.all([1, 2, 3].map(() => take(fixture.cast.olivia, rentalId, 'reject')))
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
    await settle()
    await settle()
    expect(await refundsOf(id)).toMatchObject([
      { reason: 'reject', centavos: totalCentavos, status: 'succeeded' },
    ])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    const mails = await fixture.services.mail.list(5)
    expect(mails[0]!.subject).toBe('₱1,417.50 refunded')
    expect(Object.keys(await balances(id)).sort()).toEqual(['provider_clearing', 'provider_cost'])
  })

  it('gives back what its policy says when the renter cancels, and the rest is the owner’s', async () => {
    const { id, rentalId } = await pay({ cancellationPolicy: 'strict', deposit: 20_000 })
    accepted(await take(fixture.cast.olivia, rentalId, 'approve'))
    accepted(await take(fixture.cast.ramon, rentalId, 'cancel'))
    expect(await refundsOf(id)).toMatchObject([{ reason: 'cancel', centavos: 67_500 + 6_750 + 20_000 }])
    expect(await balances(id)).toMatchObject({ owner_payable: -67_500, refund_due: -94_250 })
    expect(await balances(id)).not.toHaveProperty('deposit_held')
    expect(await balances(id)).not.toHaveProperty('platform_fee')
  })

  it.each([
    ['alone in its order', 0],
    ['beside another whose money stays', 1],
  ])(
    'is refunded, %s, although the provider is away for a while, and once although its answer is lost',
    async (_, others) => {
      const { id, rentalId } = await pay({}, others ? [await list({ pricePerDay: 60_000 })] : [])
      fixture.services.emulator.faults.add({ do: 'answer', status: 503, on: 'POST /v1/refunds', times: 9 })
      accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
      await effects()
      expect(await refundsOf(id)).toMatchObject([{ status: 'due' }])
      fixture.services.emulator.faults.clear()
      fixture.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 9 })
      minutes(5)
      await effects()
      fixture.services.emulator.faults.clear()
      minutes(60)
      await settle()
      expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
      expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    },
  )

  it('is left to an admin when the provider refuses, fails at it, or has not answered for most of a day', async () => {
    const refused = await pay()
    fixture.services.emulator.faults.add({
      do: 'answer',
      status: 400,
      code: 'refund_not_allowed',
      on: 'POST /v1/refunds',
    })
    accepted(await take(fixture.cast.olivia, refused.rentalId, 'reject'))
    await effects()
    expect(await refundsOf(refused.id)).toMatchObject([
      { status: 'manual', note: expect.stringContaining('refund_not_allowed') },
    ])
    fixture.services.emulator.refunds.go = 'fail'
    const failed = await pay()
    accepted(await take(fixture.cast.olivia, failed.rentalId, 'reject'))
    await effects()
    await sweepPayments(fixture.services)
    expect(await refundsOf(failed.id)).toMatchObject([{ status: 'manual' }])
    fixture.services.emulator.refunds.go = 'settle'
    const silent = await pay()
    fixture.services.emulator.faults.add({ do: 'drop-before', on: 'POST /v1/refunds', times: 99 })
    accepted(await take(fixture.cast.olivia, silent.rentalId, 'reject'))
    await effects()
    minutes(21 * 60)
    await effects()
    expect(await refundsOf(silent.id)).toMatchObject([
      { status: 'manual', note: expect.stringContaining('The provider gave no answer that we can use.') },
    ])
    minutes(0)
    expect(await balances(silent.id)).toMatchObject({ refund_due: -141_750 })
  })

  it.each([
    ['moments', 0],
    ['a day', 25 * 60],
  ])('is not made again where a restored backup does not know that it was made %s ago', async (_, since) => {
    const { id, rentalId } = await pay({}, [await list({ pricePerDay: 60_000 })])
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    const owed = await findOwed(id)
    const made = await fixture.services.payments!.refund({ ...owed, notes: owed.id }, 'lost')
    expect(made).toMatchObject({ ok: true })
    minutes(since)
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', centavos: owed.centavos }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    minutes(0)
  })

  it('goes to an admin where its payment has a refund that a restored backup lost, and is sent when they ask again', async () => {
    const { id, rentalId } = await pay({}, [await list({ pricePerDay: 60_000 })])
    const [payment] = fixture.services.emulator.list().payments
    const lost = { paymentId: payment!.id, centavos: 5000, notes: '0199a000-0000-7000-8000-000000000000' }
    expect(await fixture.services.payments!.refund(lost, 'lost')).toMatchObject({ ok: true })
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    await settle()
    expect(await refundsOf(id)).toMatchObject([
      {
        status: 'manual',
        note: expect.stringContaining('a refund of this payment that is not in our books.'),
      },
    ])
    const [ctx, admin] = people.asAdmin(fixture.services, fixture.cast.amihan)
    const { id: refundId } = await findOwed(id)
    expect(await retryRefund(ctx, admin, { refundId })).toMatchObject({ outcome: 'asked' })
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(2)
  })

  it('that a restored backup lost is found, although its payment is too old by now: no admin pays it again', async () => {
    const [{ id, rentalId }, other] = [await pay(), await pay()]
    for (const one of [rentalId, other.rentalId]) accepted(await take(fixture.cast.olivia, one, 'reject'))
    const owed = await findOwed(id)
    const made = { ...owed, notes: owed.id }
    expect(await fixture.services.payments!.refund(made, 'lost')).toMatchObject({ ok: true })
    await sql`update payment set paid_at = paid_at - interval '181 days'`.execute(fixture.services.db)
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    const tooOld = 'The payment is too old to be refunded through the provider.'
    expect(await refundsOf(other.id)).toMatchObject([{ status: 'manual', note: tooOld }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
  })

  it('is looked for in the list, too, a day after it was owed: its payment may tell its refunds late', async () => {
    const { id, rentalId } = await pay({}, [await list({ pricePerDay: 60_000 })])
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    const owed = await findOwed(id)
    const provider = fixture.services.payments!
    expect(await provider.refund({ ...owed, notes: owed.id }, 'lost')).toMatchObject({ ok: true })
    const findPayment: typeof provider.findPayment = async (paymentId) => {
      const answer = await provider.findPayment(paymentId)
      return answer.ok ? { ...answer, payment: { ...answer.payment, refunds: [] } } : answer
    }
    minutes(25 * 60)
    const late = { ...fixture.services, payments: { ...provider, findPayment } }
    await sendRefund(late, { refundId: owed.id })
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    minutes(0)
  })

  it('that an admin asks for again, days old, waits while the provider is silent, and is sent when it answers', async () => {
    fixture.services.emulator.refunds.go = 'fail'
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    await settle()
    fixture.services.emulator.refunds.go = 'settle'
    minutes(4 * 24 * 60)
    const [ctx, admin] = people.asAdmin(fixture.services, fixture.cast.amihan)
    const { id: refundId } = await findOwed(id)
    expect(await retryRefund(ctx, admin, { refundId })).toMatchObject({ outcome: 'asked' })
    fixture.services.emulator.faults.add({ do: 'answer', status: 503, times: 99 })
    await expect(sendRefund(fixture.services, { refundId })).rejects.toThrow(/could not be read/)
    expect(await refundsOf(id)).toMatchObject([{ status: 'due' }])
    fixture.services.emulator.faults.clear()
    await sendRefund(fixture.services, { refundId })
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    minutes(0)
  })

  it('is looked for in the provider’s list where its payment does not tell its refunds', async () => {
    const { id, rentalId } = await pay({}, [await list({ pricePerDay: 60_000 })])
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    const owed = await findOwed(id)
    expect(await fixture.services.payments!.refund({ ...owed, notes: owed.id }, 'lost')).toMatchObject({
      ok: true,
    })
    fixture.services.emulator.faults.add({ do: 'wrong-mode', on: 'GET /v1/payments/', times: 9 })
    await settle()
    expect(fixture.services.errors.splice(0)).toHaveLength(1)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
  })

  it('is asked after where a restored backup does not know that it was made, and it is not done yet', async () => {
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    const owed = await findOwed(id)
    fixture.services.emulator.refunds.go = 'hold'
    const made = await fixture.services.payments!.refund({ ...owed, notes: owed.id }, 'lost')
    minutes(25 * 60)
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    fixture.services.emulator.settleRefund(made.ok ? made.refund.id : '')
    webhooks().length = 0
    minutes(26 * 60)
    await sweepPayments(fixture.services)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', centavos: owed.centavos }])
    minutes(0)
  })

  it('is requested late where the site was down for a day, as the provider has not made it', async () => {
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    minutes(25 * 60)
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    minutes(0)
  })

  it('that waits at the provider is asked after, by webhook and sweep', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    await sweepPayments(fixture.services)
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    webhooks().length = 0
    fixture.services.emulator.settleRefund(fixture.services.emulator.list().refunds[0]!.id)
    await deliver()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  it('that can’t be asked after is said in the log, and its webhook is sent again', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    await effects()
    webhooks().length = 0
    fixture.services.emulator.settleRefund(fixture.services.emulator.list().refunds[0]!.id)
    providerIsDown()
    const warned = vi.spyOn(fixture.services.log, 'warn')
    await sweepPayments(fixture.services)
    expect(warned.mock.calls.map(([, message]) => message)).toContain(
      'a sweep could not do one of its things',
    )
    const again = [...webhooks()]
    expect((await deliver()).map((outcome) => !outcome.ok && outcome.reason)).toEqual(['later', 'later'])
    fixture.services.emulator.faults.clear()
    expect((await deliver(again)).map((outcome) => outcome.ok && outcome.outcome)).toEqual(['done', 'done'])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  it('about which the provider answers unreadably has no webhook sent again, and is left to the sweep', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await pay()
    accepted(await take(fixture.cast.olivia, rentalId, 'reject'))
    await effects()
    webhooks().length = 0
    fixture.services.emulator.settleRefund(fixture.services.emulator.list().refunds[0]!.id)
    fixture.services.emulator.faults.add({ do: 'wrong-mode', on: 'GET /v1/refunds/', times: 9 })
    const outcomes = await deliver()
    expect(outcomes.map((outcome) => outcome.ok && outcome.outcome)).toEqual(['ignored', 'ignored'])
    expect(fixture.services.errors.splice(0)).toHaveLength(2)
    fixture.services.emulator.faults.clear()
    await sweepPayments(fixture.services)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })
})

describe('the database', () => {
  it('refuses refunds beyond their payment, an entry that does not sum to zero, and any change of the book', async () => {
    const paid = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    const { db } = fixture.services
    const payment = (
      await db.selectFrom('payment').select('id').where('orderId', '=', paid.id).executeTakeFirstOrThrow()
    ).id
    const [rental] = await rentalsOf(paid.id)
    const refund = (centavos: number, reason: 'cancel' | 'deposit') =>
      db
        .insertInto('refund')
        .values({
          id: crypto.randomUUID(),
          orderId: paid.id,
          rentalId: rental!.id,
          paymentId: payment,
          centavos,
          reason,
        })
        .execute()
    await refund(100_000, 'cancel')
    await expect(refund(41_751, 'deposit')).rejects.toThrow(/would exceed/)
    await refund(41_750, 'deposit')
    await expect(
      sql`with e as (insert into book_entry (key, kind) values ('x', 'payout') returning id)
      insert into book_posting (entry_id, book_account, centavos) select id, a, 5
        from e, unnest(array['bank', 'provider_cost']) a`.execute(db),
    ).rejects.toThrow(/does not balance/)
    await expect(sql`insert into book_entry (key, kind) values ('y', 'payout')`.execute(db)).rejects.toThrow(
      /does not balance/,
    )
    await expect(sql`update book_posting set centavos = centavos + 1`.execute(db)).rejects.toThrow(
      /only added to/,
    )
    await expect(sql`delete from book_entry`.execute(db)).rejects.toThrow(/only added to/)
    const { rows } = await sql<{
      sum: number
    }>`select coalesce(sum(centavos), 0)::bigint as sum from book_posting`.execute(db)
    expect(rows).toEqual([{ sum: 0 }])
  })

  it('writes an entry of the book once, however often it is reported', async () => {
    const entry: BookEntry = {
      key: 'payout-once',
      kind: 'payout',
      orderId: null,
      rentalId: null,
      postings: [
        { account: 'bank', centavos: 700, rentalId: null, personId: null },
        { account: 'provider_clearing', centavos: -700, rentalId: null, personId: null },
      ],
    }
    for (const notified of [[entry], [entry], [entry, entry]])
      await inTransaction(fixture.services, async (tx) => {
        await writeBook(tx, fixture.services, notified)
        return { ok: true }
      })
    const { rows } = await sql<{ centavos: number }>`select p.centavos from book_posting p
      join book_entry e on e.id = p.entry_id where e.key = 'payout-once' order by 1`.execute(
      fixture.services.db,
    )
    expect(rows).toEqual([{ centavos: -700 }, { centavos: 700 }])
  })
})
