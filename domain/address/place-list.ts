import { cityKeys, provinceKey } from './name-key.ts'

/** A barangay with its ten-digit code of the Philippine Standard Geographic Code (PSGC). */
export type Barangay = { code: string; name: string }

/** A city, a municipality or a district of Manila; its label is unique: `Mandaluyong City, Metro Manila`. */
export type City = { code: string; label: string; barangays: () => readonly Barangay[] }

/** All cities, and the cities of each key: a name as `cityKeys` writes it, alone or followed by its province. */
export type Places = { cities: readonly City[]; byKey: ReadonlyMap<string, readonly City[]> }

/**
 * Reads the lists as `seeds/places.ts` writes them: a line for each city, with tabs between its code, its label, and
 * its barangays, each as the last three digits of its code and its name.
 */
export function readPlaces(text: string): Places {
  const cities = text.split('\n').filter(Boolean).map(readCity)
  const byKey = new Map<string, City[]>()
  for (const city of cities)
    for (const key of keysOf(city)) {
      const others = byKey.get(key)
      if (others) others.push(city)
      else byKey.set(key, [city])
    }
  return { cities, byKey }
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

/** The parts of a label: the name, and the province (of a district: Manila). */
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
 * The entries that contain a city’s barangays: the city itself or, for Manila, its 14 districts, whose codes begin
 * with the same five digits. Only Manila has no barangays of its own.
 */
export function listedIn({ cities }: Places, city: City): readonly City[] {
  if (city.barangays().length > 0) return [city]
  return cities.filter(({ code }) => code !== city.code && code.startsWith(city.code.slice(0, 5)))
}
