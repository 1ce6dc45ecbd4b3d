import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchBarangay, matchCity } from './match-place.ts'
import { listedIn, readPlaces } from './place-list.ts'

const places = readPlaces(readFileSync(new URL('../../server/address/places.txt', import.meta.url), 'utf8'))

const cityOf = (typed: string) => {
  const found = matchCity(places, typed)
  return found.ok ? found.city.label : found.message
}
const barangayOf = (city: string, typed: string) => {
  const found = matchCity(places, city)
  if (!found.ok) return found.message
  const barangay = matchBarangay(places, found.city, typed)
  return barangay.ok
    ? `${barangay.barangay.code} ${barangay.barangay.name}, ${barangay.city.label}`
    : barangay.message
}

describe('a city as people type it', () => {
  it.each([
    ['Mandaluyong City, Metro Manila', 'Mandaluyong City, Metro Manila'],
    ['mandaluyong', 'Mandaluyong City, Metro Manila'],
    ['CITY OF MANDALUYONG', 'Mandaluyong City, Metro Manila'],
    ['Mandaluyong, NCR', 'Mandaluyong City, Metro Manila'],
    ['Makati City, National Capital Region, Philippines', 'Makati City, Metro Manila'],
    ['Pateros', 'Pateros, Metro Manila'],
    ['Quezon City', 'Quezon City, Metro Manila'],
    ['Manila', 'Manila City, Metro Manila'],
    ['Tondo', 'Tondo, Manila'],
    ['Binondo, Manila, Metro Manila', 'Binondo, Manila'],
    ['Cebu City', 'Cebu City, Cebu'],
    ['davao', 'Davao City, Davao del Sur'],
    ['Isabela City', 'Isabela City, Basilan'],
    ['Cagayan De Oro', 'Cagayan de Oro City, Misamis Oriental'],
    ['Sta. Cruz, Laguna', 'Santa Cruz, Laguna'],
    ['Science City of Munoz', 'Science City of Muñoz, Nueva Ecija'],
    ['Parañaque'.normalize('NFC'), 'Parañaque City, Metro Manila'],
    ['Parañaque'.normalize('NFD'), 'Parañaque City, Metro Manila'],
    ['paranaque', 'Parañaque City, Metro Manila'],
    ['Pahamuddin', 'Pahamuddin, BARMM'],
  ])('%s is %s', (typed, label) => {
    expect(cityOf(typed)).toBe(label)
  })

  it('that several places have is asked about, cities first', () => {
    expect(cityOf('San Juan')).toMatch(
      /^There are several places of this name. Did you mean “San Juan City, Metro Manila”, /,
    )
    expect(cityOf('San Juan, Batangas')).toBe('San Juan, Batangas')
  })

  it.each([
    ['Madaluyong', '“Mandaluyong City, Metro Manila”'],
    ['Tagig', '“Taguig City, Metro Manila”'],
    ['Mandaluy', '“Mandaluyong City, Metro Manila”'],
  ])('%s is answered with the nearest', (typed, nearest) => {
    expect(cityOf(typed)).toContain(nearest)
  })

  it.each(['', '   ', ',', 'x'.repeat(80), '<b>', 'Atlantis by the Sea'])('%j is none', (typed) => {
    expect(cityOf(typed)).toMatch(/^We don’t know this place/)
  })

  it('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (typed) => {
        cityOf(typed)
      }),
      { numRuns: 50 },
    )
  })

  it('every label is that place, in any case and in both forms of Unicode', () => {
    const wrong = places.cities.filter(({ label }) =>
      [label, label.toUpperCase(), label.normalize('NFD')].some((typed) => cityOf(typed) !== label),
    )
    expect(wrong.map(({ label }) => label)).toEqual([])
  })
})

describe('a barangay as people type it', () => {
  it.each([
    ['Mandaluyong', 'addition hills', '1380500001 Addition Hills, Mandaluyong City, Metro Manila'],
    ['Mandaluyong', 'Brgy. Addition Hills', '1380500001 Addition Hills, Mandaluyong City, Metro Manila'],
    ['Parañaque', 'BF Homes', '1381000007 B. F. Homes, Parañaque City, Metro Manila'],
    ['Manila', 'Brgy 250', '1380601251 Barangay 250, Tondo, Manila'],
    ['Manila', '287', '1380602001 Barangay 287, Binondo, Manila'],
  ])('in %s, %s is %s', (city, typed, barangay) => {
    expect(barangayOf(city, typed)).toBe(barangay)
  })

  it('of another city is none, and the nearest is named', () => {
    expect(barangayOf('Makati', 'Baclaran')).toBe('Makati City has no barangay of this name.')
    expect(barangayOf('Mandaluyong', 'Adition Hils')).toBe(
      'Mandaluyong City has no barangay of this name. Did you mean “Addition Hills”?',
    )
  })

  it('every barangay is found in its city by its name, and its code begins with that of its city', () => {
    let found = 0
    const wrong: string[] = []
    for (const city of places.cities)
      for (const barangay of city.barangays()) {
        found += 1
        if (barangay.code.length !== 10 || !barangay.code.startsWith(city.code.slice(0, 7)))
          wrong.push(`${city.label}: ${barangay.code}`)
      }
    expect([found, wrong]).toEqual([42_011, []])
    const few = places.cities.filter((_, i) => i % 40 === 0)
    const missed = few.flatMap((city) =>
      city.barangays().filter(({ name, code }) => {
        const match = matchBarangay(places, city, name)
        return !match.ok || match.barangay.code !== code
      }),
    )
    expect(missed).toEqual([])
  })
})

it('the barangays of Manila are listed in its 14 districts', () => {
  const manila = matchCity(places, 'Manila')
  const districts = manila.ok ? listedIn(places, manila.city) : []
  expect(districts).toHaveLength(14)
  expect(districts.flatMap((city) => city.barangays())).toHaveLength(897)
})
