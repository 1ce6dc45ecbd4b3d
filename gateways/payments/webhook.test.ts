import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payMongo } from './paymongo.ts'

const secret = 'whsk_TESTONLYexampleSecret123456'
const seconds = 1_790_000_000
const now = new Date(seconds * 1000)
const vector =
  '{"data":{"id":"evt_test_1","type":"event","attributes":{"type":"checkout_session.payment.paid","livemode":false}}}'
const vectorHex = '0da4e4dc70b2c8da226b36e80fc5eb4732a9ededa10a71ae9c97b54728c1bd0c'

const gatewayOf = (secretKey: string) =>
  payMongo({ secretKey, webhookSecret: secret, webhookToleranceSeconds: 300 })
const test = gatewayOf('sk_test_1')
const live = gatewayOf('sk_live_1')
const bytes = (text: string) => new TextEncoder().encode(text)
const hexOf = (body: string | Uint8Array, at: number | string = seconds, key = secret) =>
  createHmac('sha256', key).update(`${at}.`).update(body).digest('hex')
/** Reads a body with a valid signature. */
const read = (body: string | Uint8Array) =>
  test.readWebhook(typeof body === 'string' ? bytes(body) : body, `t=${seconds},te=${hexOf(body)},li=`, now)

describe('the signature of a webhook', () => {
  it('is what PayMongo’s own example says', () => {
    expect(bytes(vector)).toHaveLength(114)
    expect(test.readWebhook(bytes(vector), `t=${seconds},te=${vectorHex},li=`, now)).toEqual({
      ok: true,
      event: {
        id: 'evt_test_1',
        type: 'checkout_session.payment.paid',
        checkoutId: null,
        paymentId: null,
        refundId: null,
      },
    })
  })

  it.each([
    ['in another order', `li=,te=${vectorHex},t=${seconds}`],
    ['with spaces', `t=${seconds}, te=${vectorHex}, li=`],
    ['without the other mode', `t=${seconds},te=${vectorHex}`],
    ['beside something of the other mode', `t=${seconds},te=${vectorHex},li=${'0'.repeat(64)}`],
    ['beside something new', `t=${seconds},v9=abc,te=${vectorHex},li=`],
  ])('is read by name: %s', (_, header) => {
    expect(test.readWebhook(bytes(vector), header, now).ok).toBe(true)
  })

  it.each<[string, string | null]>([
    ['nothing', null],
    ['an empty one', ''],
    ['words', 'trust me'],
    ['no time', `te=${vectorHex},li=`],
    ['no signature', `t=${seconds},te=,li=`],
    ['that of the other mode only', `t=${seconds},te=,li=${vectorHex}`],
    ['another time', `t=${seconds + 1},te=${vectorHex},li=`],
    ['a time that is no number', `t=1e9,te=${hexOf(vector, '1e9')},li=`],
    ['a negative time', `t=-1,te=${hexOf(vector, '-1')},li=`],
    ['a byte less', `t=${seconds},te=${vectorHex.slice(0, -2)},li=`],
    ['a byte more', `t=${seconds},te=${vectorHex}00,li=`],
    ['capitals', `t=${seconds},te=${vectorHex.toUpperCase()},li=`],
    ['no hex', `t=${seconds},te=${'z'.repeat(64)},li=`],
    ['another secret', `t=${seconds},te=${hexOf(vector, seconds, 'whsk_other')},li=`],
    ['the body alone', `t=${seconds},te=${createHmac('sha256', secret).update(vector).digest('hex')},li=`],
    ['two of a name', `t=${seconds},te=${vectorHex},te=${vectorHex},li=`],
    ['a very long one', `t=${seconds},te=${vectorHex},li=,${'x'.repeat(2000)}`],
  ])('is refused when it is %s', (_, header) => {
    expect(test.readWebhook(bytes(vector), header, now)).toMatchObject({ ok: false, reason: 'signature' })
  })

  it.each([
    ['a changed letter', vector.replace('evt_test_1', 'evt_test_2')],
    ['a space more', `${vector} `],
    ['nothing', ''],
  ])('is refused for a body with %s', (_, body) => {
    const answer = test.readWebhook(bytes(body), `t=${seconds},te=${vectorHex},li=`, now)
    expect(answer).toMatchObject({ ok: false, reason: 'signature' })
  })

  it.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
    [86_400, false],
  ])('is good %d seconds after it was made: %s', (later, good) => {
    const at = new Date((seconds + later) * 1000)
    expect(test.readWebhook(bytes(vector), `t=${seconds},te=${vectorHex},li=`, at).ok).toBe(good)
  })

  it('is good for three hours unless it is set', () => {
    const unset = payMongo({ secretKey: 'sk_test_1', webhookSecret: secret })
    const at = (later: number) => new Date((seconds + later) * 1000)
    const header = `t=${seconds},te=${vectorHex},li=`
    expect(unset.readWebhook(bytes(vector), header, at(10_800)).ok).toBe(true)
    expect(unset.readWebhook(bytes(vector), header, at(10_801)).ok).toBe(false)
  })
})

describe('the mode of a webhook', () => {
  const liveBody = vector.replace('"livemode":false', '"livemode":true')
  it('is that of the key: live events are read with a live key, by the live signature', () => {
    const signed = `t=${seconds},te=,li=${hexOf(liveBody)}`
    expect(live.readWebhook(bytes(liveBody), signed, now).ok).toBe(true)
    expect(live.readWebhook(bytes(liveBody), `t=${seconds},te=${hexOf(liveBody)},li=`, now)).toMatchObject({
      reason: 'signature',
    })
  })

  it('that isn’t the key’s is told apart, to be ignored', () => {
    expect(read(liveBody)).toMatchObject({ ok: false, reason: 'mode' })
    expect(live.readWebhook(bytes(vector), `t=${seconds},te=,li=${vectorHex}`, now)).toMatchObject({
      ok: false,
      reason: 'mode',
    })
  })
})

describe('the body of a webhook', () => {
  const classic = (resource: unknown, type = 'payment.paid', id: unknown = 'evt_1') =>
    JSON.stringify({
      data: { id, type: 'event', attributes: { type, livemode: false, data: resource, previous_data: {} } },
    })
  const v2 = (resource: unknown, type = 'payment.paid', more: object = { id: 'evt_1' }) =>
    JSON.stringify({ event_type: 'send.webhook', data: { ...more, type, livemode: false, data: resource } })

  const session = { id: 'cs_1', type: 'checkout_session', attributes: { payments: [] } }
  const payment = {
    id: 'pay_1',
    type: 'payment',
    attributes: { refunds: [{ id: 'ref_1' }, { id: 'ref_2' }] },
  }
  const refund = { id: 'ref_1', type: 'refund', attributes: { payment_id: 'pay_1' } }
  it.each([
    ['a checkout', session, 'checkout_session.payment.paid', { checkoutId: 'cs_1' }],
    ['a payment', payment, 'payment.failed', { paymentId: 'pay_1' }],
    ['money that went back', payment, 'payment.refunded', { paymentId: 'pay_1', refundId: 'ref_2' }],
    ['a refund', refund, 'payment.refund.updated', { paymentId: 'pay_1', refundId: 'ref_1' }],
    ['something new', { id: 'dis_1', type: 'dispute' }, 'dispute.created', {}],
    ['nothing', undefined, 'source.chargeable', {}],
    ['an address', { id: '../../etc', type: 'checkout_session' }, 'checkout_session.payment.paid', {}],
    ['a number', { id: 7, type: 'payment' }, 'payment.paid', {}],
    ['a text', 'cs_1', 'checkout_session.payment.paid', {}],
  ])('about %s is read in both envelopes', (_, resource, type, ids) => {
    const nobody = { checkoutId: null, paymentId: null, refundId: null }
    const event = { id: 'evt_1', type, ...nobody, ...ids }
    expect(read(classic(resource, type))).toEqual({ ok: true, event })
    expect(read(v2(resource, type))).toEqual({ ok: true, event })
  })

  it('says what it is about beside it, too', () => {
    const body = v2({ id: 'cs_1' }, 'checkout_session.payment.paid', { resource: 'checkout_session' })
    expect(read(body)).toMatchObject({ event: { checkoutId: 'cs_1' } })
  })

  it.each([[{}], [{ id: '' }], [{ id: 'x'.repeat(101) }]])(
    'with %j for an id is known by its bytes',
    (more) => {
      const body = v2(session, 'checkout_session.payment.paid', more)
      const id = createHash('sha256').update(body).digest('hex')
      expect(read(body)).toMatchObject({ event: { id } })
      expect(read(`${body} `)).not.toMatchObject({ event: { id } })
    },
  )

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', 'paid!'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no data', '{}'],
    ['no type', '{"data":{"livemode":false}}'],
    ['no mode', '{"data":{"id":"evt_1","type":"payment.paid"}}'],
    ['a mode in words', '{"data":{"id":"evt_1","type":"payment.paid","livemode":"false"}}'],
    ['a type without end', `{"data":{"type":"${'x'.repeat(101)}","livemode":false}}`],
    ['letters that are none', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['deep', '['.repeat(100_000)],
    ['its own prototype', '{"__proto__":{"data":{"type":"payment.paid","livemode":false}}}'],
  ])('that is %s is unreadable, however well it is signed', (_, body) => {
    expect(read(body)).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  it('of more than a megabyte is unreadable before anything is computed over it', () => {
    const padded = (size: number) => vector.replace('{', `{"pad":"${'x'.repeat(size - vector.length - 9)}",`)
    const limit = 1024 * 1024
    expect(bytes(padded(limit))).toHaveLength(limit)
    expect(read(padded(limit)).ok).toBe(true)
    expect(read(padded(limit + 1))).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(test.readWebhook(bytes(padded(limit + 1)), null, now)).toMatchObject({ reason: 'unreadable' })
  })
})
