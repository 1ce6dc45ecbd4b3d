import type { TestProject } from 'vitest/node'
import { prepareBuild } from './pages.ts'
import { prepareDatabases } from './prepare-databases.ts'

/**
 * Runs once for each of Vitest's projects that names it, before its first test: prepares the databases of that
 * project, and the built pages. Projects on PostgreSQL share one server. Vitest calls the returned function at the
 * end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await prepareBuild()
  const embedded = project.config.env.TEST_DATABASE === 'embedded'
  return embedded ? prepareDatabases('embedded') : prepareDatabases('embedded', 'postgres')
}
