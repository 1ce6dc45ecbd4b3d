import { describe, expect, it } from 'vitest'
import { readForm } from '../form.ts'
import { favoriteForm } from './favorite-form.ts'

const listingId = '0199a000-0000-7000-8000-000000000000'

function read(fields: Record<string, string | string[]>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, each)
  return readForm(favoriteForm, form)
}

describe('what a heart sends', () => {
  it('is a listing, a wish and the page it is on', () => {
    expect(read({ listingId, intent: 'add', from: '/products?search=tent' })).toEqual({
      ok: true,
      value: { listingId, intent: 'add', from: '/products?search=tent' },
    })
    expect(read({ listingId, intent: 'remove' })).toMatchObject({ ok: true, value: { from: null } })
  })

  it.each(['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', `/${'x'.repeat(600)}`])(
    'redirects only to this site: not to %s',
    (from) =>
      expect(read({ listingId, intent: 'add', from })).toMatchObject({ ok: true, value: { from: null } }),
  )

  it.each<[string, Record<string, string | string[]>]>([
    ['nothing', {}],
    ['no listing', { intent: 'add' }],
    ['no id', { listingId: "' or 1=1", intent: 'add' }],
    ['an id that is too long', { listingId: listingId.repeat(50), intent: 'add' }],
    ['two listings', { listingId: [listingId, listingId], intent: 'add' }],
    ['no wish', { listingId }],
    ['a wish nobody knows', { listingId, intent: 'toggle' }],
    ['someone else’s account', { listingId, intent: 'add', accountId: listingId }],
  ])('is refused with %s', (_, fields) => expect(read(fields)).toMatchObject({ ok: false }))
})
