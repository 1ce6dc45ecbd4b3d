import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { claimForm } from './claim-form.ts'

const photo = (n: number) => `01983e1c-1111-7abc-8abc-${String(n).padStart(12, '0')}`

function formOf(fields: Record<string, string | string[]>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  return data
}
const claim = { centavos: '250.50', reason: 'The zip is torn.' }
const wrong = (changes: Record<string, string | string[]>) => {
  const reading = readForm(claimForm, formOf({ ...claim, ...changes }))
  return reading.ok ? {} : { ...reading.errors, ...(reading.formError ? { form: reading.formError } : {}) }
}

describe('a claim’s form', () => {
  test('holds an amount in centavos, the reason, and each photo once', () => {
    const photoIds = [photo(1), photo(2), photo(1)]
    expect(readForm(claimForm, formOf({ ...claim, reason: ' Torn.\r\nSee photos. ', photoIds }))).toEqual({
      ok: true,
      value: {
        centavos: 25_050,
        beyondCentavos: null,
        reason: 'Torn.\nSee photos.',
        photoIds: [photo(1), photo(2)],
      },
    })
    expect(readForm(claimForm, formOf(claim))).toMatchObject({ ok: true, value: { photoIds: [] } })
  })

  test.each<[string, string | string[], string]>([
    ['centavos', '', 'Amount is required.'],
    ['centavos', '-5', 'Please enter an amount of money, such as 250 or 250.50.'],
    ['centavos', '1e3', 'Please enter an amount of money, such as 250 or 250.50.'],
    ['centavos', 'all of it', 'Please enter an amount of money, such as 250 or 250.50.'],
    ['centavos', '1000000.01', 'Amount can be at most ₱1,000,000.00.'],
    ['centavos', '20,000,000', 'Amount can be at most ₱1,000,000.00.'],
    ['beyondCentavos', '10000000', 'Beyond the deposit can be at most ₱9,999,999.99.'],
    ['centavos', '1'.repeat(41), 'Amount can have at most 40 characters. It has 41.'],
    ['centavos', ['1', '2'], 'This field was sent more than once. Please send the form again.'],
    ['reason', ' ', 'Reason is required.'],
    ['reason', 'a'.repeat(2001), 'Reason can have at most 2000 characters. It has 2001.'],
    ['reason', 'Nul\u0000', 'Reason has invisible or control characters. Please type it again without them.'],
    ['photoIds', 'none', 'A photo could not be recognised. Please upload it again.'],
    ['photoIds', [1, 2, 3, 4, 5, 6, 7].map(photo), 'A claim can have at most 6 photos.'],
  ])('with the %s %j is refused', (name, value, message) => {
    expect(wrong({ [name]: value })).toEqual({ [name]: message })
  })

  test('takes no other field', () => {
    expect(wrong({ grantedCentavos: '250' })).toEqual({
      form: "This form has fields we don't know: grantedCentavos",
    })
  })
})
