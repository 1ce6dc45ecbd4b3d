import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPlaces } from '#domain/address/place-list.ts'
import { writePlaces } from './places.ts'

const kept = readFileSync(new URL('../server/address/places.txt', import.meta.url), 'utf8')

test('the kept file is what the script writes', () => {
  expect(writePlaces() === kept).toBe(true)
})

test('all 1,656 cities, municipalities and districts and their 42,011 barangays are in it, each once', () => {
  const { cities } = readPlaces(kept)
  const barangays = cities.flatMap((city) => city.barangays())
  expect([cities.length, barangays.length]).toEqual([1656, 42_011])
  expect(new Set(cities.map(({ label }) => label)).size).toBe(1656)
  expect(new Set([...cities, ...barangays].map(({ code }) => code)).size).toBe(1656 + 42_011)
})
