export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * A value as canonical JSON (RFC 8785): object keys sorted by their UTF-16 units, no spaces. Numbers have to be whole
 * and safe; any other value throws, as it would be written differently elsewhere.
 */
export function canonicalJson(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${textOf(key)}:${canonicalJson(value[key]!)}`)
      .join(',')}}`
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is not whole`)
  if (typeof value === 'string') return textOf(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return JSON.stringify(value)
  throw new Error(`JSON has no ${typeof value}`)
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

function textOf(text: string): string {
  if (!text.isWellFormed()) throw new Error('half of a surrogate pair is no text')
  return JSON.stringify(text)
}
