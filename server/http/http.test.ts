import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'
import { isSameOrigin } from './same-origin.ts'
import { commonHeaders, nonceSources, pagePolicy } from './security-headers.ts'

describe('the address of a client', () => {
  it.each<[string, string | undefined, string | null, number, string]>([
    ['is the socket’s without a proxy', '203.0.113.7', null, 0, '203.0.113.7'],
    [
      'is the socket’s whatever the client says, without a proxy',
      '203.0.113.7',
      '10.0.0.1',
      0,
      '203.0.113.7',
    ],
    ['is what our proxy wrote', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    [
      'is what our proxy wrote, not what the client wrote before it',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.7',
      1,
      '203.0.113.7',
    ],
    [
      'is two from the right behind two proxies',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.7, 10.0.0.2',
      2,
      '203.0.113.7',
    ],
    ['may be IPv6', '10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
    [
      'is the socket’s when the header has fewer entries than proxies',
      '10.0.0.1',
      '203.0.113.7',
      2,
      '10.0.0.1',
    ],
    ['is the socket’s when what is written is no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['is the socket’s when nothing is written', '10.0.0.1', '', 1, '10.0.0.1'],
    ['is one and the same when there is none', undefined, null, 0, 'unknown'],
  ])('%s', (_, socket, header, hops, address) => {
    expect(clientAddress(socket, header, hops)).toBe(address)
  })
})

describe('a write comes from our own pages', () => {
  const BASE = 'https://hiram.ph'
  it.each<[boolean, Record<string, string>]>([
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { 'sec-fetch-site': 'none' }],
    [false, { 'sec-fetch-site': 'cross-site' }],
    [false, { 'sec-fetch-site': 'same-site' }],
    [false, { 'sec-fetch-site': 'cross-site', origin: BASE }],
    [false, { 'sec-fetch-site': '' }],
    [true, { origin: BASE }],
    [true, { referer: `${BASE}/cart` }],
    [false, { origin: 'http://hiram.ph' }],
    [false, {}],
    [false, { origin: 'null' }],
    [false, { origin: 'https://evil.test' }],
    [false, { origin: 'https://hiram.ph.evil.test' }],
    [false, { origin: 'https://evil.test', referer: BASE }],
    [false, { referer: 'https://evil.test/?https://hiram.ph' }],
  ])('%s for %j', (allowed, headers) => {
    const request = new Request(`${BASE}/cart`, { method: 'POST', headers: { host: 'hiram.ph', ...headers } })
    expect(isSameOrigin(request, BASE)).toBe(allowed)
  })
})

it('a write comes from our own pages by whatever name people reach a site without https', () => {
  for (const host of ['127.0.0.1:3000', 'hiram.local'])
    for (const scheme of ['http', 'https']) {
      const headers = { host, origin: `${scheme}://${host}` }
      const request = new Request('http://localhost:3000/cart', { method: 'POST', headers })
      expect(isSameOrigin(request, 'http://localhost:3000')).toBe(true)
    }
})

describe('headers', () => {
  it('ask for https only where the site is reached by it', () => {
    expect(commonHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
    expect(commonHeaders(true)['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains')
    expect(pagePolicy('n', false)).not.toContain('upgrade-insecure-requests')
    expect(pagePolicy('n', true)).toContain('upgrade-insecure-requests')
  })

  it('let forms lead to our own pages and, where people pay online, to the provider’s', () => {
    expect(pagePolicy('n', false)).toMatch(/; form-action 'self'$/)
    expect(pagePolicy('n', true, 'https://*.paymongo.com')).toContain(
      "; form-action 'self' https://*.paymongo.com; upgrade",
    )
  })

  it('let only scripts with the nonce run', () => {
    const policy = pagePolicy(nonceSources('abc'), true)
    expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'")
    expect(policy).not.toMatch(/unsafe|\*|http:/)
  })
})
