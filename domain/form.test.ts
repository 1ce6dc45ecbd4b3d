import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readForm, typedIn } from './form.ts'
import { line } from './text.ts'

const schema = z.strictObject({
  title: line({ label: 'Title', max: 10 }),
  tags: z.array(z.string().max(3, { error: 'A tag is too long.' })).default([]),
  gift: z.literal('on').optional(),
  password: z.string().optional(),
  currentPassword: z.string().optional(),
})

function form(...entries: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

describe('a form', () => {
  test('with valid values returns what its schema makes of it', () => {
    expect(readForm(schema, form(['title', ' Tent '], ['gift', 'on']))).toEqual({
      ok: true,
      value: { title: 'Tent', tags: [], gift: 'on' },
    })
  })

  test('returns a list for a field that is a list, however often it came', () => {
    const tagsOf = (...tags: string[]) =>
      readForm(schema, form(['title', 'Tent'], ...tags.map((tag) => ['tags', tag] as [string, string])))
    expect(tagsOf()).toMatchObject({ value: { tags: [] } })
    expect(tagsOf('a')).toMatchObject({ value: { tags: ['a'] } })
    expect(tagsOf('b', 'a')).toMatchObject({ value: { tags: ['b', 'a'] } })
  })

  // Spec: D37
  test('that is wrong gives one message a field, and what was typed', () => {
    expect(
      readForm(schema, form(['title', ' '], ['tags', 'abc'], ['tags', 'long'], ['tags', 'longer'])),
    ).toEqual({
      ok: false,
      values: { title: ' ', tags: ['abc', 'long', 'longer'] },
      errors: { title: 'Title is required.', tags: 'A tag is too long.' },
    })
  })

  test('that was refused has the text typed in a field, unless that is a list', () => {
    const problem = { values: { title: ' ', tags: ['abc'] } }
    expect(['title', 'tags', 'gift'].map((name) => typedIn(problem, name))).toEqual([
      ' ',
      undefined,
      undefined,
    ])
    expect(typedIn(undefined, 'title')).toBeUndefined()
  })

  test('never gives a password back', () => {
    expect(readForm(schema, form(['title', ''], ['password', 'a'], ['currentPassword', 'b']))).toMatchObject({
      values: { title: '' },
    })
    const problem = readForm(
      schema,
      form(['title', ''], ['password', 'secret-1'], ['currentPassword', 'secret-2']),
    )
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  test('with fields that are not in its schema is refused, and they are not given back', () => {
    expect(readForm(schema, form(['title', 'Tent'], ['role', 'admin'], ['__proto__', 'x']))).toEqual({
      ok: false,
      values: { title: 'Tent' },
      errors: {},
      formError: "This form has fields we don't know: role, __proto__",
    })
  })

  test('names only the first few of many fields that it does not know, cut to a length', () => {
    const many = Array.from({ length: 50 }, (_, i) => [`${i}${'x'.repeat(500)}`, ''] as [string, string])
    const problem = readForm(schema, form(['title', 'Tent'], ...many))
    expect(problem).toMatchObject({
      formError: expect.stringMatching(/^This form has fields we don't know: 0x+, .*, …$/),
    })
    expect(JSON.stringify(problem).length).toBeLessThan(500)
  })

  test('with the same field twice is refused beside it, and the first is kept', () => {
    expect(
      readForm(schema, form(['title', 'Tent'], ['title', 'Drill'], ['gift', 'on'], ['gift', 'on'])),
    ).toEqual({
      ok: false,
      values: { title: 'Tent', gift: 'on' },
      errors: {
        title: 'This field was sent more than once. Please send the form again.',
        gift: 'This field was sent more than once. Please send the form again.',
      },
    })
  })

  test('takes no file, unless its name is read elsewhere', () => {
    const file = new File(['x'], 'x.png')
    expect(readForm(schema, form(['title', 'Tent'], ['photos', file]))).toMatchObject({ ok: false })
    expect(readForm(schema, form(['title', file]))).toEqual({
      ok: false,
      values: {},
      errors: { title: 'Title should be text.' },
    })
    expect(readForm(schema, form(['title', 'Tent'], ['photos', file]), { ignore: ['photos'] })).toMatchObject(
      {
        ok: true,
      },
    )
  })

  test('has an error for the whole form if the error belongs to no field', () => {
    const pair = z
      .strictObject({ a: z.string(), b: z.string() })
      .refine(({ a, b }) => a < b, { error: 'a before b' })
    expect(readForm(pair, form(['a', '2'], ['b', '1']))).toEqual({
      ok: false,
      values: { a: '2', b: '1' },
      errors: {},
      formError: 'a before b',
    })
  })

  test('with any content is read or refused, and never throws', () => {
    const name = fc.oneof(
      fc.constantFrom('title', 'tags', 'gift', '__proto__', 'constructor', 'toString'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => {
        const reading = readForm(schema, form(...entries))
        const known = entries.every(([name]) => Object.hasOwn(schema.shape, name))
        if (reading.ok) expect(known).toBe(true)
        else expect(Object.keys(reading.errors).length > 0 || reading.formError !== undefined).toBe(true)
        expect(Object.getPrototypeOf({})).toBe(Object.prototype)
      }),
    )
  })
})
