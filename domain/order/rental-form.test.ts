import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { rentalForm } from './rental-form.ts'

const request = {
  listingId: '01983e1c-1111-7abc-8abc-0123456789ab',
  durationDays: '3',
  deliveryOption: 'delivery',
  startDate: '2026-11-21',
}

function read(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return readForm(rentalForm, data)
}
const errorsOf = (changes: Record<string, string>) => {
  const reading = read({ ...request, ...changes })
  return reading.ok ? {} : reading.errors
}

describe('the options of a rental', () => {
  test('are read with the days as a number', () => {
    expect(read(request)).toEqual({ ok: true, value: { ...request, durationDays: 3 } })
  })

  test('need a start date', () => {
    const { startDate: _, ...rest } = request
    expect(read(rest)).toMatchObject({ errors: { startDate: 'Please select a rental start date.' } })
    expect(errorsOf({ startDate: '' })).toEqual({ startDate: 'Please select a rental start date.' })
    expect(errorsOf({ startDate: '  ' })).toEqual({ startDate: 'Please select a rental start date.' })
  })

  test.each(['21-11-2026', 'tomorrow', '2026-11-21T00:00'])('refuse %s as a start date', (startDate) => {
    expect(errorsOf({ startDate })).toEqual({
      startDate: 'Please enter a date that exists, such as 2026-12-24.',
    })
  })

  test.each(['0', '2', '-1', '1.0', ' 3', '7e0', ''])('refuse %j days', (durationDays) => {
    expect(errorsOf({ durationDays })).toEqual({ durationDays: 'Please choose 1, 3 or 7 days.' })
  })

  test('refuse any other way of delivery, and what is no listing', () => {
    expect(errorsOf({ deliveryOption: 'drone' })).toEqual({
      deliveryOption: 'Please choose pick-up or delivery.',
    })
    expect(errorsOf({ listingId: '1' })).toEqual({ listingId: 'Sorry, that listing could not be found.' })
  })

  test('have the price that the page showed, and nothing in place of one that can’t be read', () => {
    const shownOf = (shownPrice: string) => read({ ...request, shownPrice })
    expect(shownOf('45000')).toEqual({ ok: true, value: { ...request, durationDays: 3, shownPrice: 45_000 } })
    for (const text of ['', '0', '-1', '1.5', '1e9', '9999999999', 'free'])
      expect(shownOf(text)).toEqual({ ok: true, value: { ...request, durationDays: 3 } })
  })

  test('accept no price from the browser', () => {
    expect(read({ ...request, pricePerDay: '1' })).toMatchObject({
      formError: "This form has fields we don't know: pricePerDay",
    })
  })
})
