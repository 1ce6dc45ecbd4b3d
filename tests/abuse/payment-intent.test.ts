import { beforeEach, describe, expect, it } from 'vitest'
import { paying } from '#tests/support/paying.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], { limits: { checkouts: { points: 12, seconds: 60 } } })
const { reset, providerIsDown } = paying(site)
beforeEach(reset)

const INTENT = '/api/createPaymentIntent'
const sorry = { error: { message: 'Failed to create payment intent' } }
const asks = (body: string, headers: Record<string, string> = {}, who?: 'ramon' | 'olivia') =>
  site
    .visitor(who)
    .send(
      INTENT,
      { method: 'POST', body },
      { headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers } },
    )
const amount = (value: string) => `{"data":{"amount":${value}}}`

describe('the endpoint for payment intents', () => {
  // Spec: S7.24, S7.25, D26
  it('gives someone logged in an intent of the amount in centavos', async () => {
    const response = await asks(amount('150050'), {}, 'ramon')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      data: {
        id: expect.stringMatching(/^pi_/),
        type: 'payment_intent',
        attributes: {
          amount: 150_050,
          currency: 'PHP',
          status: 'awaiting_payment_method',
          client_key: expect.any(String),
        },
      },
    })
  })

  // Spec: D26
  it('refuses a guest with 401', async () => {
    const response = await asks(amount('150050'))
    expect([response.status, await response.json()]).toEqual([401, sorry])
  })

  // Spec: S7.25, D26
  it.each([
    ['nothing', '', 400],
    ['half of JSON', '{"data":{"amount":5000', 400],
    ['null', 'null', 422],
    ['a list', '[]', 422],
    ['no data', '{}', 422],
    ['no amount', '{"data":{}}', 422],
    ['an amount outside of data', '{"amount":5000}', 422],
    ['a field nobody knows', '{"data":{"amount":5000,"currency":"USD"}}', 422],
    ['another beside data', '{"data":{"amount":5000},"livemode":true}', 422],
    ['a text', amount('"5000"'), 422],
    ['a list of amounts', amount('[5000]'), 422],
    ['an object', amount('{"centavos":5000}'), 422],
    ['null for an amount', amount('null'), 422],
    ['half a centavo', amount('5000.5'), 422],
    ['less than nothing', amount('-5000'), 422],
    ['nought', amount('0'), 422],
    ['less than the provider takes', amount('1999'), 422],
    ['more than the provider takes', amount('1000000000'), 422],
    ['a number too large for one', amount('1e400'), 422],
    ['NaN', amount('NaN'), 400],
  ])('refuses %s', async (_, body, status) => {
    const response = await asks(body, {}, 'ramon')
    expect([response.status, await response.json()]).toEqual([status, sorry])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('refuses what is sent as %j with 415', async (type) => {
    const response = await asks(amount('5000'), { 'content-type': type }, 'ramon')
    expect([response.status, await response.json()]).toEqual([415, sorry])
  })

  it('refuses what is too large', async () => {
    for (const size of [5_000, 200_000]) {
      const response = await asks(amount(`5000${' '.repeat(size)}`), {}, 'ramon')
      expect([response.status, await response.json()]).toEqual([413, sorry])
    }
  })

  it('refuses what comes from another site', async () => {
    const response = await asks(amount('5000'), { 'sec-fetch-site': 'cross-site' }, 'ramon')
    expect([response.status, await response.json()]).toEqual([403, sorry])
  })

  // Spec: D26
  it('answers a program, which names no site', async () => {
    const json = { headers: { 'content-type': 'application/json' } }
    const sent = { method: 'POST', body: amount('5000') }
    expect((await site.visitor('ramon').send(INTENT, sent, json)).status).toBe(200)
    const guest = await site.visitor().send(INTENT, sent, json)
    expect([guest.status, await guest.json()]).toEqual([401, sorry])
    const asForm = await site
      .visitor('ramon')
      .send(INTENT, sent, { headers: { 'content-type': 'text/plain' } })
    expect([asForm.status, await asForm.json()]).toEqual([415, sorry])
  })

  it.each(['GET', 'PUT', 'DELETE'])('answers %s with 405', async (method) => {
    const response = await site
      .visitor('ramon')
      .send(INTENT, { method }, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'POST',
      sorry,
    ])
  })

  // Spec: S7.26
  it('says 502 when the provider is down, which counts as well, and 429 when it was a lot', async () => {
    providerIsDown()
    const down = await asks(amount('5000'), {}, 'olivia')
    expect([down.status, await down.json()]).toEqual([502, sorry])
    site.services.emulator.faults.clear()
    for (let i = 0; i < 11; i++) expect((await asks(amount('5000'), {}, 'olivia')).status).toBe(200)
    const full = await asks(amount('5000'), {}, 'olivia')
    expect([full.status, await full.json()]).toEqual([429, sorry])
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
