import { describe, expect, it } from 'vitest'
import { returnPathOf, pathAfterLogin, loginHref, pathByLogIn } from './return-path.ts'

describe('where a log-in comes back to', () => {
  it.each([
    '/cart',
    '/',
    '/listing/0199a000-0000-7000-8000-000000000000?days=3&x=%2F',
    '/products?search=a+b',
  ])('is kept for an address of this site: %s', (next) => {
    expect(returnPathOf(next)).toBe(next)
    expect(pathAfterLogin('renter', next)).toBe(next)
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
  ])('is null for anything else: %j', (next) => {
    expect(returnPathOf(next)).toBeNull()
    expect(pathAfterLogin('owner', next as string)).toBe('/profile')
  })

  it('is the home page when the address is in an area for another role', () => {
    expect(pathAfterLogin('renter', '/admin')).toBe('/profile')
    expect(pathAfterLogin('owner', '/admin/listings?x=1')).toBe('/profile')
    expect(pathAfterLogin('admin', '/profile/listings')).toBe('/admin')
    expect(pathAfterLogin('admin', '/admin/listings')).toBe('/admin/listings')
    expect(pathAfterLogin('renter', '/administrators')).toBe('/administrators')
  })

  it('is in the link that asks for the log-in', () => {
    expect(loginHref('/listing/1?days=3')).toBe('/login?next=%2Flisting%2F1%3Fdays%3D3')
    expect(loginHref('//evil.test')).toBe('/login')
  })

  it.each([
    '/profile',
    '/profile/rental-tracker?view=rented&ask=cancel',
    '/receipt/HR-1',
    '/admin/proposals?confirm=1',
  ])('is %s again by way of the log-in', (path) => {
    const next = new URL(`https://hiram.test${pathByLogIn(path)}`).searchParams.get('next')
    expect(pathAfterLogin(path.startsWith('/admin') ? 'admin' : 'renter', next)).toBe(path)
  })

  it('pages that are open to guests need no such way', () => {
    for (const path of ['/', '/listing/1?days=3', '/profiles', '/chat?thread_id=1', '/help'])
      expect(pathByLogIn(path)).toBe(path)
  })
})
