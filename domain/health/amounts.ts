const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/**
 * A number of bytes in the largest unit of which there is at least one.
 * ### Example
 * `formatBytes(512)` is `512 B`, `formatBytes(1536)` is `1.5 KiB` and `formatBytes(60_874_489_856)` is `56.7 GiB`.
 */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), byteUnits.length - 1)
  const amount = bytes / 1024 ** power
  return `${power === 0 ? amount : amount.toFixed(1)} ${byteUnits[power]}`
}

/**
 * An age in seconds, in the largest unit that fits, rounded down.
 * ### Example
 * `formatAge(59.9)` is `59 seconds`, `formatAge(60)` is `1 minute`, `formatAge(7200)` is `2 hours` and
 * `formatAge(172_800)` is `2 days`.
 */
export function formatAge(seconds: number): string {
  const [size, unit] = ageUnits.find(([size]) => seconds >= size) ?? ([1, 'second'] as const)
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const ageUnits = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const
