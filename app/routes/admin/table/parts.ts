import type { ReactNode } from 'react'
import type { TableView } from '#server/admin/table.ts'

/** A column of an admin table. The first names the row; on a phone the others say what they hold. */
export type Column<Row, Sort extends string> = {
  head: string
  sort?: Sort
  cell: (row: Row) => ReactNode
  /** Figures stand to the right, so that they can be compared. */
  figures?: boolean
  /** Buttons, links and long texts take a whole line of a phone's card. */
  whole?: boolean
  /** Stands at the right edge of a table. */
  atEnd?: boolean
}

/** A filter of the query string, as a select or, without options, a day; the empty value is everything. */
export type TableFilter = {
  name: string
  label: string
  options?: readonly { value: string; label: string }[]
}

export type TableProps<Row, Sort extends string> = {
  /** What the rows are, as in `Search listings` and `12 listings`. */
  noun: { one: string; many: string }
  view: TableView<Row, Sort>
  columns: readonly Column<Row, Sort>[]
  keyOf: (row: Row) => string
  /** What a search looks into, as its placeholder. */
  searches: string
  filters?: readonly TableFilter[]
  /** What stands there while there is nothing at all. */
  empty: ReactNode
}
