import type { TestProject } from 'vitest/node'
import { preparePages } from './pages.ts'
import { prepareDatabases } from './prepare-databases.ts'

/**
 * Runs once for each of Vitest's projects that names it, before its first test: prepares the database that project
 * is about, and the built pages. Projects on PostgreSQL share one server. What it returns, Vitest calls at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await preparePages()
  const embedded = project.config.env.TEST_DATABASE === 'embedded'
  return prepareDatabases(embedded ? 'embedded' : 'postgres')
}
