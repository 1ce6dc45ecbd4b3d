import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import type { PaymentGateway } from '#gateways/payments/port.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { placeOrder } from '../order/place-order.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { openPayment } from './open-payment.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import { receiveEvent } from './receive-event.ts'
import { settleCheckout } from './settle-checkout.ts'
import { sweepPayments } from './sweep-payments.ts'

const fixture = withServices(['ramon', 'katrina', 'liza', 'benjie', 'olivia', 'amihan'])
const { minutes, reset, list, order, effects, settle, providerIsDown } = paying(fixture)
const { statusOf, rentalsOf, refundsOf, webhooks, deliver, balances } = paying(fixture)
beforeEach(reset)

const ramon = () => fixture.cast.ramon
const katrina = () => fixture.cast.katrina
const emulator = () => fixture.services.emulator
const checkouts = () => emulator().list().checkouts
const place = async (person: people.Person, listingId: string) => {
  await people.fillCart(fixture.services, person, [listingId], { startDate: addDays(TODAY, 10) })
  const checkout = { ...(await people.aCheckout(fixture.services, person)), paymentMethod: 'online' as const }
  const placed = await placeOrder(by(fixture.services, person), people.renter(person), checkout)
  return accepted(placed).orderNumber
}
/** Requests the page of an order, and runs `meanwhile` before the provider is asked. */
const openWhile = (person: people.Person, number: string, meanwhile: () => Promise<unknown>) => {
  const gateway = fixture.services.payments!
  const openCheckout: typeof gateway.openCheckout = async (...asked) => {
    await meanwhile()
    return gateway.openCheckout(...asked)
  }
  const ctx = { ...by(fixture.services, person), payments: { ...gateway, openCheckout } }
  return openPayment(ctx, people.renter(person), number)
}

/** On which of these days after its order a checkout is still looked at. */
async function daysLooked({ sessionId }: { sessionId: string }): Promise<number[]> {
  const looked: number[] = []
  for (const day of [1, 3, 6, 20]) {
    minutes(day * 24 * 60)
    await sweepPayments(fixture.services)
    const { rows } =
      await sql`select from checkout_session where id = ${sessionId} and closed_at is null`.execute(
        fixture.services.db,
      )
    if (rows.length > 0) looked.push(day)
  }
  return looked
}

describe('a checkout that could still be paid although its order is over', () => {
  it('is closed when the order was given up while the provider opened it', async () => {
    const number = await place(ramon(), await list())
    const opened = await openWhile(ramon(), number, async () => {
      minutes(31)
      await sweepPayments(fixture.services)
    })
    expect(opened).toMatchObject({ reason: 'over' })
    expect(await statusOf(number)).toBe('expired')
    await effects()
    expect(checkouts().map(({ status }) => status)).toEqual(['expired'])
  })

  it('is found paid by the sweep when the payment was under way as the hold ended, and its webhook is lost', async () => {
    const late = await order(ramon(), [await list()])
    const begun = emulator().begin(late.sessionId, { channel: 'gcash' })
    minutes(30)
    await settle()
    expect(await statusOf(late.number)).toBe('expired')
    emulator().finish(begun.id, 'paid')
    webhooks().length = 0
    minutes(70)
    await settle()
    expect(await statusOf(late.number)).toBe('confirmed')
  })

  it('is found paid when the provider did not tell its payments at first', async () => {
    const late = await order(ramon(), [await list({ bookableWhileRented: true })])
    emulator().pay(late.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    emulator().faults.add({ do: 'payments-hidden', on: 'GET /v1/checkout_sessions', times: 2 })
    minutes(30)
    await settle()
    expect(await statusOf(late.number)).toBe('expired')
    await people.rent(fixture.services, katrina(), [(await rentalsOf(late.id))[0]!.listingId], {
      startDate: addDays(TODAY, 11),
    })
    minutes(3 * 60)
    await settle()
    await settle()
    expect(await refundsOf(late.id)).toMatchObject([{ reason: 'unused', status: 'succeeded' }])
  })

  it('is looked at for a week when it is paid, so that a second payment goes back without its webhook', async () => {
    const paid = await order(ramon(), [await list()])
    emulator().pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    await settle()
    emulator().pay(paid.sessionId, { channel: 'card' })
    webhooks().length = 0
    minutes(60)
    await settle()
    await settle()
    expect(await refundsOf(paid.id)).toMatchObject([{ reason: 'unused', status: 'succeeded' }])
    expect(await daysLooked(paid)).toEqual([1, 3, 6])
  })

  it('is looked at for a week when its payment is in a state that we don’t know', async () => {
    const odd = await order(ramon(), [await list()])
    emulator().pay(odd.sessionId, { channel: 'gcash' })
    emulator().list().payments[0]!.status = 'charged_back' as 'paid'
    webhooks().length = 0
    minutes(31)
    await settle()
    expect(await statusOf(odd.number)).toBe('expired')
    expect(await daysLooked(odd)).toEqual([1, 3, 6])
  })
})

// Three events that the provider repeats in vain make it stop sending any.
it.each(['unreadable', 'refused', 'in a new state'] as const)(
  'a webhook whose payment is %s is not asked for again; the sweep takes the payment once it can',
  async (what) => {
    const { services } = fixture
    const paid = await order(ramon(), [await list()])
    emulator().pay(paid.sessionId, { channel: 'gcash' })
    const [payment] = emulator().list().payments
    const findCheckout: PaymentGateway['findCheckout'] =
      what === 'in a new state'
        ? services.payments!.findCheckout
        : () => Promise.resolve({ ok: false, reason: what, message: 'No.', codes: [] })
    if (what === 'in a new state') payment!.status = 'charged_back' as 'paid'
    const { body, signature } = webhooks().splice(0).at(-1)!
    const at = { ...services, payments: { ...services.payments!, findCheckout } }
    expect(await receiveEvent(at, Buffer.from(body), signature)).toEqual({ ok: true, outcome: 'ignored' })
    expect(await statusOf(paid.number)).toBe('awaiting_payment')
    payment!.status = 'paid'
    minutes(5)
    await settle()
    expect(await statusOf(paid.number)).toBe('confirmed')
  },
)

it('an order stays when a second tab fails to open its page while a first one has', async () => {
  const number = await place(ramon(), await list())
  let first: unknown
  const second = await openWhile(ramon(), number, async () => {
    first = await openPayment(by(fixture.services, ramon()), people.renter(ramon()), number)
    providerIsDown()
  })
  expect(second).toEqual(first)
  expect(await statusOf(number)).toBe('awaiting_payment')
  emulator().faults.clear()
  await cancelUnpaidOrder(by(fixture.services, ramon()), number)
})

it('a late payment of someone who deleted their account goes back, and no owner is asked', async () => {
  const given = await order(fixture.cast.benjie, [await list()])
  accepted(
    await deleteAccount(by(fixture.services, fixture.cast.benjie), { accountId: fixture.cast.benjie.id }),
  )
  expect(await statusOf(given.number)).toBe('cancelled')
  emulator().pay(given.sessionId, { channel: 'gcash' })
  await deliver()
  expect(await statusOf(given.number)).toBe('cancelled')
  await settle()
  expect(await refundsOf(given.id)).toMatchObject([{ reason: 'unused', status: 'succeeded' }])
  expect(await balances(given.id)).not.toHaveProperty('renter_credit')
})

it('an error with one item does not keep the sweep from the others', async () => {
  const broken = await order(ramon(), [await list()])
  const lost = await order(katrina(), [await list()])
  const paid = await order(fixture.cast.liza, [await list()])
  const gateway = fixture.services.payments!
  const findCheckout: typeof gateway.findCheckout = (id) => {
    if (id === broken.sessionId) throw new Error('this one is broken')
    return gateway.findCheckout(id)
  }
  emulator().pay(paid.sessionId, { channel: 'gcash' })
  webhooks().length = 0
  minutes(30)
  await sweepPayments({ ...fixture.services, payments: { ...gateway, findCheckout } })
  expect(fixture.services.errors.splice(0)).toContainEqual(
    expect.stringContaining('could not do one of its things'),
  )
  expect(await statusOf(broken.number)).toBe('expired')
  expect(await statusOf(lost.number)).toBe('expired')
  expect(await statusOf(paid.number)).toBe('confirmed')
})

/** A paid order that the owner rejects. */
async function rejected() {
  const paid = await order(ramon(), [await list()])
  emulator().pay(paid.sessionId, { channel: 'gcash' })
  await deliver()
  await effects()
  const rentalId = (await rentalsOf(paid.id))[0]!.id
  accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'reject' }))
  return paid
}

it.each([
  ['refuses it when it is asked again', 5],
  ['is never heard of again', 21 * 60],
])('a refund whose answer was lost is not left to an admin when the provider %s', async (_, later) => {
  const paid = await rejected()
  emulator().faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 3 })
  await effects()
  emulator().faults.add({ do: 'answer', status: 400, code: 'parameter_invalid', on: 'POST /v1/refunds' })
  minutes(later)
  await settle()
  expect(await refundsOf(paid.id)).toMatchObject([{ status: 'succeeded' }])
  expect(emulator().list().refunds).toHaveLength(1)
})

it.each([
  ['before it was asked', 'drop-before'],
  ['with its answer', 'drop-after'],
] as const)(
  'a refund is sent, once, also when the provider was away for more than two days, %s',
  async (_, fault) => {
    const paid = await rejected()
    emulator().faults.add({ do: fault, on: 'POST /v1/refunds', times: 9_999 })
    if (fault === 'drop-after') await effects()
    emulator().faults.add({ do: 'drop-before', times: 9_999 })
    for (let hours = 0; hours < 60; hours += 0.5) {
      minutes(hours * 60)
      await effects()
    }
    expect(await refundsOf(paid.id)).toMatchObject([{ status: 'due' }])
    emulator().faults.clear()
    minutes(64 * 60)
    await effects()
    await settle()
    minutes(100 * 60)
    await settle()
    expect(await refundsOf(paid.id)).toMatchObject([{ status: 'succeeded' }])
    expect(emulator().list().refunds).toHaveLength(1)
  },
)

describe('around midnight in Manila', () => {
  const MIDNIGHT = (24 - 10) * 60 - 15

  it('an order for today that is paid just after it has no owner’s answer, and is refunded in full', async () => {
    minutes(MIDNIGHT - 10)
    const { id, number, sessionId, totalCentavos } = await order(ramon(), [await list()], TODAY)
    minutes(MIDNIGHT + 5)
    emulator().pay(sessionId, { channel: 'gcash' })
    await deliver()
    expect(await statusOf(number)).toBe('confirmed')
    await sweepRentals(fixture.services)
    await settle()
    expect((await rentalsOf(id)).map(({ status }) => status)).toEqual(['Rejected'])
    expect(await refundsOf(id)).toMatchObject([{ centavos: totalCentavos, status: 'succeeded' }])
  })

  it('an order for today that is paid late, after it, does not get its dates again', async () => {
    minutes(MIDNIGHT - 40)
    const { id, number, sessionId, totalCentavos } = await order(ramon(), [await list()], TODAY)
    const begun = emulator().begin(sessionId, { channel: 'gcash' })
    minutes(MIDNIGHT - 10)
    await sweepPayments(fixture.services)
    expect(await statusOf(number)).toBe('expired')
    minutes(MIDNIGHT)
    emulator().finish(begun.id, 'paid')
    await deliver()
    await settle()
    expect(await statusOf(number)).toBe('expired')
    expect(await refundsOf(id)).toMatchObject([
      { reason: 'unused', centavos: totalCentavos, status: 'succeeded' },
    ])
  })

  it('after days of downtime one sweep of each kind handles everything', async () => {
    const start = addDays(TODAY, 1)
    const unpaid = await order(ramon(), [await list()], start)
    const paid = await order(fixture.cast.liza, [await list()], start)
    const unanswered = await order(katrina(), [await list()], start)
    for (const { sessionId } of [paid, unanswered]) emulator().pay(sessionId, { channel: 'gcash' })
    await settleCheckout(fixture.services, unanswered.sessionId)
    webhooks().length = 0
    minutes(5 * 24 * 60)
    await sweepPayments(fixture.services)
    await sweepRentals(fixture.services)
    await settle()
    expect(await statusOf(unpaid.number)).toBe('expired')
    for (const { id, totalCentavos } of [paid, unanswered]) {
      expect((await rentalsOf(id)).map(({ status }) => status)).toEqual(['Rejected'])
      expect(await refundsOf(id)).toMatchObject([
        { reason: 'expire', centavos: totalCentavos, status: 'succeeded' },
      ])
    }
    const open = await fixture.services.db
      .selectFrom('effect')
      .select('id')
      .where('doneAt', 'is', null)
      .execute()
    expect(open).toEqual([])
  })
})
