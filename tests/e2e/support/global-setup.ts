import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareBuild } from '#tests/support/pages.ts'
import { prepareDatabases } from '#tests/support/prepare-databases.ts'
import { DEMO_DATA } from '#tests/support/site.ts'

/**
 * Builds the pages if they are out of date, starts PostgreSQL, and creates the folder for the demo data. Demo data
 * that is kept between runs (TEST_DEMO_DATA) is on an embedded database. Returns a function that removes both.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareBuild()
  // Encoding large photos takes most of the time in which the demo data is built.
  process.env.TEST_PHOTO_WIDTH ??= '320'
  if (process.env[DEMO_DATA]) return async () => {}
  const stopDatabases = await prepareDatabases('embedded', 'postgres')
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-demo-'))
  process.env[DEMO_DATA] = folder
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await stopDatabases()
  }
}
