import type { TestProject } from 'vitest/node'
import { prepareDatabases } from './database.ts'

/**
 * Runs once for each of Vitest's projects that names it, before its first test: prepares the database that project
 * is about. Projects on PostgreSQL share one server. What it returns, Vitest calls at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = project.config.env.TEST_DATABASE === 'embedded'
  return prepareDatabases(embedded ? 'embedded' : 'postgres')
}
