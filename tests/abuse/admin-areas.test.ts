import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { adminLists, mayAdminOpen, pageAt, pagePaths, sampleOf } from '#domain/pages.ts'
import { makeSamples, withIds } from '#tests/support/page-samples.ts'
import { textOf } from '#tests/support/html.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
let samples: Record<string, string>
beforeAll(async () => void (samples = await makeSamples(site)))

/** Amihan's browser, with this area from now on. */
async function as(area: AdminArea) {
  await sql`update account set admin_area = ${area} where id = ${site.cast.amihan.id}`.execute(
    site.services.db,
  )
  return site.visitor('amihan')
}

const pages = pagePaths.filter((path) => pageAt(path).area)
const exports: [name: string, area: AdminArea | 'any' | undefined][] = [
  ...adminLists.map(({ name }): (typeof exports)[number] => [name, pageAt(`/admin/${name}`).area]),
  ['payouts/recorded', 'money'],
]
const areas = ['all', 'support', 'money'] as const

describe.each(areas)('an admin of the area %s', (area) => {
  // Spec: D1
  it.each(pages)('opens %s, or is refused', async (path) => {
    const admin = await as(area)
    const address = withIds(sampleOf(path), samples)
    // The sample of every export is the listings.
    const may = path === '/admin/:table.csv' ? area !== 'money' : mayAdminOpen(area, path)
    expect((await admin.get(address)).status).toBe(may ? 200 : 403)
    const data = await admin.get(address.replace(/(?=\?|$)/, '.data'))
    expect(data.status).toBe(may ? 200 : 403)
    if (!may) expect(await data.text()).not.toContain('Ramon')
  })

  it.each(exports)('takes the file of %s, or is refused', async (table, needed) => {
    const admin = await as(area)
    const { status } = await admin.get(`/admin/${table}.csv`)
    expect(status).toBe(area === 'all' || area === needed ? 200 : 403)
  })

  it('is shown links to what they may open, and to nothing else', async () => {
    const admin = await as(area)
    const html = await (await admin.get('/admin')).text()
    const links = [...html.matchAll(/href="(\/admin[^"?]*)/g)].map(([, to]) => to!)
    expect(links.length).toBeGreaterThan(6)
    expect(links.filter((to) => !mayAdminOpen(area, to))).toEqual([])
  })

  it.each(pages)('writes by %s, or changes nothing', async (path) => {
    if (mayAdminOpen(area, path)) return
    const admin = await as(area)
    const address = withIds(sampleOf(path), samples)
    const before = await site.counts()
    for (const intent of [
      'accept',
      'delete',
      'suspend',
      'record',
      'reverse',
      'pay-out',
      'make',
      'save',
      'run',
    ]) {
      const { status } = await admin.post(address, { intent })
      // 405: the page takes no forms.
      expect([403, 405]).toContain(status)
    }
    expect(await site.counts()).toEqual(before)
  })
})

describe('what is not a page of the admin area', () => {
  it('a receipt is for admins of money; a photo of a claim, too', async () => {
    const receipt = `/receipt/${samples.order}`
    expect((await (await as('money')).get(receipt)).status).toBe(200)
    expect((await (await as('support')).get(receipt)).status).toBe(404)
  })

  it('support suspends people, and no admin; it deletes nobody', async () => {
    const support = await as('support')
    const { id } = site.cast.ramon
    const deleted = await support.post('/admin/users', { intent: 'delete', userId: id })
    expect(deleted.status).toBe(302)
    const there = await site.services.db
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', id)
      .execute()
    expect(there).toEqual([{ deletedAt: null }])
    expect(textOf(await (await support.get('/admin/users')).text())).not.toContain('Delete')
  })
})
