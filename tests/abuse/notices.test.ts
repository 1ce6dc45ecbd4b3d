import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeNotice } from '#server/notification/write-notice.ts'
import { textOf } from '#tests/support/html.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const here = '/profile/notices'

let id: string
let effects = 0
beforeEach(async () => {
  await site.services.db.deleteFrom('notice').execute()
  await sendNotice('<b>Tent</b> is yours')
  id = (await rows())[0]!.id
})
const rows = () => site.services.db.selectFrom('notice').selectAll().orderBy('createdAt').execute()
const sendNotice = (title: string) =>
  writeNotice(site.services, ++effects, {
    accountId: site.cast.ramon.id,
    kind: 'approved',
    title,
    text: '<script>alert(1)</script>',
    path: '/profile/rental-tracker?view=rented',
  })
const isRead = async () => (await rows()).every(({ readAt }) => readAt !== null)

describe('a notice', () => {
  it('shows what people wrote as text, to its person only', async () => {
    const html = await (await site.visitor('ramon').get(here)).text()
    expect(textOf(html)).toContain('<b>Tent</b> is yours')
    expect(html).not.toContain('<script>alert')
    expect(await (await site.visitor('katrina').get(here)).text()).not.toContain('is yours')
  })

  it('redirects its person only to the address that the server wrote', async () => {
    const answer = await site.visitor('ramon').get(`${here}/${id}?path=https://evil.test&to=//evil.test`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/profile/rental-tracker?view=rented',
    ])
    expect(await isRead()).toBe(true)
  })

  // Case: 18
  it.each([
    ['someone else', 'katrina'],
    ['an owner', 'olivia'],
    ['an admin', 'amihan'],
    ['a guest', undefined],
  ] as const)('is not there for %s', async (_, who) => {
    const answer = await site.visitor(who).get(`${here}/${id}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).not.toContain('rental-tracker')
    expect(await isRead()).toBe(false)
  })

  it('of someone else gets the same answer as an unknown one', async () => {
    const answers = []
    for (const asked of [id, randomUUID(), 'nonsense', `${id}'--`]) {
      const answer = await site.visitor('katrina').get(`${here}/${encodeURIComponent(asked)}`)
      answers.push([answer.status, answer.headers.get('location'), toastOf(answer)])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toEqual([302, here, 'Sorry, that notice could not be found.'])
  })
})

describe('marking all as read', () => {
  const post = (fields: Record<string, string>, who?: 'ramon' | 'katrina') =>
    site.visitor(who).post(here, fields)

  it.each([
    ['nothing', {}],
    ['what is no id', { upTo: 'all' }],
    ['an unknown field', { accountId: 'x' }],
  ])('with %s marks nothing', async (_, fields) => {
    const answer = await post({ ...fields }, 'ramon')
    expect(answer.status).toBe(422)
    expect(await isRead()).toBe(false)
  })

  it('works for one’s own only: not by others’ ids, nor as a guest, nor from another site', async () => {
    await post({ upTo: id }, 'katrina')
    expect((await post({ upTo: id })).headers.get('location')).toBe('/')
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await site.visitor('ramon').post(here, { upTo: id }, foreign)).status).toBe(403)
    expect(await isRead()).toBe(false)
  })

  it('twice, or of deleted ones, has no further effect', async () => {
    for (let time = 1; time <= 2; time++)
      expect(toastOf(await post({ upTo: id }, 'ramon'))).toBe('All notices are marked as read.')
    await site.services.db.deleteFrom('notice').execute()
    expect((await post({ upTo: id }, 'ramon')).status).toBe(302)
  })
})
