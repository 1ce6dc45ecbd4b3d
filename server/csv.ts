import { stringify } from 'csv-stringify/sync'
import { type Centavos, pesosInFigures } from '#domain/money.ts'
import { stampInManila } from '#domain/period.ts'

/** The byte order mark by which a spreadsheet recognises UTF-8. */
export const BOM = '\ufeff'

/** An amount: digits that may begin with a minus; it is not a formula. */
export type Figures = { figures: string }
export type CsvValue = string | number | Date | Figures | null

/** Centavos as pesos for a spreadsheet, negative amounts too. */
export const csvPesos = (centavos: Centavos): Figures => ({ figures: pesosInFigures(centavos) })

/**
 * Records as lines of CSV. Texts that a spreadsheet would read as formulas are made harmless; numbers and amounts stay
 * as they are. An instant is written in Manila's time, and null as an empty field.
 */
export function csvLines(records: readonly (readonly CsvValue[])[]): string {
  return stringify(records as CsvValue[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: {
      date: stampInManila,
      number: (value) => ({ value: String(value), escape_formulas: false }),
      object: (value) => ({ value: (value as Figures).figures, escape_formulas: false }),
    },
  })
}
