import { expect, it } from 'vitest'
import { formatAge, formatBytes } from './amounts.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  [60_874_489_856, '56.7 GiB'],
  [2 ** 60, '1048576.0 TiB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59.9, '59 seconds'],
  [60, '1 minute'],
  [7199, '1 hour'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, text) => expect(formatAge(seconds)).toBe(text))
