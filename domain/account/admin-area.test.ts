import { describe, expect, it } from 'vitest'
import { type ActiveAdmin, decideArea, isHeadAdmin, isInArea, isLastHeadAdmin } from './admin-area.ts'

describe('the area of an admin', () => {
  it.each([
    ['all', 'any', true],
    ['all', 'money', true],
    ['all', 'all', true],
    ['money', 'any', true],
    ['money', 'money', true],
    ['money', 'support', false],
    ['money', 'all', false],
    [null, 'any', false],
    [undefined, 'any', false],
  ] as const)('%s has what belongs to %s: %s', (area, needed, expected) => {
    expect(isInArea(area, needed)).toBe(expected)
  })
})

describe('the last admin who may do everything', () => {
  const admins: ActiveAdmin[] = [
    { id: 'a', area: 'all' },
    { id: 'm', area: 'money' },
  ]

  it('is the only active one with that area', () => {
    expect(isLastHeadAdmin(admins, 'a')).toBe(true)
    expect(isLastHeadAdmin(admins, 'm')).toBe(false)
    expect(isLastHeadAdmin([...admins, { id: 'b', area: 'all' }], 'a')).toBe(false)
    expect(isLastHeadAdmin(admins, 'suspended')).toBe(false)
    expect([isHeadAdmin(admins, 'a'), isHeadAdmin(admins, 'm'), isHeadAdmin(admins, 'x')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('and nobody’s own area is changed; others are, once', () => {
    const by = { adminId: 'a', area: 'support' as const }
    expect(decideArea({ id: 'a', area: 'all', isLastHeadAdmin: false }, by)).toMatchObject({
      reason: 'own-admin',
    })
    expect(decideArea({ id: 'b', area: 'all', isLastHeadAdmin: true }, by)).toMatchObject({
      reason: 'last-admin',
    })
    expect(decideArea({ id: 'b', area: 'support', isLastHeadAdmin: false }, by)).toMatchObject({
      reason: 'unchanged',
      message: 'Their area is “Support” already.',
    })
    expect(decideArea({ id: 'b', area: 'all', isLastHeadAdmin: false }, by)).toEqual({ ok: true })
  })
})
