import { editDistance } from '../edit-distance.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { barangayKey, cityKeys, nameKey, provinceKey, typedCityKey } from './name-key.ts'
import { type Barangay, type City, listedIn, partsOf, type Places } from './place-list.ts'

const either = new Intl.ListFormat('en-PH', { type: 'disjunction', style: 'long' })

/** The most suggestions of one message. */
const MOST = 3

/**
 * The city that someone typed, with or without its province. Refusal: `unknown` (there is none of that name, or there
 * are several; the message names the nearest).
 */
export function matchCity(places: Places, typed: string): Verdict<{ city: City }> {
  const key = typedCityKey(typed)
  const found = places.byKey.get(key) ?? []
  if (found.length === 1) return { ok: true, city: found[0]! }
  if (found.length > 1)
    return refuse(
      'unknown',
      `There are several places of this name. ${didYouMean(labelsOf(citiesFirst(found)))}`,
    )
  const near = nearest(key, places.cities, cityForms)
  return refuse(
    'unknown',
    near.length > 0
      ? `We don’t know this place. ${didYouMean(labelsOf(near))}`
      : 'We don’t know this place. Please write the city and its province, such as Makati City, Metro Manila.',
  )
}

/** The longest text that can be the name of a place. */
const LONGEST = 80

/** The city of which someone typed a full name, or null. It is quick, as nothing similar is looked for. */
export function cityCalled({ byKey }: Places, typed: string): City | null {
  const [one, another] = typed.length > LONGEST ? [] : (byKey.get(typedCityKey(typed)) ?? [])
  return one && !another ? one : null
}

const citiesFirst = (found: readonly City[]) =>
  found.toSorted((a, b) => Number(isCity(b)) - Number(isCity(a)))
const isCity = ({ label }: City) => /\bCity\b/.test(label)

const labelsOf = (cities: readonly City[]) => cities.map(({ label }) => label)

function cityForms(city: City): string[] {
  const { name, province } = partsOf(city)
  const [key, core = key] = cityKeys(name)
  return [core!, key!, `${key} ${provinceKey(province)}`, `${core} ${provinceKey(province)}`]
}

/**
 * The barangay that someone typed, in the city that they typed; the barangays of Manila are in its districts, so the
 * city may become one. Refusal: `unknown` (the city has none of that name; the message names the nearest).
 */
export function matchBarangay(
  places: Places,
  city: City,
  typed: string,
): Verdict<{ city: City; barangay: Barangay }> {
  const all = listedIn(places, city).flatMap((each) =>
    each.barangays().map((barangay) => ({ city: each, barangay })),
  )
  for (const key of [nameKey, barangayKey]) {
    const [one, another] = all.filter(({ barangay }) => key(barangay.name) === key(typed))
    if (one && !another) return { ok: true, ...one }
  }
  const names = all.map(({ barangay }) => barangay.name)
  const near = nearest(barangayKey(typed), names, (name) => [barangayKey(name)])
  const where = partsOf(city).name
  return refuse(
    'unknown',
    near.length > 0
      ? `${where} has no barangay of this name. ${didYouMean(near)}`
      : `${where} has no barangay of this name.`,
  )
}

const didYouMean = (names: readonly string[]) =>
  `Did you mean ${either.format(names.slice(0, MOST).map((name) => `“${name}”`))}?`

/** Those that a misspelt or unfinished key most likely means, the nearest first. */
function nearest<T>(key: string, all: readonly T[], formsOf: (each: T) => string[]): T[] {
  if (key.length < 3 || key.length > LONGEST) return []
  const allowed = key.length <= 5 ? 1 : key.length <= 12 ? 2 : 3
  return all
    .map((each) => ({
      each,
      distance: Math.min(...formsOf(each).map((form) => distanceTo(key, form, allowed))),
    }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ each }) => each)
}

/** The mistakes from a key to a form; the beginning of a form counts as one mistake. */
function distanceTo(key: string, form: string, allowed: number): number {
  if (form.startsWith(key)) return 1
  return Math.abs(form.length - key.length) > allowed ? allowed + 1 : editDistance(key, form)
}
