import { describe, expect, it } from 'vitest'
import { pageAt, pagePaths, sampleOf } from '#domain/pages.ts'
import { isPublicRead, isSharedByGuests } from './public-pages.ts'

const listing = '0199a000-0000-7000-8000-000000000000'
const reads = (path: string, method = 'GET') => isPublicRead({ method, url: `https://hiram.test${path}` })

describe('what guests read', () => {
  it.each(
    pagePaths.map((path) => [sampleOf(path).replace('{listing}', listing), pageAt(path).guests] as const),
  )('%s: %s', (address, guests) => {
    const { pathname } = new URL(address, 'https://hiram.test')
    expect(isSharedByGuests(pathname)).toBe(guests === 'shared')
    expect(reads(address)).toBe(guests !== undefined)
    expect(reads(address, 'POST')).toBe(false)
  })

  it.each(['/_root.data', '/products.data', `/listing/${listing}.data`, '/api/suggestions.data?q=tent'])(
    'is also its data: %s',
    (path) => {
      expect(reads(path)).toBe(true)
      expect(isSharedByGuests(new URL(path, 'https://hiram.test').pathname)).toBe(false)
    },
  )

  it.each([
    '/.data',
    '/listing/none',
    `/listing/${listing}/x`,
    '/help/A',
    '/products/',
    '/xproducts',
    '//about',
  ])('is not %s', (path) => {
    expect(reads(path)).toBe(false)
    expect(isSharedByGuests(path)).toBe(false)
  })

  it('is every page that everyone may open, except these', () => {
    const others = pagePaths.filter((path) => {
      const { answers, guests } = pageAt(path)
      return !guests && Object.values(answers).every((what) => what === 200)
    })
    // Mailed links, a person's own conversation, and pages for developers.
    expect(others.toSorted()).toEqual([
      '/change-email',
      '/dev/mail',
      '/forgot-password',
      '/reset-password',
      '/support',
      '/verify-email',
    ])
  })
})
