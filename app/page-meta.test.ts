import { describe, expect, it } from 'vitest'
import { pageMeta, summaryOf } from './page-meta.ts'

describe('a summary', () => {
  it.each([
    ['Dry  in\nany rain.', 155, 'Dry in any rain.'],
    ['Dry in any rain, always', 17, 'Dry in any rain…'],
    ['Unbreakable', 6, 'Unbre…'],
    ['', 155, ''],
  ])('of %j in %i characters is %j', (text, most, expected) => {
    expect(summaryOf(text, most)).toBe(expected)
    expect(summaryOf(text, most).length).toBeLessThanOrEqual(most)
  })
})

describe('the tags of a page', () => {
  const matches = [{ id: 'root', loaderData: { siteName: 'Hiram', baseUrl: 'https://hiram.ph' } }]
  const page = { title: 'About', description: 'Who we are.', path: '/about' }

  it('name its canonical address and its pictures absolutely', () => {
    const tags = pageMeta(matches, page)
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://hiram.ph/about' })
    expect(tags).toContainEqual({ property: 'og:image', content: 'https://hiram.ph/og/site.jpg' })
    expect(tags).toContainEqual({ title: 'About – Hiram' })
  })

  it('forbid listing only where it is said', () => {
    const robots = { name: 'robots', content: 'noindex, follow' }
    expect(pageMeta(matches, page)).not.toContainEqual(robots)
    expect(pageMeta(matches, { ...page, unlisted: true })).toContainEqual(robots)
  })
})
