import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '#tests/support/database.ts'
import { openPeople } from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'

const project = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(project, 'docs/operating.md'), 'utf8')
/** The blocks of commands that are to be run, in their order. */
const blocks = [...text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!)

test('the commands that operating.md says to run do what it says, in its order', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-operating-'))
  const site = await freshDatabase({ kind: 'postgres' })
  const services = await testServices(site.connection)
  await openPeople(services, 'ramon')
  const empty = await emptyDatabase({ kind: 'postgres' })
  // An open connection would be taken for a site.
  await empty.connection.close()
  // Files are written where the commands are run, which is the folder of the product.
  const inFolder = (commands: string) => commands.replaceAll(/\bhiram-\$\(/g, `${folder}/hiram-$(`)
  const run = async (commands: string, url: string) =>
    (
      await promisify(execFile)('bash', ['-euc', inFolder(commands)], {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, DATABASE_URL: url },
      })
    ).stdout
  try {
    const said: string[] = []
    for (const block of blocks)
      said.push(await run(block, /restore -- hiram/.test(block) ? empty.url! : site.url!))
    expect(said).toHaveLength(3)
    expect(said[0]).toContain('nothing to apply')
    expect(said[1]).toContain('The file is whole')
    expect(said[2]).toContain('Restored: every row and every photo is the same as in the backup.')
  } finally {
    await services.close()
    await site.drop()
    await empty.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
