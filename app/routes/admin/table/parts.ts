import type { ReactNode } from 'react'
import type { FilterOption, TableView } from '#server/admin-table.ts'

/** A column of an admin table. The first names the row; on a phone the others show their label. */
export type Column<Row, Sort extends string> = {
  head: string
  sort?: Sort
  cell: (row: Row) => ReactNode
  /** Aligned to the right with digits of one width, so that numbers can be compared. */
  numeric?: boolean
  /** Takes a whole line of a phone's card, for buttons, links and long texts. */
  wideOnPhone?: boolean
  /** Placed at the right edge of a table; not on a phone. */
  alignRight?: boolean
}

export type TableProps<Row, Sort extends string> = {
  /** What the rows are, as in `Search listings` and `12 listings`. */
  noun: { one: string; many: string }
  view: TableView<Row, Sort>
  columns: readonly Column<Row, Sort>[]
  keyOf: (row: Row) => string
  /** What a search covers, as its placeholder. */
  searches: string
  /** The options, by its name, of a filter whose values the loader found. */
  options?: Record<string, readonly FilterOption[]>
  /** The text for an empty list. */
  empty: ReactNode
}
