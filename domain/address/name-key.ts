const short: Readonly<Record<string, string>> = {
  sta: 'santa',
  sto: 'santo',
  gen: 'general',
  pob: 'poblacion',
}

/**
 * A name as it is compared: without case, accents and punctuation, and with common short forms written out. `ñ` is
 * `n`, composed or not.
 * ### Example `nameKey('Sta. Cruz (Pob.)')` and `nameKey('SANTA CRUZ Poblacion')` are `santa cruz poblacion`.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => short[word] ?? word)
    .join(' ')
    .replaceAll(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')
}

/**
 * The ways in which people write the name of a city or municipality, as keys; the first is the name itself, the second
 * that of a city without the word.
 * ### Example `cityKeys('Mandaluyong City')` has `mandaluyong city`, `mandaluyong` and `city of mandaluyong`.
 */
export function cityKeys(name: string): string[] {
  const key = nameKey(name)
  const core = /^(.+) city$/.exec(key)?.[1] ?? /(?:^|.* )city of (.+)$/.exec(key)?.[1]
  return core === undefined ? [key] : [...new Set([key, core, `${core} city`, `city of ${core}`])]
}

/** The key of a province; Metro Manila has several names. */
export function provinceKey(province: string): string {
  const key = nameKey(province)
  return /^(ncr|national capital region|mm|metro manila)$/.test(key) ? 'metro manila' : key
}

/** The key of what someone typed as a city, alone or with a province: `Makati, NCR` is `makati metro manila`. */
export function typedCityKey(typed: string): string {
  const key = nameKey(typed)
    .replace(/ philippines$/, '')
    .replace(/^municipality of /, '')
  return key
    .replace(/ (ncr|national capital region)$/, ' metro manila')
    .replace(/ manila metro manila$/, ' manila')
}

/**
 * The key of a barangay, without the word.
 * ### Example `barangayKey('Brgy. 12')` and `barangayKey('Barangay 12 (Pob.)')` are `12`.
 */
export function barangayKey(name: string): string {
  return nameKey(name)
    .replace(/^(barangay|brgy|bgy|brg) (?=.)/, '')
    .replace(/(?<=.) poblacion$/, '')
}
