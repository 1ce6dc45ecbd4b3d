/** One line of the table. Times are in milliseconds of CPU for each request (or message, or start). */
export type Row = {
  name: string
  /** What was measured, with its unit. */
  figure: string
  /** CPU time of the processes of Node, and of PostgreSQL. */
  node?: number
  postgres?: number
  /** The floor of the same run, with its unit, and what was measured as a part or a multiple of it. */
  floor?: string
  ratio?: number
  /** What the row has to reach, and whether it does. */
  aim?: string
  holds?: boolean
}

const columns = [
  'measured',
  'figure',
  'CPU ms of Node',
  'CPU ms of PostgreSQL',
  'floor',
  'ratio',
  'aim',
  'holds',
]

/** Prints one markdown table, row after row as they are measured, and at its end how many hold. */
export function openTable() {
  const rows: Row[] = []
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log()
  line(columns)
  line(columns.map((_, i) => (i > 0 && i < 6 ? '---:' : '---')))
  return {
    add(row: Row) {
      rows.push(row)
      const { name, figure, node, postgres, floor = '', ratio, aim = '', holds } = row
      const verdict = holds === undefined ? '' : holds ? 'yes' : '**no**'
      line([name, figure, cell(node), cell(postgres), floor, cell(ratio), aim, verdict])
    },
    end() {
      const judged = rows.filter(({ holds }) => holds !== undefined)
      const held = judged.filter(({ holds }) => holds).length
      const others = rows.length - judged.length
      console.log(`\n${held} rows hold, ${judged.length - held} don’t; ${others} have no aim.`)
    },
  }
}

/** Three digits at most after the point, as many as say something; nothing where there is no figure. */
const cell = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)
