import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPaymentEmulator, type RunningEmulator } from './emulator.ts'
import { payMongo } from './paymongo.ts'
import type { Answer, CheckoutRequest, PaymentGateway, ProviderCheckout } from './port.ts'

/** The actions of people and banks that a test can trigger at a provider. */
type People = Pick<RunningEmulator, 'pay' | 'fail' | 'begin' | 'finish' | 'refunds' | 'webhooks'>
type Opened = {
  gateway: PaymentGateway
  wrongKey: PaymentGateway
  people: People | null
  close(): Promise<void>
}

const keys = { secretKey: 'sk_test_contract', webhookSecret: 'whsk_contract' }
const key = () => `contract-${randomUUID()}`

async function onEmulator(): Promise<Opened> {
  const people = await startPaymentEmulator({
    ...keys,
    mode: 'test',
    port: 0,
    host: '127.0.0.1',
    settleRefundsAfterMs: 0,
  })
  const at = { apiUrl: people.url, checkoutOrigin: people.origin }
  return {
    gateway: payMongo({ ...keys, ...at }),
    wrongKey: payMongo({ ...keys, ...at, secretKey: 'sk_test_wrong' }),
    people,
    close: () => people.close(),
  }
}

/**
 * Nobody can pay at the vendor without a browser and a test card, so only the emulator tests what follows a payment.
 */
async function onVendor(): Promise<Opened> {
  const secretKey = process.env.PAYMONGO_SECRET_KEY!
  return {
    gateway: payMongo({ ...keys, secretKey }),
    wrongKey: payMongo({ ...keys, secretKey: 'sk_test_000000000000000000000000' }),
    people: null,
    close: async () => {},
  }
}

const vendorToo = process.env.PAYMONGO_SECRET_KEY?.startsWith('sk_test_') ?? false
const kinds = [
  { name: 'the emulator', open: onEmulator, canPay: true },
  ...(vendorToo ? [{ name: 'PayMongo in test mode', open: onVendor, canPay: false }] : []),
]

const order = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  orderNumber: `pm-${Date.now()}`,
  lines: [
    { name: 'Tent, 3 days', centavos: 45_000, quantity: 2 },
    { name: 'Pick-up', centavos: 0, quantity: 1 },
    { name: 'Service fee', centavos: 4_500, quantity: 1 },
  ],
  channels: ['card', 'gcash'],
  payer: { name: 'Ramon Peña', email: 'ramon@hiram.test' },
  successUrl: 'https://hiram.test/checkout/return?order=1',
  cancelUrl: 'https://hiram.test/checkout?cancelled=1',
  ...changes,
})

function sound<T>(answer: Answer<T>): { ok: true } & T {
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.codes.join()}`)
  return answer
}

describe.each(kinds)('$name', ({ open, canPay }) => {
  let gateway: PaymentGateway
  let opened: Opened
  let people: People
  beforeAll(async () => {
    opened = await open()
    ;({ gateway } = opened)
    people = opened.people!
  })
  afterAll(() => opened.close())

  const checkout = async (changes?: Partial<CheckoutRequest>): Promise<ProviderCheckout> =>
    sound(await gateway.openCheckout(order(changes), key())).checkout
  const find = async (id: string) => sound(await gateway.findCheckout(id)).checkout

  // Spec: S7.29
  it('opens a checkout that people can be sent to, and finds it again as it was', async () => {
    const request = order()
    const { checkout } = sound(await gateway.openCheckout(request, key()))
    expect(gateway.live).toBe(false)
    expect(checkout).toMatchObject({ status: 'active', orderNumber: request.orderNumber, payments: [] })
    expect(checkout.url).toMatch(/^https?:\/\/[^/]+\/./)
    expect(await find(checkout.id)).toEqual(checkout)
  })

  it('opens one checkout a key, however often it is asked', async () => {
    const [request, again] = [order(), key()]
    const first = sound(await gateway.openCheckout(request, again))
    expect(sound(await gateway.openCheckout(request, again)).checkout.id).toBe(first.checkout.id)
    expect((await checkout()).id).not.toBe(first.checkout.id)
  })

  it('refuses a key that was used for something else', async () => {
    const [request, again] = [order(), key()]
    sound(await gateway.openCheckout(request, again))
    const other = { ...request, lines: [{ name: 'Tent', centavos: 99_900, quantity: 1 }] }
    expect(await gateway.openCheckout(other, again)).toMatchObject({ ok: false, reason: 'refused' })
  })

  it.each<[string, Partial<CheckoutRequest>]>([
    ['less than the minimum', { lines: [{ name: 'Tent', centavos: 1_999, quantity: 1 }] }],
    ['nothing', { lines: [] }],
    ['a way to pay that does not exist', { channels: ['seashells'] }],
    ['no way to pay', { channels: [] }],
  ])('refuses a checkout of %s, with its codes', async (_, changes) => {
    const answer = await gateway.openCheckout(order(changes), key())
    expect(answer).toMatchObject({ ok: false, reason: 'refused' })
    expect(!answer.ok && answer.codes.length).toBeGreaterThan(0)
  })

  it('closes a checkout once', async () => {
    const { id } = await checkout()
    expect(sound(await gateway.closeCheckout(id)).checkout).toMatchObject({ id, status: 'expired' })
    expect(await gateway.closeCheckout(id)).toMatchObject({ ok: false, reason: 'refused' })
    expect((await find(id)).status).toBe('expired')
  })

  it('returns not-found for a checkout, payment or refund that does not exist', async () => {
    for (const answer of [
      await gateway.findCheckout('cs_0000000000000000'),
      await gateway.closeCheckout('cs_0000000000000000'),
      await gateway.findPayment('pay_0000000000000000'),
      await gateway.findRefund('ref_0000000000000000'),
      await gateway.refund({ paymentId: 'pay_0000000000000000', centavos: 100, notes: '' }, key()),
    ])
      expect(answer).toMatchObject({ ok: false, reason: 'not-found' })
  })

  it('can’t be used with a wrong secret key, and the error does not reveal anything', async () => {
    const answers = [
      await opened.wrongKey.openCheckout(order(), key()),
      await opened.wrongKey.listPayments(null),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('makes one payment intent a key, from the minimum on', async () => {
    const again = key()
    const { intent } = sound(await gateway.createIntent(2_000, 'Rental', again))
    expect(intent).toMatchObject({ centavos: 2_000, currency: 'PHP', status: 'awaiting_payment_method' })
    expect(intent.clientKey).not.toBe('')
    expect(sound(await gateway.createIntent(2_000, 'Rental', again)).intent.id).toBe(intent.id)
    expect(await gateway.createIntent(1_999, 'Rental', key())).toMatchObject({ reason: 'refused' })
  })

  it('lists payments and refunds', async () => {
    expect(Array.isArray(sound(await gateway.listPayments(null)).items)).toBe(true)
    expect(Array.isArray(sound(await gateway.listRefunds(null)).items)).toBe(true)
  })

  describe.runIf(canPay)('after people paid', () => {
    const paid = async (channel = 'gcash') => {
      const { id } = await checkout({ channels: [channel] })
      people.pay(id)
      return (await find(id)).payments[0]!
    }
    const refund = (paymentId: string, centavos: number, again = key()) =>
      gateway.refund({ paymentId, centavos, notes: 'Rental cancelled' }, again)

    it('a checkout tells its payment, what is kept of it and when; it stays active and can’t be closed', async () => {
      const { id } = await checkout()
      people.pay(id, { channel: 'card' })
      const after = await find(id)
      expect(after.status).toBe('active')
      expect(after.payments).toMatchObject([
        { status: 'paid', centavos: 94_500, currency: 'PHP', channel: 'card' },
      ])
      const [payment] = after.payments
      expect(payment!.feeCentavos).toBeGreaterThan(0)
      expect(payment!.feeCentavos).toBeLessThan(payment!.centavos)
      expect(Math.abs(payment!.paidAt!.getTime() - Date.now())).toBeLessThan(60_000)
      expect(sound(await gateway.findPayment(payment!.id)).payment).toEqual(payment)
      expect(await gateway.closeCheckout(id)).toMatchObject({ reason: 'refused' })
    })

    it('a failed attempt leaves the checkout open to the next', async () => {
      const { id } = await checkout()
      people.fail(id)
      expect((await find(id)).payments).toMatchObject([{ status: 'failed', paidAt: null }])
      people.pay(id)
      expect((await find(id)).payments.map(({ status }) => status)).toEqual(['failed', 'paid'])
    })

    it('a checkout of failed attempts only can be closed', async () => {
      const { id } = await checkout()
      people.fail(id)
      expect(sound(await gateway.closeCheckout(id)).checkout.status).toBe('expired')
    })

    it('a checkout can’t be closed while someone is paying', async () => {
      const { id } = await checkout()
      const { id: paymentId } = people.begin(id)
      expect(await gateway.closeCheckout(id)).toMatchObject({ reason: 'refused' })
      expect(sound(await gateway.findPayment(paymentId)).payment).toMatchObject({
        status: 'pending',
        paidAt: null,
      })
      people.finish(paymentId, 'paid')
      expect((await find(id)).payments).toMatchObject([{ id: paymentId, status: 'paid' }])
    })

    it('paying twice makes two payments', async () => {
      const { id } = await checkout()
      people.pay(id)
      people.pay(id, { channel: 'gcash' })
      expect((await find(id)).payments.map(({ status }) => status)).toEqual(['paid', 'paid'])
    })

    it('money is refunded in parts, once per key, and never more than was paid', async () => {
      const { id, centavos } = await paid()
      const again = key()
      const first = sound(await refund(id, 30_000, again)).refund
      expect(first).toMatchObject({ paymentId: id, centavos: 30_000, status: 'pending' })
      expect(sound(await refund(id, 30_000, again)).refund.id).toBe(first.id)
      expect(await refund(id, centavos - 30_000 + 1)).toMatchObject({
        reason: 'refused',
        codes: ['allowed_amount_exceeded'],
      })
      sound(await refund(id, centavos - 30_000))
      expect(await refund(id, 100)).toMatchObject({ reason: 'refused' })
      expect(sound(await gateway.findRefund(first.id)).refund).toEqual({ ...first, status: 'succeeded' })
      const { refunds } = sound(await gateway.findPayment(id)).payment
      expect(refunds).toMatchObject([
        { id: first.id, paymentId: id, centavos: 30_000, notes: first.notes },
        { paymentId: id, centavos: centavos - 30_000 },
      ])
    })

    it.each([99, 0, -100, 100.5])('%d centavos can’t be refunded', async (centavos) => {
      const { id } = await paid()
      expect(await refund(id, centavos)).toMatchObject({ reason: 'refused' })
    })

    it.each(['qrph', 'dob_ubp'])('money paid by %s can’t be refunded by a call', async (channel) => {
      const { id } = await paid(channel)
      expect(await refund(id, 100)).toMatchObject({ reason: 'refused', codes: ['parameter_invalid'] })
    })

    it('money of a failed payment can’t be refunded', async () => {
      const { id } = await checkout()
      const failed = people.fail(id)
      expect(await refund(failed.id, 100)).toMatchObject({ reason: 'refused' })
    })

    it('a refund that failed can be made again', async () => {
      const { id, centavos } = await paid()
      people.refunds.go = 'fail'
      const failed = sound(await refund(id, centavos)).refund
      people.refunds.go = 'settle'
      expect(sound(await gateway.findRefund(failed.id)).refund.status).toBe('failed')
      sound(await refund(id, centavos))
    })

    it('the lists hold every payment and refund once, the newest first, a hundred a page', async () => {
      const { id } = await checkout()
      for (let i = 0; i < 205; i++) people.pay(id)
      const payments = await all((after) => gateway.listPayments(after))
      expect(payments.length).toBeGreaterThan(205)
      expect(new Set(payments.map((payment) => payment.id)).size).toBe(payments.length)
      const made = (await find(id)).payments.map((payment) => payment.id)
      expect(payments.slice(0, 205).map((payment) => payment.id)).toEqual(made.toReversed())
      const refunded = sound(await refund(made[0]!, 100)).refund
      expect((await all((after) => gateway.listRefunds(after)))[0]!.id).toBe(refunded.id)
    })

    it('webhooks say what they are about, in both envelopes', async () => {
      const events = async (envelope: 'classic' | 'v2') => {
        people.webhooks.collected.length = 0
        people.webhooks.set({ envelope })
        const { id } = await checkout()
        const failed = people.fail(id)
        const payment = people.pay(id)
        const back = sound(await refund(payment.id, 100)).refund
        sound(await gateway.findRefund(back.id))
        const nobody = { checkoutId: null, paymentId: null, refundId: null }
        const read = people.webhooks.collected.map(({ body, signature }) =>
          gateway.readWebhook(body, signature, new Date()),
        )
        expect(read).toMatchObject([
          { event: { ...nobody, type: 'payment.failed', paymentId: failed.id } },
          { event: { ...nobody, type: 'checkout_session.payment.paid', checkoutId: id } },
          { event: { ...nobody, type: 'payment.refunded', paymentId: payment.id, refundId: back.id } },
          { event: { ...nobody, type: 'payment.refund.updated', paymentId: payment.id, refundId: back.id } },
        ])
        expect(new Set(read.map((verdict) => verdict.ok && verdict.event.id)).size).toBe(4)
      }
      await events('classic')
      await events('v2')
    })
  })
})

async function all<T>(page: (after: string | null) => Promise<Answer<{ items: T[]; next: string | null }>>) {
  const items: T[] = []
  let after: string | null = null
  do {
    const answer: { items: T[]; next: string | null } = sound(await page(after))
    items.push(...answer.items)
    after = answer.next
  } while (after !== null)
  return items
}
