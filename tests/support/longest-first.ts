import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Test files that take longer than their size tells. */
export const longest = [
  'db/guest-reads.test.ts',
  'db/populated.test.ts',
  'server/backup/many-photos.test.ts',
  'server/catalogue/metropolis.test.ts',
  'server/database-timeouts.test.ts',
  'server/photo/move-photos.test.ts',
  'tests/abuse/matrix.test.ts',
  'tests/abuse/slow-clients.test.ts',
  'tests/chaos/chaos.test.ts',
  'tests/chaos/chaos-embedded.test.ts',
  'tests/chaos/chaos-of-two.test.ts',
  'tests/money/histories.test.ts',
  'tests/money/more-histories.test.ts',
  'tests/process/migration-interrupted.test.ts',
  'tests/process/payment-kill.test.ts',
]

/**
 * Starts the files of `longest` before the others of their project: one that starts last leaves the other workers
 * without work. Vitest itself starts large files first until it has seen how long each takes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}`))
    // Groups and projects stay in Vitest's order.
    return sorted.toSorted(
      (a, b) =>
        group(a) - group(b) ||
        a.project.name.localeCompare(b.project.name) ||
        Number(isLong(b)) - Number(isLong(a)),
    )
  }
}
