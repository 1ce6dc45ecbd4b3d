import { describe, expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const IMG = '<img src=x onerror=alert(1)>'

const stored = async () => [
  await site.services.db.selectFrom('category').selectAll().orderBy('id').execute(),
  await site.services.db.selectFrom('tag').selectAll().orderBy('name').execute(),
  await site.counts(),
]

describe('what can’t be a name is refused beside its field and not stored', () => {
  it.each([
    ['/admin/categories', { intent: 'add', name: '' }, 422, 'Name is required.'],
    [
      '/admin/categories',
      { intent: 'add', name: 'x'.repeat(41) },
      422,
      'Name can have at most 40 characters.',
    ],
    ['/admin/categories', { intent: 'add', name: 'cAMPING' }, 409, 'There is a category “Camping” already.'],
    ['/admin/categories', { intent: 'add', name: ['A', 'B'] }, 422, 'This field was sent more than once.'],
    ['/admin/categories', { intent: 'add', name: 'Boats', id: '7' }, 422, 'This form has fields we don'],
    [
      '/admin/categories?rename=2',
      { intent: 'rename', categoryId: '2', name: 'tools' },
      409,
      'There is a category “Tools” already.',
    ],
    ['/admin/tags', { intent: 'add', name: IMG }, 422, 'A tag begins with a letter or a digit'],
    ['/admin/tags', { intent: 'add', name: 'a,b' }, 422, 'A tag begins with a letter or a digit'],
    ['/admin/tags', { intent: 'add', name: 'BEACH' }, 409, 'There is a tag “beach” already.'],
    [
      '/admin/tags?rename=camping',
      { intent: 'rename', tag: 'camping', name: 'Beach' },
      409,
      'There is a tag “beach” already.',
    ],
    [
      '/admin/tags?merge=camping',
      { intent: 'merge', tag: 'camping', into: '' },
      422,
      'Please choose a tag from the list.',
    ],
    [
      '/admin/tags?merge=camping',
      { intent: 'merge', tag: 'camping', into: 'camping' },
      422,
      'Please choose another tag than itself.',
    ],
  ] as const)('%s %j', async (path, fields, status, message) => {
    const before = await stored()
    const answer = await site.visitor('amihan').post(path, fields)
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(message)
    expect(html).toMatch(/aria-invalid="true"|role="alert"/)
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['/admin/categories', { intent: 'delete', categoryId: '999' }],
    ['/admin/categories', { intent: 'rename', categoryId: '999', name: 'Boats' }],
    ['/admin/tags', { intent: 'delete', tag: "beach' or '1'='1" }],
    ['/admin/tags', { intent: 'rename', tag: 'nothing', name: 'boats' }],
    ['/admin/tags', { intent: 'merge', tag: 'beach', into: 'nothing' }],
  ])('one that is gone: %s %j', async (path, fields) => {
    const before = await stored()
    const answer = await site.visitor('amihan').post(path, fields)
    expect(toastOf(answer)).toContain('Sorry, that could not be found.')
    expect(await stored()).toEqual(before)
  })
})

it('a hostile name is shown as text, to admins, guests and in the spreadsheet', async () => {
  const name = `=cmd|'/C'!A0 ${IMG}`.slice(0, 40)
  expect(toastOf(await site.visitor('amihan').post('/admin/categories', { intent: 'add', name }))).toBe(
    'Category added.',
  )
  for (const [path, who] of [
    ['/admin/categories', 'amihan'],
    ['/products', undefined],
    ['/', undefined],
  ] as const) {
    const html = await (await site.visitor(who).get(path)).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(name)
  }
  const csv = await (await site.visitor('amihan').get('/admin/categories.csv?search=cmd')).text()
  expect(csv).toContain(`'=cmd`)
})

it('a category that goes leaves its listings under Uncategorized, everywhere, and their owner chooses another', async () => {
  const listingId = await site.publish({ categoryId: 3 })
  const question = await (await site.visitor('amihan').get('/admin/categories?delete=3')).text()
  expect(textOf(question)).toContain('1 listing is in it. It becomes Uncategorized.')
  await site.visitor('amihan').post('/admin/categories?delete=3', { intent: 'delete', categoryId: '3' })
  for (const path of [
    '/',
    '/?category=Uncategorized',
    '/products',
    '/products?category=Uncategorized',
    `/listing/${listingId}`,
  ]) {
    const text = textOf(await (await site.visitor().get(path)).text())
    expect(text, path).toContain('Uncategorized')
    expect(text, path).toContain('4-person tent')
  }
  expect((await site.visitor().get('/products?category=Tools')).status).toBe(200)
  const editor = await (await site.visitor('olivia').get(`/profile/listings?edit=${listingId}`)).text()
  expect(editor).toMatch(/<option value="" selected="">Choose a category/)
})

it.each([
  ['/admin/categories', { intent: 'add', name: 'Maps' }],
  ['/admin/tags', { intent: 'add', name: 'maps' }],
  ['/admin/listings', { intent: 'accept', listingId: '0199a000-0000-7000-8000-000000000000' }],
] as const)('where scripts run, %s is come back to as a page, not as its data', async (path, fields) => {
  const answer = await site.visitor('amihan').post(`${path}.data?search=map`, fields)
  expect(answer.status).toBe(202)
  const text = await answer.text()
  expect(text).toContain(`"${path}?search=map"`)
  expect(text).not.toContain('.data')
})
