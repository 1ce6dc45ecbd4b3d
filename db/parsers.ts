import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231
const TEXT_ARRAY = 1009

/**
 * A `bigint` column as a number. Counts and centavos fit; a value beyond 2^53 would be rounded silently. Throws
 * RangeError when the value is not a safe integer.
 * ### Example `safeInteger('240000')` is `240000`; `safeInteger('9007199254740993')` throws.
 */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be read as a number`)
  return value
}

const asText = (text: string) => text

const textArray = (pg.types.getTypeParser as (type: number) => (text: string) => (string | null)[])(
  TEXT_ARRAY,
)

const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    textArray(text).map((item) => (item === null ? null : parse(item)))

/**
 * How one pool converts PostgreSQL's values (the driver's global table is not changed): `date` stays `'2026-11-21'`,
 * `daterange` and `numeric` stay strings (the driver's default), `bigint` becomes a number. The type numbers are those
 * of `pg_type.oid`, fixed in PostgreSQL's `pg_type.dat`.
 */
export function columnParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides()
  parsers.setTypeParser(INT8, safeInteger)
  parsers.setTypeParser(INT8_ARRAY, arrayOf(safeInteger))
  parsers.setTypeParser(DATE, asText)
  parsers.setTypeParser(DATE_ARRAY, arrayOf(asText))
  parsers.setTypeParser(NUMERIC_ARRAY, arrayOf(asText))
  return parsers
}
