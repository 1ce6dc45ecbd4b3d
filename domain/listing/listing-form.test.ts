import { describe, expect, test } from 'vitest'
import { leastForm, leastTyped } from '#tests/support/listing-forms.ts'
import { readForm } from '../form.ts'
import { imageRequired, listingForm, requiredFieldsMissing } from './listing-form.ts'

const photo = (n: number) => `01983e1c-1111-7abc-8abc-${String(n).padStart(12, '0')}`
const tent = leastTyped

function read(fields: Record<string, string | string[]>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  return readForm(listingForm, data)
}
const errorsOf = (changes: Record<string, string | string[]>) => {
  const reading = read({ ...tent, ...changes })
  return reading.ok ? {} : reading.errors
}

describe('a listing form', () => {
  // Spec: S3.4, S9.16
  test('with the least filled in', () => {
    expect(read(tent)).toEqual({ ok: true, value: leastForm })
  })

  // Spec: S9.16
  test('with everything filled in', () => {
    const all = {
      tags: 'Camping, tent',
      location: 'Quezon City',
      ownerTerms: 'No smoking.\r\nDry it.',
      bookableWhileRented: 'on',
      cancellationPolicy: 'strict',
      photoIds: [photo(2), photo(1), photo(2)],
    }
    expect(read({ ...tent, ...all })).toMatchObject({
      value: {
        ...all,
        ownerTerms: 'No smoking.\nDry it.',
        bookableWhileRented: true,
        photoIds: [photo(2), photo(1)],
      },
    })
  })

  // Spec: S5.13
  test('without its required fields says so beside each and for the whole form', () => {
    expect(read({ title: ' ', tags: 'tent' })).toEqual({
      ok: false,
      values: { title: ' ', tags: 'tent' },
      errors: {
        title: 'Title is required.',
        categoryId: 'Category is required.',
        pricePerDay: 'Price is required.',
        description: 'Description is required.',
      },
      formError: 'Please fill out all required fields marked with *.',
    })
  })

  // Spec: S5.13
  test.each(['title', 'categoryId', 'pricePerDay', 'description'])(
    'without %s alone says so for the whole form too',
    (name) => {
      const reading = read({ ...tent, [name]: '' })
      expect(reading).toMatchObject({ ok: false, formError: requiredFieldsMissing })
      expect(errorsOf({ [name]: '' })).toHaveProperty(name)
    },
  )

  test('with everything there but something wrong does not say that something is missing', () => {
    expect(read({ ...tent, pricePerDay: '0' })).not.toHaveProperty('formError')
  })

  test.each([
    ['0.01', 1],
    ['₱1,234.50', 123450],
    ['1000000', 100_000_000],
  ])('takes the price %s', (pricePerDay, centavos) => {
    expect(read({ ...tent, pricePerDay })).toMatchObject({ value: { pricePerDay: centavos } })
  })

  // Spec: S5.14
  test.each(['0', '0.00', '-5', '0.001', 'free', '1e3', '12abc', 'NaN', 'Infinity', '123456789x'])(
    'refuses the price %s',
    (pricePerDay) => {
      expect(errorsOf({ pricePerDay })).toEqual({
        pricePerDay: 'Please enter a valid positive number for the price.',
      })
    },
  )

  test.each(['1000000.01', '9999999', '₱12,345,678.90', '100000000000'])(
    'refuses the price %s as too high',
    (pricePerDay) => {
      expect(errorsOf({ pricePerDay })).toEqual({
        pricePerDay: 'The price can be at most ₱1,000,000.00 a day.',
      })
    },
  )

  test.each([
    ['', 0],
    ['0', 0],
    ['500', 50_000],
    ['₱1,234.50', 123_450],
    ['1000000', 100_000_000],
  ])('takes %j as its deposit', (deposit, centavos) => {
    expect(read({ ...tent, deposit })).toMatchObject({ value: { deposit: centavos } })
  })

  test.each(['-1', '1.234', '1e3', 'much', '1000000.01', '99999999999'])(
    'refuses the deposit %s',
    (deposit) => {
      expect(errorsOf({ deposit })).toEqual({
        deposit: 'Please enter an amount of up to ₱1,000,000.00, or leave it empty.',
      })
    },
  )

  test.each(['', 'free', 'Flexible', 'strict '])(
    'refuses the cancellation policy %j',
    (cancellationPolicy) => {
      expect(errorsOf({ cancellationPolicy })).toEqual({
        cancellationPolicy: 'Please choose a cancellation policy from the list.',
      })
    },
  )

  test.each(['0', '-1', '1.5', '1e3', 'tents', '99999999999'])('refuses the category %s', (categoryId) => {
    expect(errorsOf({ categoryId })).toEqual({ categoryId: 'Please choose a category from the list.' })
  })

  test.each([
    ['title', 80],
    ['description', 4000],
    ['tags', 400],
    ['location', 120],
    ['ownerTerms', 2000],
  ])('takes a %s of %i characters and no longer', (name, max) => {
    expect(errorsOf({ [name]: 'ñ'.repeat(max) })).toEqual({})
    expect(errorsOf({ [name]: 'ñ'.repeat(max + 1) })[name]).toContain(`at most ${max} characters`)
  })

  // Spec: D13
  test('takes 8 photos and no more, and only what looks like a photo’s id', () => {
    const photos = (count: number) => Array.from({ length: count }, (_, i) => photo(i))
    expect(errorsOf({ photoIds: photos(8) })).toEqual({})
    expect(errorsOf({ photoIds: photos(9) })).toEqual({ photoIds: 'A listing can have at most 8 photos.' })
    expect(errorsOf({ photoIds: '../1.png' })).toEqual({
      photoIds: 'A photo could not be recognised. Please upload it again.',
    })
  })

  test('takes no field that the owner does not fill in', () => {
    expect(read({ ...tent, status: 'approved', ownerId: 'ben' })).toMatchObject({
      ok: false,
      formError: "This form has fields we don't know: status, ownerId",
    })
  })
})

test('the words for a new listing without a photo', () => {
  expect(imageRequired).toBe('Please select an image to upload.')
})
