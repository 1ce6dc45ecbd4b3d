import { expect, it } from 'vitest'
import { confirmHref } from './confirm-href.ts'

it('the link that asks for a proof has the address, unless it is too long', () => {
  expect(confirmHref('/admin/users.csv?role=owner')).toBe('/confirm?to=%2Fadmin%2Fusers.csv%3Frole%3Downer')
  const long = `/admin/users.csv?search=${'%C3%A9'.repeat(1000)}`
  expect(confirmHref(long, '/admin/users')).toBe('/confirm?to=%2Fadmin%2Fusers')
  expect(confirmHref(long)).toBe('/confirm?to=%2F')
})
