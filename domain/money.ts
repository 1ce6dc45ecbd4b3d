/** Whole centavos, never a float of pesos. */
export type Centavos = number

/** The largest daily price a listing may have: ₱1,000,000.00. */
export const MAX_PRICE_CENTAVOS: Centavos = 100_000_000

/** The largest amount that `parsePeso` reads: ₱9,999,999.99. */
export const MAX_TYPED_CENTAVOS: Centavos = 999_999_999

const pesos = new Intl.NumberFormat('en-PH', { style: 'currency', currency: 'PHP' })

/**
 * Centavos as people read them.
 *
 * ### Example
 * `formatPeso(123450)` is `₱1,234.50`; `formatPeso(-1500)` is `-₱15.00`.
 */
export function formatPeso(centavos: Centavos): string {
  return pesos.format(centavos / 100)
}

/**
 * Reads a typed amount (`₱1,234.5`, `450`, `.50`) into centavos, or null when it is not an amount of money:
 * letters, a sign, a third decimal, a comma that does not separate thousands, more than seven digits of pesos.
 *
 * ### Example
 * `parsePeso('19.99')` is `1999`, where `19.99 * 100` would be 1998.9999999999998.
 */
export function parsePeso(text: string): Centavos | null {
  const bare = text.replaceAll(/[₱\s]/g, '')
  const match = /^(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3}|(?=\.))(?:\.(\d{1,2}))?$/.exec(bare)
  if (!match) return null
  return Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Whether a typed amount is above what `parsePeso` reads, and nothing else is wrong with it. */
export const isTooLarge = (text: string): boolean =>
  /^₱?\d{8,}(\.\d{1,2})?$/.test(text.replaceAll(/[\s,]/g, ''))

/** Centavos as a form field holds them: `1234.50`. */
export function pesoFieldValue(centavos: Centavos): string {
  return `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
}

/**
 * Centavos as a spreadsheet reads them: pesos with two decimals, no currency sign, no commas.
 * ### Example `pesosInFigures(123450)` is `1234.50`; `pesosInFigures(-5)` is `-0.05`.
 */
export function pesosInFigures(centavos: Centavos): string {
  return (centavos / 100).toFixed(2)
}

/**
 * Takes `percent` of an amount, half up to the centavo.
 *
 * ### Example
 * 5 % of ₱450.00: `percentOf(45000, 5)` is `2250`. 5 % of 10 centavos is 0.5, so `percentOf(10, 5)` is `1`.
 */
export function percentOf(centavos: Centavos, percent: number): Centavos {
  return Math.floor((centavos * percent + 50) / 100)
}

/** The sum of some amounts, such as money lines or refunds. */
export const sumOf = (amounts: readonly { centavos: Centavos }[]): Centavos =>
  amounts.reduce((sum, { centavos }) => sum + centavos, 0)

/**
 * Splits a total over weights so that the parts sum to the total exactly: each part is its share rounded down, and the
 * remaining centavos go one each to the largest remainders, earlier parts first.
 * ### Example ₱0.05 over three equal rentals: `split(5, [100, 100, 100])` is `[2, 2, 1]`.
 */
export function split(total: Centavos, weights: readonly number[]): Centavos[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map((_, i) => (i === 0 ? total : 0))
  const exact = weights.map((w) => (BigInt(total) * BigInt(w)) / BigInt(sum))
  const remainders = weights.map((w, i) => ({ i, r: (BigInt(total) * BigInt(w)) % BigInt(sum) }))
  const parts = exact.map(Number)
  let left = total - parts.reduce((a, b) => a + b, 0)
  remainders.sort((a, b) => (a.r === b.r ? a.i - b.i : a.r > b.r ? -1 : 1))
  for (const { i } of remainders) {
    if (left-- <= 0) break
    parts[i] = parts[i]! + 1
  }
  return parts
}
