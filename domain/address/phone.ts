/**
 * A mobile number of the Philippines as it is kept, `+639171234567`, however it was typed; null for any other number.
 * ### Example `0917 123 4567`, `+63 (917) 123-4567`, `639171234567` and `9171234567` are `+639171234567`.
 */
export function parsePhone(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s().\-–/]/g, '')
  const national = /^(?:\+63|0063|63|0)?0?((?:9\d|89)\d{8})$/.exec(digits)?.[1]
  return national === undefined ? null : `+63${national}`
}

/** A kept number as people write it: `0917 123 4567`. */
export function formatPhone(phone: string): string {
  const [, network, first, last] = /^\+63(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return network === undefined ? phone : `0${network} ${first} ${last}`
}
