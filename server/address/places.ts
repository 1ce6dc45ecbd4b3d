import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Places, readPlaces } from '#domain/address/place-list.ts'

let read: Places | undefined

/** The cities and barangays of the Philippines (PSGC of the PSA), read from their file at the first call. */
export function places(): Places {
  read ??= readPlaces(readFileSync(join(import.meta.dirname, 'places.txt'), 'utf8'))
  return read
}
