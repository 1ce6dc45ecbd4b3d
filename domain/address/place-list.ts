import { cityKeys, provinceKey } from './name-key.ts'

/** A barangay with its ten-digit code of the Philippine Standard Geographic Code (PSGC). */
export type Barangay = { code: string; name: string }

/** A city, a municipality or a district of Manila; its label is unique: `Mandaluyong City, Metro Manila`. */
export type City = { code: string; label: string; barangays: () => readonly Barangay[] }

/** All cities, and those that are called by a key of `cityKeys`, alone or followed by the key of their province. */
export type Places = { cities: readonly City[]; called: ReadonlyMap<string, readonly City[]> }

/**
 * Reads the lists as `seeds/places.ts` writes them: a line for each city, with tabs between its code, its label, and
 * its barangays, each as the last three digits of its code and its name.
 */
export function readPlaces(text: string): Places {
  const cities = text.split('\n').filter(Boolean).map(readCity)
  const called = new Map<string, City[]>()
  for (const city of cities)
    for (const key of keysOf(city)) {
      const others = called.get(key)
      if (others) others.push(city)
      else called.set(key, [city])
    }
  return { cities, called }
}

function readCity(row: string): City {
  const code = row.slice(0, 10)
  const labelEnd = row.indexOf('\t', 11)
  const rest = labelEnd < 0 ? '' : row.slice(labelEnd + 1)
  return {
    code,
    label: labelEnd < 0 ? row.slice(11) : row.slice(11, labelEnd),
    barangays: () =>
      rest
        .split('\t')
        .filter(Boolean)
        .map((each) => ({ code: code.slice(0, 7) + each.slice(0, 3), name: each.slice(4) })),
  }
}

/** The name and the province of a label. */
export function partsOf({ label }: Pick<City, 'label'>): { name: string; province: string } {
  const at = label.lastIndexOf(', ')
  return { name: label.slice(0, at), province: label.slice(at + 2) }
}

function keysOf(city: City): Set<string> {
  const { name, province } = partsOf(city)
  const names = cityKeys(name)
  return new Set([...names, ...names.map((key) => `${key} ${provinceKey(province)}`)])
}

/**
 * Where a city’s barangays are listed: in the city itself, and those of Manila in its 14 districts, whose codes begin
 * with the five digits of Manila.
 */
export function listedIn({ cities }: Places, city: City): readonly City[] {
  if (city.barangays().length > 0) return [city]
  return cities.filter(({ code }) => code !== city.code && code.startsWith(city.code.slice(0, 5)))
}
