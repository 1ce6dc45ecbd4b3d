import { describe, expect, it } from 'vitest'
import { comeBackTo, landingOf, loginHref } from './come-back.ts'

describe('where a log-in comes back to', () => {
  it.each([
    '/cart',
    '/',
    '/listing/0199a000-0000-7000-8000-000000000000?days=3&x=%2F',
    '/products?search=a+b',
  ])('is an address of this site: %s', (next) => {
    expect(comeBackTo(next)).toBe(next)
    expect(landingOf('renter', next)).toBe(next)
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/%09/evil.test/\\x',
    '/\t/evil.test',
    '/\n//evil.test',
    '/.//evil.test',
    '/a?b=//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '%2f%2fevil.test',
    'evil.test',
    '',
    ' /cart',
    '/café',
    `/${'a'.repeat(500)}`,
    '/login',
    '/login?next=/cart',
    '/logout',
    null,
    undefined,
    ['/cart'],
  ])('is nowhere else: %j', (next) => {
    expect(comeBackTo(next)).toBeNull()
    expect(landingOf('owner', next as string)).toBe('/profile')
  })

  it('is home when the address is in an area for others', () => {
    expect(landingOf('renter', '/admin')).toBe('/profile')
    expect(landingOf('owner', '/admin/listings?x=1')).toBe('/profile')
    expect(landingOf('admin', '/profile/listings')).toBe('/admin')
    expect(landingOf('admin', '/admin/listings')).toBe('/admin/listings')
    expect(landingOf('renter', '/administrators')).toBe('/administrators')
  })

  it('is carried by the link that asks', () => {
    expect(loginHref('/listing/1?days=3')).toBe('/login?next=%2Flisting%2F1%3Fdays%3D3')
    expect(loginHref('//evil.test')).toBe('/login')
  })
})
