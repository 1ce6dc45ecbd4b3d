import { z } from 'zod'
import { line, paragraphs } from '../text.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { matchBarangay, matchCity } from './match-place.ts'
import { parsePhone } from './phone.ts'
import type { Places } from './place-list.ts'

/** Where something is handed over: the names as they were when it was written, their codes, and a phone. */
export type Place = {
  street: string
  barangay: string
  barangayCode: string
  city: string
  cityCode: string
  /** `+639171234567` */
  phone: string
  /** A landmark or a note; empty without one. */
  note: string
}

/** The fields of a place. Each may be empty here; `readPlace` decides about them together. */
export const placeFields = {
  street: line({ label: 'Street and house number', max: 120, min: 0 }),
  city: line({ label: 'City', max: 80, min: 0 }),
  barangay: line({ label: 'Barangay', max: 80, min: 0 }),
  phone: line({ label: 'Mobile phone', max: 30, min: 0 }),
  note: paragraphs({ label: 'Landmark or note', max: 300, min: 0 }),
}

const placeFieldNames = Object.keys(placeFields) as (keyof typeof placeFields)[]

export type TypedPlace = z.output<z.ZodObject<typeof placeFields>>

/**
 * The place that someone typed: null when every field is empty, otherwise everything but the note is needed. The city
 * and the barangay have to be in the lists, which are read only then. Refusal: `incomplete`, with errors of fields.
 */
export function readPlace(places: () => Places, typed: TypedPlace): Verdict<{ place: Place | null }> {
  if (placeFieldNames.every((name) => typed[name] === '')) return { ok: true, place: null }
  return requirePlace(places, typed)
}

/** As `readPlace`, where a place is needed. */
export function requirePlace(places: () => Places, typed: TypedPlace): Verdict<{ place: Place }> {
  const phone = parsePhone(typed.phone)
  const city = typed.city === '' ? null : matchCity(places(), typed.city)
  const barangay =
    typed.barangay !== '' && city?.ok ? matchBarangay(places(), city.city, typed.barangay) : null
  if (typed.street !== '' && phone !== null && barangay?.ok)
    return {
      ok: true,
      place: {
        street: typed.street,
        barangay: barangay.barangay.name,
        barangayCode: barangay.barangay.code,
        city: barangay.city.label,
        cityCode: barangay.city.code,
        phone,
        note: typed.note,
      },
    }
  const errors: Partial<Record<keyof TypedPlace, string>> = {}
  if (typed.street === '') errors.street = 'Please add the street and house number.'
  if (!city) errors.city = 'Please add the city.'
  else if (!city.ok) errors.city = city.message
  if (typed.barangay === '') errors.barangay = 'Please add the barangay.'
  else if (barangay && !barangay.ok) errors.barangay = barangay.message
  if (typed.phone === '') errors.phone = 'Please add a mobile number.'
  else if (phone === null)
    errors.phone = 'Please enter a mobile number of the Philippines, such as 0917 123 4567.'
  return { ...refuse('incomplete', 'Please complete the address.'), errors }
}
