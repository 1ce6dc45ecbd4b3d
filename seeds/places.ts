/**
 * Writes `server/address/places.txt`: the cities, municipalities and barangays of the Philippine Standard Geographic
 * Code. Run this file after an update of the package. A server does not load the package, which takes 70 MB.
 */
import { writeFileSync } from 'node:fs'
import {
  getAllProvinces,
  getBarangaysByMunicipality,
  getMunicipalitiesByProvince,
} from '@aivangogh/ph-address'

/** Metro Manila has no provinces, and Manila is divided into 14 districts, which have its barangays. */
const withoutProvince: readonly (readonly [code: string, named: string])[] = [
  ['1300000000', 'Metro Manila'],
  ['1380600000', 'Manila'],
  // The eight municipalities of BARMM that are in no province.
  ['1999900000', 'BARMM'],
]

/** Independent cities are in no list of a province; people write the one that surrounds them. */
const independent: readonly (readonly [code: string, province: string])[] = [
  ['0330100000', 'Pampanga'],
  ['0331400000', 'Zambales'],
  ['0431200000', 'Quezon'],
  ['0631000000', 'Iloilo'],
  ['0730600000', 'Cebu'],
  ['0731100000', 'Cebu'],
  ['0731300000', 'Cebu'],
  ['0831600000', 'Leyte'],
  ['0931700000', 'Zamboanga del Sur'],
  ['0990100000', 'Basilan'],
  ['1030500000', 'Misamis Oriental'],
  ['1030900000', 'Lanao del Norte'],
  ['1130700000', 'Davao del Sur'],
  ['1230800000', 'South Cotabato'],
  ['1430300000', 'Benguet'],
  ['1630400000', 'Agusan del Norte'],
  ['1731500000', 'Palawan'],
  ['1830200000', 'Negros Occidental'],
]

/** Little words within a name are lowercase, as people write them: `Cagayan de Oro City`. */
const asWritten = (name: string) =>
  name
    .normalize('NFC')
    .replace(/^Tondo I\/II$/, 'Tondo')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<= )(De|Del|Dela|Ng|Na|Sa|Of|And)(?= )/g, (word) => word.toLowerCase())

/**
 * The text of `places.txt`: a line for each city, municipality and district of Manila, in the order of their codes,
 * with a tab between its code, its label, and each barangay, which is written as the last three digits of its code and
 * its name.
 */
export function writePlaces(): string {
  const groups = [
    ...getAllProvinces().map(({ psgcCode, name }) => [psgcCode, name] as const),
    ...withoutProvince,
    ...independent,
  ]
  const lines = groups.flatMap(([code, within]) =>
    getMunicipalitiesByProvince(code).map(({ psgcCode, name }) => {
      const barangays = getBarangaysByMunicipality(psgcCode).map(
        (barangay) => `${barangay.psgcCode.slice(7)} ${asWritten(barangay.name)}`,
      )
      return [psgcCode, `${asWritten(name)}, ${asWritten(within)}`, ...barangays].join('\t')
    }),
  )
  return `${lines.sort().join('\n')}\n`
}

if (import.meta.main) writeFileSync(new URL('../server/address/places.txt', import.meta.url), writePlaces())
