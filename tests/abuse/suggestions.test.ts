import { describe, expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], { limits: { search: { points: 30, seconds: 60 } } })

const ask = (typed: string, { who, from }: { who?: 'ramon' | 'amihan'; from?: string } = {}) =>
  site.visitor(who).get(`/api/suggestions?q=${encodeURIComponent(typed)}`, { from })

describe('suggestions', () => {
  it('tell nobody but admins of a listing that waits, and nobody of its owner', async () => {
    const id = await site.publish({ title: 'Secret zither' })
    await site.services.db.updateTable('listing').set({ status: 'available' }).where('id', '=', id).execute()
    for (const who of [undefined, 'ramon'] as const)
      expect(await (await ask('zither', { who })).json()).toEqual({ suggestions: [] })
    const seen = await (await ask('zither', { who: 'amihan' })).text()
    expect(seen).toContain('Secret zither')
    expect(seen).not.toMatch(/hiram\.test|ownerId|description/)
  })

  it('are the same in the results: only an admin gets a link to what matches and is not public', async () => {
    await site.publish({ title: 'Old harp' })
    for (const status of ['available', 'rejected'] as const) {
      const id = await site.publish({ title: `Hidden harp, ${status}` })
      await site.services.db.updateTable('listing').set({ status }).where('id', '=', id).execute()
    }
    const read = async (who?: 'ramon' | 'olivia' | 'amihan') =>
      (await site.visitor(who).get('/products?search=harp')).text()
    for (const who of [undefined, 'ramon', 'olivia'] as const) {
      expect(textOf(await read(who))).toContain('Old harp')
      expect(await read(who)).not.toMatch(/Hidden harp|not public|admin\/listings\?/)
    }
    const seen = await read('amihan')
    expect(textOf(seen)).toContain('2 other listings match, which are not public')
    expect(seen).toContain('href="/admin/listings?search=harp"')
    expect(seen).not.toContain('Hidden harp')
    expect(textOf(await (await site.visitor('amihan').get('/products?search=zzz')).text())).not.toContain(
      'not public',
    )
  })

  // Case: 38
  it('answer hostile text, a missing and a repeated question, and are never kept', async () => {
    for (const query of ['', '?q=', '?q=%00%00', '?q=%ff%fe', '?q=%27%3B%20drop', '?q=a&q=b', '?q[]=ab']) {
      const response = await site.visitor().get(`/api/suggestions${query}`, { from: '203.0.113.8' })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual({ suggestions: [] })
    }
  })

  it('stop for a network that asks too often, searches included, with the time to wait', async () => {
    const from = '203.0.113.9'
    for (let i = 0; i < 30; i++) await ask('tent', { from })
    const late = await ask('tent', { from })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await late.json()).toEqual({ message: expect.stringMatching(/Please try again in/) })
    expect((await site.visitor().get('/products?search=tent', { from })).status).toBe(429)
    expect((await ask('tent', { from: '203.0.113.10' })).status).toBe(200)
  })
})
