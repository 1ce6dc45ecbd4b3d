import { beforeEach, describe, expect, it } from 'vitest'
import { signWebhook } from '#gateways/payments/signature.ts'
import { paying } from '#tests/support/paying.ts'
import { NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const { reset, list, order, statusOf, refundsOf, webhooks, providerIsDown } = paying(site)
beforeEach(async () => {
  await reset()
  await site.services.db
    .updateTable('order')
    .set({ status: 'cancelled' })
    .where('status', '=', 'awaiting_payment')
    .execute()
})

const WEBHOOK = '/api/paymongo/webhook'
type Sent = { body: string | Uint8Array; signature?: string; headers?: Record<string, string> }

/** Sends a request that claims to come from the provider: from an unknown address, without a session. */
async function send({ body, signature, headers = {} }: Sent) {
  const signed: Record<string, string> = signature === undefined ? {} : { 'paymongo-signature': signature }
  const response = await site.visitor().send(WEBHOOK, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'application/json', ...signed, ...headers },
  })
  return { status: response.status, ...((await response.json()) as { outcome?: string; reason?: string }) }
}
const secret = () => site.services.settings.payments!.webhookSecret
const signed = (body: string, { key = secret(), live = false, at = NOW } = {}) =>
  signWebhook(new TextEncoder().encode(body), key, live, at)

/** An order that is paid at the provider, and the provider's webhook about it. */
async function paidAtProvider() {
  const paid = await order(site.cast.ramon, [await list()])
  site.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
  const webhook = webhooks().at(-1)!
  return { ...paid, webhook, text: new TextDecoder().decode(webhook.body) }
}
/** What was logged as a warning while `doing`. */
async function warnings(doing: () => Promise<unknown>): Promise<unknown[]> {
  const { errors, log } = site.services
  log.level = 'warn'
  await doing()
  log.level = 'error'
  return errors.splice(0).map((line) => JSON.parse(line) as unknown)
}
const events = () => site.services.db.selectFrom('providerEvent').selectAll().execute()

describe('the endpoint for the provider’s webhooks', () => {
  it('accepts the provider, from anywhere and without a session, and confirms the order', async () => {
    const { number, webhook } = await paidAtProvider()
    expect(await send({ ...webhook, headers: { origin: 'https://api.paymongo.com' } })).toMatchObject({
      status: 200,
      outcome: 'done',
    })
    expect(await statusOf(number)).toBe('confirmed')
  })

  // Case: 12
  it('processes a replay only once', async () => {
    const { id, webhook } = await paidAtProvider()
    const answers = await Promise.all(Array.from({ length: 9 }, () => send(webhook)))
    answers.push(await send(webhook))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers.at(-1)).toMatchObject({ outcome: 'known' })
    const payments = await site.services.db
      .selectFrom('payment')
      .selectAll()
      .where('orderId', '=', id)
      .execute()
    expect(payments).toHaveLength(1)
    expect(await refundsOf(id)).toEqual([])
  })

  // Case: 11
  it.each<[string, (text: string) => Partial<Sent>]>([
    ['no signature', () => ({ signature: undefined })],
    ['an empty signature', () => ({ signature: '' })],
    [
      'a signature of another secret',
      (text) => ({ signature: signed(text, { key: 'whsk_of_someone_else' }) }),
    ],
    ['another body under a right signature', (text) => ({ body: text.replace('gcash', 'g_ash') })],
    ['a byte more', (text) => ({ body: `${text} ` })],
    ['a live signature in test mode', (text) => ({ signature: signed(text, { live: true }) })],
    [
      'a signature from four hours ago',
      (text) => ({ signature: signed(text, { at: new Date(NOW.getTime() - 4 * 3_600_000) }) }),
    ],
    [
      'a signature from four hours ahead',
      (text) => ({ signature: signed(text, { at: new Date(NOW.getTime() + 4 * 3_600_000) }) }),
    ],
    ['a time that was changed', (text) => ({ signature: signed(text).replace(/t=\d+/, 't=1') })],
    ['a signature in capitals', (text) => ({ signature: signed(text).toUpperCase() })],
    ['two signatures', (text) => ({ signature: `${signed(text)},${signed(text)}` })],
    ['a signature of a thousand parts', (text) => ({ signature: `${'x=1,'.repeat(1000)}${signed(text)}` })],
  ])('refuses %s with 401, and stores nothing of it', async (_, forge) => {
    const { number, text, webhook } = await paidAtProvider()
    const before = await events()
    const forged = { body: text, signature: webhook.signature, ...forge(text) }
    const logged = await warnings(async () =>
      expect(await send(forged)).toEqual({ status: 401, received: false, reason: 'signature' }),
    )
    expect(logged).toMatchObject([{ event: 'payment-webhook', outcome: 'signature' }])
    expect(await events()).toEqual(before)
    expect(await statusOf(number)).toBe('awaiting_payment')
  })

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['half of JSON', '{"data":{"id":"evt_1"'],
    ['null', 'null'],
    ['a number', '42'],
    ['a list', '[{"data":{}}]'],
    ['an event without data', '{"data":{"id":"evt_1","type":"event"}}'],
    ['an event of no type', '{"data":{"id":"evt_1","attributes":{"livemode":false,"data":{"id":"cs_1"}}}}'],
    ['an event of a type that is a list', '{"data":{"attributes":{"type":["x"],"livemode":false}}}'],
    ['a form', 'data[id]=evt_1&type=checkout_session.payment.paid'],
    ['a prototype', '{"__proto__":{"data":{}},"constructor":{}}'],
    ['deep nesting', '['.repeat(50_000)],
  ])('refuses %s with 400, though it is signed', async (_, body) => {
    const before = await events()
    expect(await send({ body, signature: signed(body) })).toMatchObject({ status: 400, reason: 'unreadable' })
    expect(await events()).toEqual(before)
  })

  // Case: 13
  it('ignores an event of live mode, an unknown type and a checkout that is not ours', async () => {
    const event = (type: string, livemode: boolean, id: string) =>
      JSON.stringify({
        data: {
          id: `evt_${type}${id}`,
          attributes: { type, livemode, data: { id, type: 'checkout_session', attributes: {} } },
        },
      })
    const live = event('checkout_session.payment.paid', true, 'cs_1')
    const logged = await warnings(async () =>
      expect(await send({ body: live, signature: signed(live) })).toMatchObject({ outcome: 'ignored' }),
    )
    expect(logged).toMatchObject([
      { event: 'payment-webhook', msg: 'a webhook of the other mode was ignored' },
    ])
    for (const body of [
      live,
      event('dispute.created', false, 'cs_1'),
      event('checkout_session.payment.paid', false, 'cs_of_another_shop'),
      event('payment.refunded', false, 'cs_1'),
    ])
      expect(await send({ body, signature: signed(body) })).toMatchObject({
        status: 200,
        outcome: 'ignored',
      })
  })

  it('does not trust an event that says paid: it asks the provider, and asks to send it again while the provider does not answer', async () => {
    const unpaid = await order(site.cast.ramon, [await list()])
    const body = JSON.stringify({
      data: {
        id: 'evt_lie',
        attributes: {
          type: 'checkout_session.payment.paid',
          livemode: false,
          data: {
            id: unpaid.sessionId,
            type: 'checkout_session',
            attributes: { payments: [{ id: 'pay_lie', attributes: { status: 'paid', amount: 1 } }] },
          },
        },
      },
    })
    expect(await send({ body, signature: signed(body) })).toMatchObject({ status: 503, reason: 'later' })
    expect(await statusOf(unpaid.number)).toBe('awaiting_payment')
    site.services.emulator.pay(unpaid.sessionId, { channel: 'gcash' })
    providerIsDown()
    expect(await send({ body, signature: signed(body) })).toMatchObject({ status: 503 })
    site.services.emulator.faults.clear()
    expect(await send({ body, signature: signed(body) })).toMatchObject({ status: 200, outcome: 'done' })
    expect(await statusOf(unpaid.number)).toBe('confirmed')
  })

  it('reads 1 MiB, and no more', async () => {
    const { number, text } = await paidAtProvider()
    const large = text + ' '.repeat(1024 * 1024 - Buffer.byteLength(text))
    expect(await send({ body: large, signature: signed(large) })).toMatchObject({
      status: 200,
      outcome: 'done',
    })
    expect(await statusOf(number)).toBe('confirmed')
    const body = `${large} `
    for (const headers of [{}, { 'content-length': String(body.length) }] as Record<string, string>[])
      expect(await send({ body, signature: signed(body), headers })).toMatchObject({
        status: 413,
        reason: 'too-large',
      })
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers %s with 405', async (method) => {
    const response = await site.visitor().send(WEBHOOK, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(response.headers.get('content-type')).toContain('json')
  })

  it('asks to be told again when the database can’t be reached', async () => {
    const { text, webhook } = await paidAtProvider()
    const { db } = site.services
    site.services.db = {
      insertInto: () => {
        throw new Error('the database is away')
      },
    } as never
    try {
      expect(await send({ body: text, signature: webhook.signature })).toMatchObject({ status: 503 })
    } finally {
      site.services.db = db
    }
    expect(site.services.errors.splice(0)).toEqual([
      expect.stringContaining('webhook could not be processed'),
    ])
    expect(await send({ body: text, signature: webhook.signature })).toMatchObject({ outcome: 'done' })
  })
})
