import type { Bench } from './bench.ts'
import type { Row } from './table.ts'

const MOST_MB = 350

/** The most memory that the measured process had at the end of any part before, garbage included. */
export async function benchMemory(bench: Bench): Promise<Row[]> {
  await bench.server()
  const most = bench.noteMemory()
  return [
    {
      name: 'memory of one process, the most at the end of a part above',
      figure: `${most.toFixed(0)} MB`,
      aim: `≤ ${MOST_MB} MB`,
      holds: most <= MOST_MB,
    },
  ]
}
