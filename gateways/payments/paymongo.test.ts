import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { payMongo, type PayMongoOptions } from './paymongo.ts'
import type { CheckoutRequest, PaymentGateway } from './port.ts'

const keys = { secretKey: 'sk_test_client', webhookSecret: 'whsk_client' }
const request: CheckoutRequest = {
  orderNumber: 'pm-1795227300000',
  lines: [
    { name: 'Tent, 3 days', centavos: 45_000, quantity: 1 },
    { name: 'Pick-up', centavos: 0, quantity: 1 },
  ],
  channels: ['card', 'gcash'],
  payer: { name: 'Ramon Peña', email: 'ramon@hiram.test' },
  successUrl: 'https://hiram.test/back',
  cancelUrl: 'https://hiram.test/cancelled',
}

type Sent = { url: string; init: RequestInit }
type Reply = () => Response | Promise<Response>

/** A client whose calls get these answers in turn, the last one repeatedly. It records what it sent and logged. */
function answered(replies: Reply[], options: Partial<PayMongoOptions> = {}) {
  const sent: Sent[] = []
  const logged: [string, object][] = []
  const log = {
    warn: (fields: object) => void logged.push(['warn', fields]),
    error: (fields: object) => void logged.push(['error', fields]),
  }
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return replies[Math.min(sent.length, replies.length) - 1]!()
  }
  const gateway = payMongo({ ...keys, fetch, log, retryDelayMs: 1, ...options })
  return { gateway, sent, logged }
}

const json = (body: unknown, status = 200): Reply => {
  return () => new Response(JSON.stringify(body), { status })
}
const status = (code: number): Reply => {
  return () => new Response('Too many requests, please try again later.', { status: code })
}
const errors = (code: number, ...codes: string[]) =>
  json({ errors: codes.map((each) => ({ code: each, detail: 'Card 4343 of Ramon is …' })) }, code)
const broken: Reply = () => {
  throw new TypeError('fetch failed')
}
const silent: Reply = () => new Promise(() => {})

const paymentOf = (changes: object = {}) => ({
  id: 'pay_1',
  type: 'payment',
  attributes: {
    amount: 45_000,
    fee: 1_125,
    foreign_fee: 10,
    currency: 'PHP',
    status: 'paid',
    source: { id: 'src_1', type: 'gcash' },
    paid_at: 1_795_227_300,
    livemode: false,
    ...changes,
  },
})
const checkoutOf = (changes: object = {}) => ({
  data: {
    id: 'cs_1',
    type: 'checkout_session',
    attributes: {
      checkout_url: 'https://checkout.paymongo.com/cs_1',
      status: 'active',
      livemode: false,
      reference_number: request.orderNumber,
      payments: [],
      ...changes,
    },
  },
})
const refundOf = (changes: object = {}) => ({
  data: {
    id: 'ref_1',
    attributes: {
      amount: 100,
      payment_id: 'pay_1',
      status: 'pending',
      created_at: 1_795_227_300,
      ...changes,
    },
  },
})

describe('what is asked', () => {
  it('is a checkout as PayMongo’s second version takes it, without lines of nothing and without a phone', async () => {
    const { gateway, sent } = answered([json(checkoutOf())])
    await gateway.openCheckout(request, 'order-1')
    expect(sent).toHaveLength(1)
    expect(sent[0]!.url).toBe('https://api.paymongo.com/v2/checkout_sessions')
    expect(sent[0]!.init).toMatchObject({ method: 'POST', redirect: 'error' })
    expect(sent[0]!.init.headers).toEqual({
      authorization: 'Basic c2tfdGVzdF9jbGllbnQ6',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'order-1',
    })
    expect(JSON.parse(sent[0]!.init.body as string)).toEqual({
      data: {
        attributes: {
          line_items: [{ name: 'Tent, 3 days', amount: 45_000, currency: 'PHP', quantity: 1 }],
          payment_method_types: ['card', 'gcash'],
          success_url: 'https://hiram.test/back',
          cancel_url: 'https://hiram.test/cancelled',
          reference_number: 'pm-1795227300000',
          description: 'Order pm-1795227300000',
          metadata: { order_number: 'pm-1795227300000' },
          billing: { name: 'Ramon Peña', email: 'ramon@hiram.test' },
          send_email_receipt: false,
          show_description: true,
          show_line_items: true,
        },
      },
    })
  })

  it.each([
    [-100, 1],
    [45_000.5, 1],
    [Number.NaN, 1],
    [100, -1],
    [100, 1.5],
    [2 ** 53, 1],
  ])('is never a line of %d × %d: it sends no request', async (centavos, quantity) => {
    const { gateway, sent } = answered([json(checkoutOf())])
    const lines = [...request.lines, { name: 'Discount', centavos, quantity }]
    expect(await gateway.openCheckout({ ...request, lines }, 'k')).toMatchObject({ reason: 'refused' })
    expect(sent).toEqual([])
  })

  it.each<[string, (gateway: PaymentGateway) => Promise<unknown>, string]>([
    ['a checkout', (g) => g.findCheckout('cs_1'), 'GET /v1/checkout_sessions/cs_1'],
    ['to close it', (g) => g.closeCheckout('cs_1'), 'POST /v1/checkout_sessions/cs_1/expire'],
    ['a payment', (g) => g.findPayment('pay_1'), 'GET /v1/payments/pay_1'],
    ['a refund', (g) => g.findRefund('ref_1'), 'GET /v1/refunds/ref_1'],
    ['a page of payments', (g) => g.listPayments(null), 'GET /v1/payments?limit=100'],
    ['the page after', (g) => g.listPayments('pay_1'), 'GET /v1/payments?limit=100&after=pay_1'],
    ['refunds', (g) => g.listRefunds('a&b'), 'GET /v1/refunds?limit=100&after=a%26b'],
  ])('sends %s to the right address', async (_, ask, call) => {
    const { gateway, sent } = answered([json({})])
    await ask(gateway)
    expect(`${sent[0]!.init.method} ${sent[0]!.url}`).toBe(call.replace(' ', ' https://api.paymongo.com'))
  })

  it('is money back, with a reason PayMongo knows and notes of 255 characters at most', async () => {
    const { gateway, sent } = answered([json(refundOf())])
    await gateway.refund({ paymentId: 'pay_1', centavos: 100, notes: 'x'.repeat(300) }, 'refund-1')
    expect(JSON.parse(sent[0]!.init.body as string).data.attributes).toEqual({
      amount: 100,
      payment_id: 'pay_1',
      reason: 'requested_by_customer',
      notes: 'x'.repeat(255),
    })
    expect(sent[0]!.init.headers).toMatchObject({ 'idempotency-key': 'refund-1' })
  })

  it('has no note where PayMongo sends an empty one', async () => {
    const { gateway } = answered([json(refundOf({ notes: '' }))])
    expect(await gateway.findRefund('ref_1')).toMatchObject({ refund: { notes: null } })
  })

  it('is not taken from the answer to another request, which is as if none came', async () => {
    const refund = { paymentId: 'pay_1', centavos: 100, notes: 'mine' }
    const answers = async (ask: (gateway: PaymentGateway) => Promise<unknown>, ...others: object[]) => {
      for (const other of others)
        expect(await ask(answered([json(other)]).gateway)).toMatchObject({ ok: false, reason: 'unreachable' })
    }
    await answers(
      (g) => g.refund(refund, 'k'),
      refundOf({ amount: 100, notes: 'another' }),
      refundOf({ amount: 200, notes: 'mine' }),
      refundOf({ amount: 100, payment_id: 'pay_2', notes: 'mine' }),
      refundOf({ amount: 100, payment_id: null, notes: 'another' }),
      refundOf({ amount: 100, payment_id: null }),
    )
    await answers((g) => g.openCheckout(request, 'k'), checkoutOf({ reference_number: 'pm-2' }))
    await answers((g) => g.findCheckout('cs_2'), checkoutOf())
    await answers((g) => g.closeCheckout('cs_2'), checkoutOf())
    await answers((g) => g.findPayment('pay_2'), { data: paymentOf() })
    await answers((g) => g.findRefund('ref_2'), refundOf())
  })

  it.each(['', '..', '../refunds', 'cs_1/expire', 'cs_1?x=1', 'cs 1', 'x'.repeat(101)])(
    'sends no request when %j is no id: it is not found',
    async (id) => {
      const { gateway, sent } = answered([json(checkoutOf())])
      for (const answer of [
        await gateway.findCheckout(id),
        await gateway.closeCheckout(id),
        await gateway.findPayment(id),
        await gateway.findRefund(id),
      ])
        expect(answer).toMatchObject({ ok: false, reason: 'not-found' })
      expect(sent).toEqual([])
    },
  )

  it('needs both keys', () => {
    expect(() => payMongo({ ...keys, secretKey: '' })).toThrow(/keys/)
    expect(() => payMongo({ ...keys, secretKey: 'pk_test_1' })).toThrow(/keys/)
    expect(() => payMongo({ ...keys, webhookSecret: '' })).toThrow(/keys/)
    expect(payMongo({ ...keys, secretKey: 'sk_live_1' }).live).toBe(true)
  })
})

describe('what is answered', () => {
  it('is read into our words', async () => {
    const paid = checkoutOf({ payments: [paymentOf()], payment_intent: null, new_field: [1] })
    const { gateway } = answered([json(paid)])
    expect(await gateway.findCheckout('cs_1')).toEqual({
      ok: true,
      checkout: {
        id: 'cs_1',
        url: 'https://checkout.paymongo.com/cs_1',
        status: 'active',
        orderNumber: request.orderNumber,
        payments: [
          {
            id: 'pay_1',
            status: 'paid',
            centavos: 45_000,
            feeCentavos: 1_135,
            currency: 'PHP',
            channel: 'gcash',
            paidAt: new Date('2026-11-21T02:15:00Z'),
            orderNumber: null,
            refunds: null,
          },
        ],
      },
    })
  })

  it.each([
    [{ metadata: { order_number: 'pm-7' }, description: 'Order pm-8' }, 'pm-7'],
    [{ metadata: {}, description: 'Order pm-8' }, 'pm-8'],
    [{ metadata: 'nonsense', description: 'Order pm-8' }, 'pm-8'],
    [{ metadata: null, description: 'Something else' }, null],
    [{ description: 12 }, null],
  ])('reads the order of a payment out of %j', async (attributes, orderNumber) => {
    const { gateway } = answered([json(checkoutOf({ payments: [paymentOf(attributes)] }))])
    const answer = await gateway.findCheckout('cs_1')
    expect(answer).toMatchObject({ ok: true, checkout: { payments: [{ orderNumber }] } })
  })

  it.each([[[]], [null], [undefined]])(
    'takes payments of the intent when the checkout has %j',
    async (none) => {
      const payment_intent = { id: 'pi_1', attributes: { status: 'succeeded', payments: [paymentOf()] } }
      const { gateway } = answered([json(checkoutOf({ payments: none, payment_intent }))])
      expect(await gateway.findCheckout('cs_1')).toMatchObject({ checkout: { payments: [{ id: 'pay_1' }] } })
    },
  )

  it.each([
    ['active', 'active'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
    ['something new', 'active'],
  ])('a checkout that is %s is %s', async (theirs, ours) => {
    const { gateway } = answered([json(checkoutOf({ status: theirs }))])
    expect(await gateway.findCheckout('cs_1')).toMatchObject({ checkout: { status: ours } })
  })

  it.each([
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
  ])('a refund that is %s is %s', async (theirs, ours) => {
    const { gateway } = answered([json(refundOf({ status: theirs }))])
    expect(await gateway.findRefund('ref_1')).toMatchObject({ refund: { status: ours } })
  })

  it('a payment without fee, source and time is still a payment', async () => {
    const bare = paymentOf({
      fee: null,
      foreign_fee: undefined,
      source: null,
      paid_at: null,
      status: 'pending',
    })
    const { gateway } = answered([json({ data: bare })])
    expect(await gateway.findPayment('pay_1')).toMatchObject({
      payment: { status: 'pending', feeCentavos: 0, channel: 'unknown', paidAt: null },
    })
  })

  it('a payment whose money went back was paid', async () => {
    const { gateway } = answered([json({ data: paymentOf({ status: 'refunded' }) })])
    expect(await gateway.findPayment('pay_1')).toMatchObject({ payment: { status: 'paid' } })
  })

  it('a page has a next one only when PayMongo says so', async () => {
    const { gateway } = answered([
      json({ data: [paymentOf()], has_more: true }),
      json({ data: [paymentOf()], has_more: false }),
      json({ data: [], has_more: true }),
      json({ data: [] }),
    ])
    const next = async () => (await gateway.listPayments(null)) as { next?: string | null }
    expect((await next()).next).toBe('pay_1')
    for (let i = 0; i < 3; i++) expect((await next()).next).toBeNull()
  })

  it.each(['', null, undefined, 7])(
    'a refund whose payment is %j leaves the list readable',
    async (payment) => {
      const { gateway } = answered([
        json({ data: [refundOf({ payment_id: payment }).data, refundOf().data] }),
      ])
      const answer = await gateway.listRefunds(null)
      expect(answer).toMatchObject({ items: [{ paymentId: null }, { paymentId: 'pay_1' }] })
    },
  )

  it('a list names its entries that can’t be read, logs why, and goes on after the last one', async () => {
    const broken = { ...paymentOf({ amount: '5' }), id: 'pay_9' }
    const { gateway, logged } = answered([
      json({ data: [broken, paymentOf(), broken], has_more: true }),
      json({ data: [{ ...refundOf().data, id: 'ref_9', attributes: null }, refundOf().data] }),
      json({ data: [paymentOf(), { attributes: {} }] }),
    ])
    expect(await gateway.listPayments(null)).toMatchObject({
      ok: true,
      items: [{ id: 'pay_1' }],
      unreadable: ['pay_9', 'pay_9'],
      next: 'pay_9',
    })
    expect(await gateway.listRefunds(null)).toMatchObject({ items: [{ id: 'ref_1' }], unreadable: ['ref_9'] })
    const payments = { event: 'payment-provider', id: 'pay_9', wrong: ['attributes.amount: invalid_type'] }
    const refund = { event: 'payment-provider', id: 'ref_9', wrong: ['attributes: invalid_type'] }
    expect(logged).toEqual([payments, payments, refund].map((fields) => ['error', fields]))
    expect(await gateway.listPayments(null)).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  it.each([
    ['its refunds', [refundOf().data], [{ id: refundOf().data.id, paymentId: 'pay_1' }]],
    ['no refund', [], []],
    ['refunds that can’t be read', [{ id: 'ref_1' }], null],
  ])('a payment with %s tells them, or that it does not know', async (_, refunds, read) => {
    const { gateway } = answered([json({ data: paymentOf({ refunds }) })])
    expect(await gateway.findPayment('pay_1')).toMatchObject({ ok: true, payment: { refunds: read } })
  })

  const wrongs: [string, Reply][] = [
    ['no JSON', () => new Response('<html>It works!</html>')],
    ['nothing', () => new Response(null)],
    ['null', json(null)],
    ['a list', json([])],
    ['no data', json({})],
    ['no attributes', json({ data: { id: 'cs_1' } })],
    ['the other mode', json(checkoutOf({ livemode: true }))],
    ['no mode', json(checkoutOf({ livemode: undefined }))],
    ['a payment of the other mode', json(checkoutOf({ payments: [paymentOf({ livemode: true })] }))],
    ['an amount in words', json(checkoutOf({ payments: [paymentOf({ amount: '45000' })] }))],
    ['half a centavo', json(checkoutOf({ payments: [paymentOf({ amount: 45_000.5 })] }))],
    ['a negative amount', json(checkoutOf({ payments: [paymentOf({ amount: -1 })] }))],
    ['a success that is none', json(checkoutOf(), 201)],
    ['more than it may', () => new Response('[' + '1,'.repeat(3_000_000) + '1]')],
  ]
  it.each(wrongs)('is not accepted when it is %s', async (_, reply) => {
    const { gateway, sent, logged } = answered([reply])
    expect(await gateway.findCheckout('cs_1')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^un(readable|reachable)$/),
    })
    expect(sent.length).toBeLessThanOrEqual(3)
    expect(logged).toHaveLength(1)
  })

  it.each([['<html>It works!</html>'], [null]])(
    'may come from something in between when it is %j, and says nothing of what was requested',
    async (body) => {
      const asked = { paymentId: 'pay_1', centavos: 100, notes: '' }
      const { gateway } = answered([() => new Response(body)])
      expect(await gateway.refund(asked, 'k')).toMatchObject({ ok: false, reason: 'unreachable' })
      expect(await gateway.findCheckout('cs_1')).toMatchObject({ ok: false, reason: 'unreachable' })
    },
  )

  it.each([
    'http://checkout.paymongo.com/cs_1',
    'https://paymongo.com.evil.test/cs_1',
    'https://evilpaymongo.com/cs_1',
    'https://evil.test/?https://checkout.paymongo.com',
    'https://checkout.paymongo.com@evil.test/',
    'https://user:pass@checkout.paymongo.com/',
    'https://checkout.paymongo.com:8443/',
    'javascript:alert(1)//paymongo.com',
    '//checkout.paymongo.com/cs_1',
  ])('with the address %j is refused', async (url) => {
    const { gateway } = answered([json(checkoutOf({ checkout_url: url }))])
    expect(await gateway.openCheckout(request, 'k')).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  it.each(['', null, undefined])('with the address %j, which is none, is refused as such', async (url) => {
    const { gateway } = answered([json(checkoutOf({ checkout_url: url }))])
    expect(await gateway.openCheckout(request, 'k')).toMatchObject({ ok: false, reason: 'refused' })
  })

  it.each(['https://checkout.paymongo.com/cs_1', 'https://paymongo.com/c', 'https://a.b.paymongo.com/c'])(
    'with the address %s is accepted',
    async (url) => {
      const { gateway } = answered([json(checkoutOf({ checkout_url: url }))])
      expect(await gateway.openCheckout(request, 'k')).toMatchObject({ ok: true, checkout: { url } })
    },
  )

  it('of an emulator leads to its own pages only', async () => {
    const options = { apiUrl: 'http://127.0.0.1:3001', checkoutOrigin: 'http://localhost:3001' }
    const open = async (checkout_url: string) => {
      const { gateway } = answered([json(checkoutOf({ checkout_url }))], options)
      return (await gateway.openCheckout(request, 'k')).ok
    }
    expect(await open('http://localhost:3001/checkout/cs_1')).toBe(true)
    expect(await open('http://localhost:3002/checkout/cs_1')).toBe(false)
    expect(await open('https://checkout.paymongo.com/cs_1')).toBe(false)
  })

  it('names what a policy for forms has to allow', () => {
    expect(payMongo(keys).checkoutOrigin).toBe('https://*.paymongo.com')
  })
})

it('a state of a payment that is new to us is unknown, and its checkout can be read', async () => {
  const { gateway } = answered([json(checkoutOf({ payments: [paymentOf({ status: 'maybe' })] }))])
  expect(await gateway.findCheckout('cs_1')).toMatchObject({
    checkout: { payments: [{ status: 'unknown' }] },
  })
})

describe('refusals', () => {
  it.each<[number, string[], string]>([
    [400, ['parameter_below_minimum', 'parameter_required'], 'refused'],
    [401, ['unauthorized'], 'unreachable'],
    [403, ['organization_not_allowed'], 'refused'],
    [404, ['resource_not_found'], 'not-found'],
    [409, ['conflict'], 'refused'],
  ])('%d with %j is %3$s, asked once', async (code, codes, reason) => {
    const { gateway, sent } = answered([errors(code, ...codes)])
    expect(await gateway.findPayment('pay_1')).toMatchObject({ ok: false, reason, codes })
    expect(sent).toHaveLength(1)
  })

  it('409 to a request with a key is the first one still being handled: it is asked again, and not refused', async () => {
    const refund = (replies: Reply[]) => {
      const { gateway, sent } = answered(replies)
      const asked = gateway.refund({ paymentId: 'pay_1', centavos: 100, notes: '' }, 'k')
      return asked.then((answer) => ({ answer, times: sent.length }))
    }
    const inUse = errors(409, 'idempotency_key_in_use')
    expect(await refund([inUse, json(refundOf())])).toMatchObject({ answer: { ok: true }, times: 2 })
    expect(await refund([inUse])).toMatchObject({ answer: { reason: 'busy' }, times: 3 })
  })

  it('400 without codes is refused; 404 without a body and a proxy’s page say nothing of what was asked', async () => {
    expect(await answered([json({}, 400)]).gateway.findPayment('pay_1')).toMatchObject({
      reason: 'refused',
      codes: [],
    })
    const page = answered([() => new Response('<h1>Blocked</h1>', { status: 403 })])
    expect(await page.gateway.findPayment('pay_1')).toMatchObject({ reason: 'unreachable' })
    const unknown = answered([() => new Response(null, { status: 404 })])
    expect(await unknown.gateway.findPayment('pay_1')).toMatchObject({ reason: 'unreachable' })
  })

  it('never returns or logs PayMongo’s words about a person, or what was sent', async () => {
    const { gateway, logged } = answered([
      errors(401, 'unauthorized'),
      errors(400, 'generic_decline'),
      json({}),
    ])
    for (let i = 0; i < 3; i++) {
      const answer = await gateway.openCheckout(request, 'k')
      expect(JSON.stringify(answer)).not.toMatch(/Ramon|4343|sk_test/)
    }
    expect(logged.map(([level]) => level)).toEqual(['error', 'warn', 'error'])
    expect(JSON.stringify(logged)).not.toMatch(/Ramon|4343|sk_test|hiram\.test/)
    expect(JSON.stringify(logged)).toContain('generic_decline')
  })
})

describe('retries', () => {
  const asks: [string, (gateway: PaymentGateway) => Promise<{ ok: boolean }>, Reply][] = [
    ['reading', (g) => g.findCheckout('cs_1'), json(checkoutOf())],
    ['opening with a key', (g) => g.openCheckout(request, 'k'), json(checkoutOf())],
    [
      'refunding with a key',
      (g) => g.refund({ paymentId: 'pay_1', centavos: 100, notes: '' }, 'k'),
      json(refundOf()),
    ],
  ]
  const failures: [string, Reply][] = [
    ['the connection broke', broken],
    ['500', status(500)],
    ['503', status(503)],
    ['408', status(408)],
    ['429', status(429)],
    ['no answer came', silent],
  ]
  const repeated = asks.flatMap(([doing, ask, reply]) =>
    failures.map(([what, failure]) => [doing, what, ask, failure, reply] as const),
  )
  it.each(repeated)('%s is tried again, as it was, after %s', async (_, __, ask, failure, reply) => {
    const { gateway, sent } = answered([failure, reply], { timeoutMs: 100 })
    expect(await ask(gateway)).toMatchObject({ ok: true })
    expect(sent).toHaveLength(2)
    const plain = sent.map(({ url, init }) => [url, init.method, init.headers, init.body])
    expect(plain[1]).toEqual(plain[0])
  })

  it.each(failures)('ends: three tries after %s', async (what, failure) => {
    const { gateway, sent } = answered([failure], { timeoutMs: 40 })
    const reason = what === '429' ? 'busy' : 'unreachable'
    expect(await gateway.findCheckout('cs_1')).toMatchObject({ ok: false, reason, codes: [] })
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  it.each(failures)(
    'closing a checkout is not repeated after %s, since it has no key',
    async (_, failure) => {
      const { gateway, sent } = answered([failure, json(checkoutOf())], { timeoutMs: 40 })
      expect(await gateway.closeCheckout('cs_1')).toMatchObject({ ok: false })
      expect(sent).toHaveLength(1)
    },
  )

  it('cover an answer as a whole: one that begins and never ends is given up', async () => {
    const endless: Reply = () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{')) }))
    const { gateway, sent } = answered([endless], { timeoutMs: 20, retries: 0 })
    expect(await gateway.findCheckout('cs_1')).toMatchObject({ reason: 'unreachable' })
    expect(sent[0]!.init.signal?.aborted).toBe(true)
  })

  it('lasts two and a half time-outs for all tries together', async () => {
    const { gateway } = answered([silent], { timeoutMs: 40, retries: 1000 })
    const began = performance.now()
    await gateway.findCheckout('cs_1')
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('ends at once while the breaker is open, and comes back when PayMongo does', async () => {
    let up = false
    const { gateway, sent } = answered([() => (up ? json(checkoutOf()) : status(500))()], {
      retries: 0,
      breakAfter: 3,
      breakMs: 60_000,
    })
    const ask = async () => (await gateway.findCheckout('cs_1')).ok
    for (let i = 0; i < 10; i++) expect(await ask()).toBe(false)
    expect(sent).toHaveLength(3)
    up = true
    expect(await ask()).toBe(false)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await ask()).toBe(true)
    expect(await ask()).toBe(true)
    vi.useRealTimers()
    expect(sent).toHaveLength(5)
  })

  it('do not count refusals as failures of the breaker', async () => {
    const { gateway, sent } = answered([errors(400, 'parameter_invalid')], { breakAfter: 3 })
    for (let i = 0; i < 10; i++) await gateway.findCheckout('cs_1')
    expect(sent).toHaveLength(10)
  })
})

describe('an opened breaker', () => {
  it('still reads webhooks, which need nobody’s answer', async () => {
    const { gateway } = answered([broken], { breakAfter: 1 })
    await gateway.findCheckout('cs_1')
    const body = new TextEncoder().encode('{}')
    const hash = createHash('sha256').update(body).digest('hex')
    expect(gateway.readWebhook(body, `t=1,te=${hash},li=`, new Date(1000))).toMatchObject({
      reason: 'signature',
    })
  })
})
