import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { preparePages } from '#tests/support/pages.ts'
import { TOWN } from '#tests/support/site.ts'

/** Builds the pages when they are not as they should be, and makes room for the town. What it returns ends that. */
export default async function setup(): Promise<() => Promise<void>> {
  await preparePages()
  if (process.env[TOWN]) return async () => {}
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-town-'))
  process.env[TOWN] = folder
  return () => rm(folder, { recursive: true, force: true })
}
