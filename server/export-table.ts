import type { Admin } from '#domain/access.ts'
import type { Context } from './context.ts'
import { BOM, csvLines } from './csv.ts'
import { readTable, type Table } from './admin-table.ts'

const BATCH_ROWS = 500

/**
 * All rows of a table that match a query string, in its order, as the pieces of a CSV file for spreadsheets: UTF-8
 * with BOM, a header row, and texts that a spreadsheet would read as formulas made harmless. Reads batch by batch as
 * it is consumed.
 */
export async function* exportTable<Row, Sort extends string, Reader extends Admin>(
  ctx: Context,
  admin: NoInfer<Reader>,
  table: Table<Row, Sort, Reader>,
  query: URLSearchParams,
): AsyncGenerator<string> {
  yield BOM + csvLines([table.csv.map(([head]) => head)])
  const rest = new URLSearchParams(query)
  rest.delete('before')
  rest.delete('after')
  for (;;) {
    const { rows, next } = await readTable(ctx, admin, table, rest, { size: BATCH_ROWS })
    if (rows.length > 0) yield csvLines(rows.map((row) => table.csv.map(([, value]) => value(row))))
    if (!next) return
    rest.set('after', next)
  }
}
