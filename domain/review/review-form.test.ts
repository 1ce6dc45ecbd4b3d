import { describe, expect, it } from 'vitest'
import { readForm } from '../form.ts'
import { reviewForm } from './review-form.ts'

function read(fields: Record<string, string | string[]>) {
  const data = new FormData()
  const all = { intent: 'write-review', ...fields }
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) data.append(name, one)
  return readForm(reviewForm, data)
}

describe('a review form', () => {
  it('is read as typed, tidied', () => {
    expect(read({ rating: '4', body: '  Dry in any rain. \r\n\r\n\r\nThank you!  ' })).toEqual({
      ok: true,
      value: { intent: 'write-review', rating: 4, body: 'Dry in any rain.\n\nThank you!' },
    })
  })

  it.each([
    [{}, ['rating', 'body']],
    [{ rating: '5' }, ['body']],
    [{ rating: '5', body: ' \n\t ' }, ['body']],
    [{ rating: '5', body: '\u200b\u200b' }, ['body']],
    [{ body: 'Fine.' }, ['rating']],
    [{ rating: '', body: 'Fine.' }, ['rating']],
  ])('%j lacks %j', (fields, missing) => {
    const reading = read(fields)
    expect(reading).toMatchObject({ ok: false, formError: 'Please provide a rating and a review text' })
    expect(Object.keys(reading.ok ? {} : reading.errors)).toEqual(missing)
  })

  // Spec: S5.5
  it.each(['0', '6', '-1', '4.5', '05', '1e0', '٣', 'five', '[object Object]'])(
    'a rating of %j is none',
    (rating) => {
      expect(read({ rating, body: 'Fine.' })).toMatchObject({
        ok: false,
        errors: { rating: 'Please choose 1 to 5 stars.' },
        values: { body: 'Fine.' },
      })
    },
  )

  it('refuses a text that is too long, hides something, or comes twice', () => {
    expect(read({ rating: '1', body: 'x'.repeat(2000) }).ok).toBe(true)
    expect(read({ rating: '1', body: 'x'.repeat(2001) })).toMatchObject({
      errors: { body: 'Review can have at most 2000 characters. It has 2001.' },
    })
    expect(read({ rating: '1', body: 'abc\u202edef' })).toMatchObject({ ok: false })
    expect(read({ rating: '1', body: ['a', 'b'] })).toMatchObject({ ok: false })
    expect(read({ rating: ['1', '5'], body: 'a' })).toMatchObject({ ok: false })
  })

  it.each(['verified', 'status', 'authorId', 'listingId', 'constructor'])(
    'refuses a %s of its own',
    (name) => {
      expect(read({ rating: '5', body: 'Fine.', [name]: 'true' })).toMatchObject({ ok: false })
    },
  )
})
