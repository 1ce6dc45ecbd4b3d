import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take longer than their size tells. One that starts last leaves the other workers without work. */
const longest = [
  'tests/abuse/slow-clients',
  'tests/abuse/matrix',
  'tests/chaos/chaos',
  'tests/process/migration-interrupted',
  'tests/money/histories',
  'tests/money/more-histories',
  'tests/process/payment-kill',
  'server/photo/move-photos',
  'server/catalogue/metropolis',
  'server/database-timeouts',
  'server/backup/many-photos',
  'db/populated',
  'db/guest-reads',
]

/**
 * Starts the files that take long first. Vitest takes the larger ones for those, until it has seen them run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.includes(`/${name}`))
    // Vitest runs a project's files one after the other, in this order.
    return sorted.toSorted(
      (a, b) =>
        order(a) - order(b) ||
        a.project.name.localeCompare(b.project.name) ||
        Number(isLong(b)) - Number(isLong(a)),
    )
  }
}
