import { describe, expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { fillCart } from '#tests/support/people.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const at = '/admin/content'
const good = 'For {{renterName}}:\n{{items}}'
const hostile = `<script>alert(1)</script> <img src=x onerror=alert(2)> \${7*7} $& "'>`

const versions = async () =>
  (await site.services.db.selectFrom('agreementTemplate').selectAll().orderBy('version').execute()).length
const newest = async () =>
  (
    await site.services.db
      .selectFrom('agreementTemplate')
      .select('version')
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
  ).version
const save = async (fields: Record<string, string | readonly string[] | undefined>) =>
  site.visitor('amihan').post(at, { intent: 'save', basedOn: String(await newest()), ...fields })

describe('the template editor', () => {
  it('saves what an admin wrote, and the next checkout shows it as text', async () => {
    const answer = await save({ body: `${good}\n${hostile}` })
    expect(toastOf(answer)).toBe('Templates saved successfully!')
    await fillCart(site.services, site.cast.ramon, [await site.publish()])
    const html = await (await site.visitor('ramon').get('/checkout')).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(hostile)
    const editor = await (await site.visitor('amihan').get(at)).text()
    expect(editor).not.toContain('<img src=x')
    expect(textOf(editor)).toContain(hostile)
  })

  it.each([
    ['nothing', { body: '' }, 'Template is required.'],
    ['no field', { body: undefined }, 'Template is required.'],
    ['only spaces', { body: ' \n\t' }, 'Template is required.'],
    ['two texts', { body: [good, good] }, 'This field was sent more than once.'],
    ['too much', { body: `${good}${'x'.repeat(20_000)}` }, 'Template can have at most 20000 characters.'],
    ['a hidden character', { body: `${good}\u202e` }, 'Template has invisible or control characters.'],
    [
      'an unknown placeholder',
      { body: `${good} {{__proto__}}` },
      '{{__proto__}} is not a placeholder we know.',
    ],
    ['a missing placeholder', { body: 'For {{renterName}}' }, 'The template leaves out {{items}}'],
    ['an unknown field', { body: good, version: '7' }, 'This form has fields we don'],
    ['a version that is none', { body: good, basedOn: 'NaN' }, 'Please open this page again.'],
  ])('refuses %s and stores nothing', async (_, fields, message) => {
    const before = [await versions(), await site.counts()]
    const answer = await save(fields)
    expect(answer.status).toBe(422)
    expect(textOf(await answer.text())).toContain(message)
    expect([await versions(), await site.counts()]).toEqual(before)
  })

  it('refuses the later of two savers, keeps what they wrote and shows both', async () => {
    const basedOn = String(await newest())
    await save({ body: `${good}\nTheirs.` })
    const before = await versions()
    const answer = await save({ body: `${good}\nMine.`, basedOn })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(textOf(html)).toContain('Somebody saved version')
    expect(/<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1]).toContain('Mine.')
    expect(textOf(html)).toContain('Theirs.')
    expect(html).toContain(`name="basedOn" value="${await newest()}"`)
    expect(await versions()).toBe(before)
    const again = await save({ body: `${good}\nMine.` })
    expect(toastOf(again)).toBe('Templates saved successfully!')
  })

  it('saves once when sent twice', async () => {
    const fields = { body: `${good}\nTwice.`, basedOn: String(await newest()) }
    const before = await versions()
    await Promise.all([save(fields), save(fields)])
    expect(await versions()).toBe(before + 1)
  })

  it('previews without saving', async () => {
    const before = await versions()
    const answer = await save({ intent: 'preview', body: 'Dear {{renterName}}, take care.' })
    expect(answer.status).toBe(200)
    expect(textOf(await answer.text())).toContain('Dear Ramon Dela Cruz, take care.')
    expect(await versions()).toBe(before)
  })
})

describe('restoring a version', () => {
  it('brings it back', async () => {
    const answer = await site
      .visitor('amihan')
      .post(at, { intent: 'restore', version: '1', basedOn: String(await newest()) })
    expect(toastOf(answer)).toBe('Version 1 is in use again.')
  })

  it.each([
    [{ version: '999999' }, 'Sorry, that could not be found.'],
    [{ version: "1' or '1'='1" }, 'An unexpected error occurred. Please try again.'],
    [{ version: '2', basedOn: '1' }, 'Somebody saved version'],
  ])('of %j is refused', async (fields, message) => {
    const before = await versions()
    const answer = await site
      .visitor('amihan')
      .post(at, { intent: 'restore', basedOn: String(await newest()), ...fields })
    expect(toastOf(answer)).toContain(message)
    expect(await versions()).toBe(before)
  })
})
