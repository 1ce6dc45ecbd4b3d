import { expect, it } from 'vitest'
import { readPlace, requirePlace, type TypedPlace } from './place-form.ts'
import { readPlaces } from './place-list.ts'

const places = () => readPlaces('1380500000\tMandaluyong City, Metro Manila\t001 Addition Hills\t002 Malamig')
const typed: TypedPlace = {
  street: '12 Kalayaan Street',
  city: 'Mandaluyong',
  barangay: 'malamig',
  phone: '0917 123 4567',
  note: '',
}
const empty: TypedPlace = { street: '', city: '', barangay: '', phone: '', note: '' }
const notRead = () => {
  throw new Error('the lists are not needed')
}

it('has the names of the lists, their codes, and the number as it is kept', () => {
  expect(readPlace(places, typed)).toEqual({
    ok: true,
    place: {
      street: '12 Kalayaan Street',
      city: 'Mandaluyong City, Metro Manila',
      cityCode: '1380500000',
      barangay: 'Malamig',
      barangayCode: '1380500002',
      phone: '+639171234567',
      note: '',
    },
  })
})

it('may be left out as a whole, for which the lists are not read', () => {
  expect(readPlace(notRead, empty)).toEqual({ ok: true, place: null })
  expect(requirePlace(notRead, empty)).toMatchObject({ ok: false, reason: 'incomplete' })
})

it.each(['street', 'city', 'barangay', 'phone'] as const)('needs %s once anything is typed', (name) => {
  const read = readPlace(places, { ...typed, [name]: '' })
  expect(read).toMatchObject({ ok: false, errors: { [name]: expect.stringMatching(/^Please add/) } })
  expect(Object.keys((!read.ok && read.errors) || {})).toEqual([name])
})

it('names every field that is missing when there is only a note', () => {
  const read = readPlace(places, { ...empty, note: 'Blue gate' })
  expect(Object.keys((!read.ok && read.errors) || {})).toEqual(['street', 'city', 'barangay', 'phone'])
})

it('says beside each field what is wrong with it', () => {
  const read = readPlace(places, { ...typed, barangay: 'Malamug', phone: '12' })
  expect(read).toMatchObject({
    ok: false,
    errors: {
      barangay: 'Mandaluyong City has no barangay of this name. Did you mean “Malamig”?',
      phone: 'Please enter a mobile number of the Philippines, such as 0917 123 4567.',
    },
  })
})
