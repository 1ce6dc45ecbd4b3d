import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentEmulator, startPaymentEmulator, type RunningEmulator, type StartOptions } from './emulator.ts'
import { payMongo } from './paymongo.ts'
import type { CheckoutRequest, PaymentGateway } from './port.ts'

const keys = { secretKey: 'sk_test_emulated', webhookSecret: 'whsk_emulated' }
const request: CheckoutRequest = {
  orderNumber: 'pm-1795227300000',
  lines: [
    { name: 'Tent <b>& stove</b>', centavos: 45_000, quantity: 2 },
    { name: 'Service fee', centavos: 4_500, quantity: 1 },
  ],
  channels: ['card', 'gcash', 'paymaya'],
  payer: { name: 'Ramon Peña', email: 'ramon@hiram.test' },
  successUrl: 'https://hiram.test/back?order=1',
  cancelUrl: 'https://shop.test/cancelled',
}

const running: RunningEmulator[] = []
async function start(options: Partial<StartOptions> = {}) {
  const emulator = await startPaymentEmulator({
    ...keys,
    mode: 'test',
    port: 0,
    host: '127.0.0.1',
    settleRefundsAfterMs: 0,
    ...options,
  })
  running.push(emulator)
  return emulator
}
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

const gatewayOf = ({ url, origin }: RunningEmulator) =>
  payMongo({ ...keys, apiUrl: url, checkoutOrigin: origin, retryDelayMs: 1 })
let n = 0
async function open(gateway: PaymentGateway, changes: Partial<CheckoutRequest> = {}) {
  const answer = await gateway.openCheckout({ ...request, ...changes }, `key-${n++}`)
  if (!answer.ok) throw new Error(answer.codes.join())
  return answer.checkout
}

describe('its page', () => {
  let emulator: RunningEmulator
  let gateway: PaymentGateway
  beforeEach(async () => {
    emulator = await start()
    gateway = gatewayOf(emulator)
  })
  const press = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const show = async (url: string) => {
    const response = await fetch(url)
    return { response, html: await response.text() }
  }
  const statuses = () => emulator.list().payments.map(({ status, channel }) => `${status} by ${channel}`)

  it('shows what is bought, what it comes to and how to pay, as text', async () => {
    const { url } = await open(gateway)
    const { html, response } = await show(url)
    expect(response.status).toBe(200)
    expect(html).toContain('no real money moves')
    expect(html).toContain('Tent &lt;b&gt;&amp; stove&lt;/b&gt; × 2')
    expect(html).toContain('Pay ₱945.00')
    expect([...html.matchAll(/type="radio" name="channel" value="(\w+)"/g)].map(([, c]) => c)).toEqual(
      request.channels,
    )
    expect(html).not.toContain('<script')
  })

  it('is sound HTML in each of its states', async () => {
    const judge = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        'void-style': 'off',
        'no-trailing-whitespace': 'off',
        'doctype-style': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'long-title': 'off',
        'form-dup-name': ['error', { shared: ['radio', 'submit'] }],
        'no-implicit-button-type': 'off',
        'no-inline-style': 'off',
      },
    })
    const [fresh, paid, expired] = [await open(gateway), await open(gateway), await open(gateway)]
    emulator.pay(paid.id)
    await gateway.closeCheckout(expired.id)
    const under = await open(gateway)
    emulator.begin(under.id)
    for (const url of [
      fresh.url,
      `${fresh.url}?failed=gcash`,
      paid.url,
      expired.url,
      under.url,
      `${emulator.url}/checkout/no`,
    ]) {
      const { html } = await show(url)
      const report = await judge.validateString(html)
      expect(
        report.results.flatMap(({ messages }) => messages.map((m) => `${m.ruleId}: ${m.message}`)),
      ).toEqual([])
    }
  })

  it('may be left for the shop only, and be put into no frame', async () => {
    const { url } = await open(gateway)
    const policy = (await show(url)).response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://hiram.test https://shop.test;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('takes a payment by the chosen way, and leads back', async () => {
    const { url } = await open(gateway)
    const answer = await press(url, { do: 'pay', channel: 'paymaya' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, request.successUrl])
    expect(statuses()).toEqual(['paid by paymaya'])
  })

  it('pressed twice takes one payment', async () => {
    const { url } = await open(gateway)
    const answers = await Promise.all([press(url, { do: 'pay' }), press(url, { do: 'pay' })])
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([
      request.successUrl,
      request.successUrl,
    ])
    expect(statuses()).toEqual(['paid by card'])
    const { html } = await show(url)
    expect(html).toContain('This is paid')
    expect(html).toContain(`href="${request.successUrl}"`)
  })

  it('says that a payment failed, and lets one try again', async () => {
    const { url } = await open(gateway)
    const answer = await press(url, { do: 'fail', channel: 'gcash' })
    const { html } = await show(new URL(answer.headers.get('location')!, url).href)
    expect(html).toMatch(/role="alert"[\s\S]*The payment failed\./)
    expect(html).toMatch(/value="gcash" checked/)
    await press(url, { do: 'pay', channel: 'card' })
    expect(statuses()).toEqual(['failed by gcash', 'paid by card'])
  })

  it('leads back without a payment when one cancels', async () => {
    const { url } = await open(gateway)
    expect((await press(url, { do: 'cancel' })).headers.get('location')).toBe(request.cancelUrl)
    expect(statuses()).toEqual([])
  })

  it('takes nothing once the checkout has expired, and says so', async () => {
    const { id, url } = await open(gateway)
    await gateway.closeCheckout(id)
    await press(url, { do: 'pay' })
    await press(url, { do: 'fail' })
    expect(statuses()).toEqual([])
    expect(() => emulator.pay(id)).toThrow(/expired/)
    const { html } = await show(url)
    expect(html).toContain('This checkout has expired')
    expect(html).toContain(`href="${request.cancelUrl}"`)
  })

  it('takes no way to pay that the checkout doesn’t have', async () => {
    const { url } = await open(gateway)
    await press(url, { do: 'pay', channel: 'qrph' })
    expect(statuses()).toEqual(['paid by card'])
  })

  it('is not there for a checkout nobody opened', async () => {
    const { html, response } = await show(`${emulator.url}/checkout/cs_none`)
    expect([response.status, html.includes('No such checkout')]).toEqual([404, true])
    expect((await press(`${emulator.url}/checkout/cs_none`, { do: 'pay' })).status).toBe(303)
  })
})

describe('its webhooks', () => {
  let shop: Server
  let url: string
  let arrived: { body: Uint8Array; signature: string }[]
  let replies: [number, string][]
  beforeAll(async () => {
    shop = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        arrived.push({
          body: Buffer.concat(parts),
          signature: String(request.headers['paymongo-signature']),
        })
        const [status, body] = replies.shift() ?? [200, '{"received":true}']
        response.writeHead(status).end(body)
      })
    })
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook`
  })
  beforeEach(() => {
    arrived = []
    replies = []
  })
  afterAll(() => shop.close())

  const delivering = async (retryDelaysMs: number[] = [1, 2, 4]) => {
    const emulator = await start({ webhookUrl: url, retryDelaysMs })
    const gateway = gatewayOf(emulator)
    const types = () =>
      arrived.map(({ body, signature }) => {
        const verdict = gateway.readWebhook(body, signature, new Date())
        return verdict.ok ? verdict.event.type : verdict.reason
      })
    return { emulator, gateway, types }
  }

  it('are delivered, signed, until they are taken: 200 to 209 with JSON', async () => {
    const { emulator, gateway, types } = await delivering([1, 2, 4, 8])
    replies = [
      [503, '{}'],
      [302, '{}'],
      [200, 'thanks'],
      [204, ''],
    ]
    emulator.pay((await open(gateway)).id)
    await emulator.webhooks.idle()
    expect(types()).toEqual(Array(5).fill('checkout_session.payment.paid'))
    expect(new Set(arrived.map(({ body }) => Buffer.from(body).toString())).size).toBe(1)
  })

  it('are given up after the last try', async () => {
    const { emulator, gateway, types } = await delivering()
    replies = Array.from({ length: 10 }, () => [500, '{}'])
    emulator.pay((await open(gateway)).id)
    await emulator.webhooks.idle()
    expect(types()).toHaveLength(4)
  })

  it('wait for a shop that is not there yet', async () => {
    let ready = false
    const emulator = await start({
      webhookUrl: () => (ready ? url : 'http://127.0.0.1:9/'),
      retryDelaysMs: [5, 5, 5, 5, 20, 50],
    })
    emulator.pay((await open(gatewayOf(emulator))).id)
    await new Promise((done) => setTimeout(done, 10))
    ready = true
    await emulator.webhooks.idle()
    expect(arrived).toHaveLength(1)
  })

  it('arrive twice, late, out of order, without payments or never, as the test sets', async () => {
    const { emulator, gateway, types } = await delivering()
    const { id } = await open(gateway)
    const { webhooks } = emulator

    webhooks.set({ copies: 2, emptyPayments: true, envelope: 'v2', withoutId: true })
    emulator.pay(id)
    await webhooks.idle()
    expect(types()).toHaveLength(2)
    const [event] = arrived.map(({ body }) => JSON.parse(Buffer.from(body).toString()).data)
    expect(event).not.toHaveProperty('id')
    expect(event.data).toMatchObject({ id, attributes: { payments: [], payment_intent: null } })

    arrived = []
    webhooks.set()
    webhooks.set({ outOfOrder: true })
    emulator.fail(id)
    await webhooks.idle()
    expect(types()).toEqual([])
    emulator.pay(id)
    await webhooks.idle()
    expect(types().sort()).toEqual(['checkout_session.payment.paid', 'payment.failed'])
    expect(webhooks.collected.slice(-2).map(({ type }) => type)).toEqual([
      'checkout_session.payment.paid',
      'payment.failed',
    ])
    emulator.fail(id)
    webhooks.release()
    await webhooks.idle()
    expect(arrived).toHaveLength(3)

    arrived = []
    webhooks.set()
    webhooks.set({ never: true })
    emulator.pay(id)
    webhooks.set()
    webhooks.set({ delayMs: 30 })
    emulator.pay(id)
    expect(arrived).toHaveLength(0)
    await webhooks.idle()
    expect(arrived).toHaveLength(1)
  })

  it('follow a refund that ends, without anyone asking', async () => {
    const { emulator, gateway, types } = await delivering()
    const { id } = emulator.pay((await open(gateway)).id)
    await gateway.refund({ paymentId: id, centavos: 100, notes: '' }, 'r')
    while (arrived.length < 3) await new Promise((done) => setTimeout(done, 20))
    expect(types().sort()).toEqual([
      'checkout_session.payment.paid',
      'payment.refund.updated',
      'payment.refunded',
    ])
  })
})

describe('its faults, over a real connection', () => {
  it('after a call that was handled before the connection broke, the same key finds what it made', async () => {
    const emulator = await start()
    emulator.faults.add({ do: 'drop-after', on: 'POST /v2' })
    await open(gatewayOf(emulator))
    expect(emulator.list().checkouts).toHaveLength(1)
    emulator.faults.add({ do: 'drop-before', on: 'POST /v2', times: 3 })
    await expect(open(gatewayOf(emulator))).rejects.toThrow()
    expect(emulator.list().checkouts).toHaveLength(1)
    expect(emulator.faults.left).toBe(0)
  })

  it('a refund whose answer was lost is one refund', async () => {
    const emulator = await start()
    const gateway = gatewayOf(emulator)
    const { id } = emulator.pay((await open(gateway)).id)
    emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds' }, { do: 'answer', status: 500 })
    const answer = await gateway.refund({ paymentId: id, centavos: 1_000, notes: '' }, 'once')
    expect(answer).toMatchObject({ ok: true, refund: { centavos: 1_000 } })
    expect(emulator.list().refunds).toHaveLength(1)
  })

  it('affect the calls they are set for, each as often as set', async () => {
    const emulator = await start()
    const gateway = payMongo({
      ...keys,
      apiUrl: emulator.url,
      checkoutOrigin: emulator.origin,
      retries: 0,
      timeoutMs: 1000,
    })
    const { id } = await open(gateway)
    const paid = emulator.pay(id)
    const find = () => gateway.findCheckout(id)
    emulator.faults.add(
      { do: 'answer', status: 429 },
      { do: 'answer', status: 500 },
      { do: 'answer', status: 403, code: 'organization_not_allowed' },
      { do: 'garbage' },
      { do: 'wrong-mode' },
      { do: 'wrong-amount', centavos: -1 },
      { do: 'payments-hidden' },
      { do: 'payments-in-intent' },
      { do: 'slow', ms: 20 },
      { do: 'answer', status: 404, on: 'GET /v1/refunds' },
    )
    expect(await find()).toMatchObject({ reason: 'busy' })
    expect(await find()).toMatchObject({ reason: 'unreachable' })
    expect(await find()).toMatchObject({ reason: 'refused', codes: ['organization_not_allowed'] })
    expect(await find()).toMatchObject({ reason: 'unreachable' })
    expect(await find()).toMatchObject({ reason: 'unreadable' })
    expect(await find()).toMatchObject({ checkout: { payments: [{ centavos: paid.amount - 1 }] } })
    expect(await find()).toMatchObject({ checkout: { payments: [] } })
    expect(await find()).toMatchObject({ checkout: { payments: [{ centavos: paid.amount }] } })
    expect(await find()).toMatchObject({ ok: true })
    expect(emulator.faults.left).toBe(1)
    emulator.faults.clear()
    expect(await gateway.listRefunds(null)).toMatchObject({ ok: true })
  })
})

describe('its controls', () => {
  const control = (emulator: RunningEmulator, command: string, given: unknown, key = keys.secretKey) =>
    fetch(`${emulator.url}/__emulator/${command}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      body: JSON.stringify(given),
    })

  it('let a test in another process do what one in this process can', async () => {
    const emulator = await start()
    const { id } = await open(gatewayOf(emulator))
    const command = async (name: string, given: unknown = {}) => (await control(emulator, name, given)).json()
    const begun = await command('begin', { checkoutId: id, channel: 'gcash' })
    expect(await command('finish', { paymentId: begun.id, how: 'failed' })).toMatchObject({
      status: 'failed',
    })
    await command('fail', { checkoutId: id })
    await command('pay', { checkoutId: id, centavos: 100 })
    await command('refunds', { go: 'hold' })
    await command('webhooks', { copies: 2 })
    await command('release-webhooks')
    expect(await command('faults', [{ do: 'answer', status: 500, times: 2 }])).toEqual({ left: 2 })
    expect(await command('faults', [])).toEqual({ left: 0 })
    const { checkouts, payments } = await command('list')
    expect(checkouts).toMatchObject([{ id, reference: request.orderNumber }])
    expect(payments).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
      { status: 'paid', amount: 100 },
    ])
    const refund = await gatewayOf(emulator).refund(
      { paymentId: payments[2].id, centavos: 100, notes: '' },
      'r',
    )
    expect(refund).toMatchObject({ refund: { status: 'pending' } })
    const refundId = refund.ok && refund.refund.id
    expect(await command('list')).toMatchObject({ refunds: [{ status: 'pending' }] })
    expect(await command('settle-refund', { refundId, how: 'failed' })).toMatchObject({ status: 'failed' })
  })

  it('require the key, and return the reason of a refusal', async () => {
    const emulator = await start()
    expect((await control(emulator, 'list', {}, 'sk_test_other')).status).toBe(401)
    expect((await control(emulator, 'constructor', {})).status).toBe(404)
    const refused = await control(emulator, 'pay', { checkoutId: 'cs_none' })
    expect([refused.status, (await refused.json()).error]).toEqual([400, 'There is no checkout cs_none.'])
  })
})

describe('its days', () => {
  const history = (at: string) => {
    const clock = { at: new Date(at), now: () => clock.at }
    const emulator = paymentEmulator({ ...keys, origin: 'http://payments.test', clock })
    const { origin, fetch } = emulator
    return { clock, emulator, gateway: payMongo({ ...keys, apiUrl: origin, checkoutOrigin: origin, fetch }) }
  }
  const later = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)

  it.each([
    ['card', 60],
    ['gcash', 180],
    ['grab_pay', 90],
    ['paymaya', 365],
  ])(
    'money paid by %s goes back for less than %i days, as the rule of refunds says',
    async (channel, days) => {
      const { clock, emulator, gateway } = history('2026-11-21T02:15:00Z')
      const { id } = emulator.pay((await open(gateway, { channels: [channel] })).id)
      const back = (key: string) => gateway.refund({ paymentId: id, centavos: 100, notes: '' }, key)
      const paidAt = clock.at
      clock.at = later(paidAt, days - 0.01)
      expect(await back('in time')).toMatchObject({ ok: true })
      clock.at = later(paidAt, days)
      expect(await back('too late')).toMatchObject({ ok: false, reason: 'refused' })
    },
  )

  it('keeps a key for a day', async () => {
    const { clock, emulator, gateway } = history('2026-11-21T02:15:00Z')
    const ask = () => gateway.openCheckout(request, 'k')
    await ask()
    clock.at = later(clock.at, 0.99)
    await ask()
    expect(emulator.list().checkouts).toHaveLength(1)
    clock.at = later(clock.at, 0.02)
    await ask()
    expect(emulator.list().checkouts).toHaveLength(2)
  })

  it('answers a repeated key as the first time, even with a refusal', async () => {
    const { emulator, gateway } = history('2026-11-21T02:15:00Z')
    const ask = () => gateway.refund({ paymentId: 'pay_none', centavos: 100, notes: '' }, 'k')
    expect(await ask()).toMatchObject({ reason: 'not-found' })
    expect(await ask()).toMatchObject({ reason: 'not-found' })
    emulator.reset()
    expect(emulator.list()).toEqual({ checkouts: [], payments: [], refunds: [] })
  })
})

describe('it', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hiram-payments-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('started again has what it had, in a file for its owner only', async () => {
    const first = await start({ folder })
    const { id } = await open(gatewayOf(first))
    const payment = first.pay(id)
    await first.close()
    const second = await start({ folder })
    expect(await gatewayOf(second).findCheckout(id)).toMatchObject({
      checkout: { payments: [{ id: payment.id }] },
    })
    await gatewayOf(second).refund({ paymentId: payment.id, centavos: 100, notes: '' }, 'r')
    const third = await start({ folder })
    expect(third.list().refunds).toHaveLength(1)
    expect(await readdir(folder)).toEqual(['state.json'])
    expect((await stat(join(folder, 'state.json'))).mode & 0o077).toBe(0)
  })

  it('takes another port when its own is taken', async () => {
    const first = await start()
    const taken = Number(new URL(first.url).port)
    const second = await start({ port: taken, publicHost: 'demo.test' })
    expect(second.url).not.toBe(first.url)
    expect(second.origin).toBe(`http://demo.test:${new URL(second.url).port}`)
  })

  it('does not run in production, nor with a live key', async () => {
    await expect(start({ mode: 'production' })).rejects.toThrow(/production/)
    await expect(start({ secretKey: 'sk_live_1' })).rejects.toThrow(/live key/)
    const origin = 'http://payments.test'
    expect(() => paymentEmulator({ ...keys, origin, secretKey: 'sk_live_1' })).toThrow(/live key/)
  })

  it('speaks as PayMongo does of errors: codes with details, and an unknown address without a word', async () => {
    const { url } = await start()
    const ask = (path: string, body?: object, key = keys.secretKey) =>
      fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
        body: body && JSON.stringify({ data: { attributes: body } }),
      })
    const unknown = await ask('/v1/nothing')
    expect([unknown.status, await unknown.text()]).toEqual([404, ''])
    expect((await ask('/v1/payments', undefined, 'sk_test_other')).status).toBe(401)
    const wrong = await ask('/v2/checkout_sessions', {
      line_items: [{ name: 'Tent', amount: 0, currency: 'USD', quantity: '1' }],
      payment_method_types: ['card', 'shopee_pay'],
      success_url: 'javascript:alert(1)',
    })
    expect(wrong.status).toBe(400)
    const { errors } = (await wrong.json()) as { errors: { code: string; source: { attribute: string } }[] }
    expect(errors.map(({ code, source }) => [code, source.attribute])).toEqual([
      ['parameter_below_minimum', 'amount'],
      ['parameter_invalid', 'currency'],
      ['parameter_data_type_invalid', 'quantity'],
      ['parameter_invalid', '1'],
      ['parameter_format_invalid', 'success_url'],
    ])
    const none = await ask('/v2/checkout_sessions', {})
    expect(((await none.json()) as typeof wrong & { errors: { code: string }[] }).errors[0]!.code).toBe(
      'parameter_required',
    )
    const ways = await ask('/v1/merchants/capabilities/payment_methods')
    expect(await ways.json()).toContain('gcash')
  })
})
