import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { diskFiles } from '#gateways/images/disk-files.ts'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/database.ts'
import { openPeople, uploadTiny } from '#tests/support/people.ts'
import { findProgram } from '#tests/support/programs.ts'
import { processSecret } from '#tests/support/server-process.ts'
import { testServices } from '#tests/support/services.ts'

const project = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(project, 'docs/operating.md'), 'utf8')
/** The names of the settings that Install writes into the site's file. */
const [, file] = /^ {3}```ini\n([\s\S]*?)^ {3}```$/m.exec(text)!
const written = [...file!.matchAll(/^ {3}(\w+)=/gm)].map(([, name]) => name!)
/** The blocks of commands that are to be run, in their order. */
const blocks = [...text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!)

test('the commands that operating.md says to run do what it says, in its order', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-operating-'))
  const site = await freshDatabase({ kind: 'postgres' })
  const services = await testServices(site.connection)
  const { ramon, olivia } = await openPeople(services, 'ramon', 'olivia')
  await services.db
    .updateTable('account')
    .set({ email: 'ana@mail.ph', twoFactorAt: new Date() })
    .where('id', '=', ramon.id)
    .execute()
  const empty = await emptyDatabase({ kind: 'postgres' })
  // An open connection would be taken for a site.
  await empty.connection.close()
  // Files are written where the commands are run, which is the folder of the product.
  const inFolder = (commands: string) => commands.replaceAll(/\bhiram-\$\(/g, `${folder}/hiram-$(`)
  const bucket = await startBucketEmulator()
  const { url: IMAGES_URL, region, accessKeyId, secretAccessKey } = bucket.keys
  const ofBucket = {
    IMAGES_URL,
    IMAGES_REGION: region,
    IMAGES_ACCESS_KEY_ID: accessKeyId,
    IMAGES_SECRET_ACCESS_KEY: secretAccessKey,
  }
  await uploadTiny(services, olivia)
  const back = path.join(folder, 'back')
  const settings: Record<string, string> = {
    DATA_DIR: services.settings.dataDir,
    BASE_URL: 'https://hiram.ph',
    SESSION_SECRET: processSecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    ADMIN_EMAIL: 'amihan@hiram.ph',
    // Empty after the first start, as compose.yaml gives it: the command asks.
    ADMIN_PASSWORD: '',
  }
  const run = async (commands: string, url: string) => {
    const isRestore = url === empty.url
    const dataDir = /^rclone /m.test(commands) ? back : isRestore ? `${folder}/restored` : settings.DATA_DIR!
    const site = { ...settings, DATABASE_URL: url, DATA_DIR: dataDir }
    const inFile = Object.entries(site).filter(([name]) => written.includes(name))
    const own = { PATH: process.env.PATH, HOME: folder, ...Object.fromEntries(inFile) }
    const running = promisify(execFile)('bash', ['-euc', inFolder(commands)], {
      cwd: project,
      env: { ...own, ...(/images:move|IMAGES_URL/.test(commands) ? ofBucket : {}) },
    })
    // What is typed when a command asks for a password.
    running.child.stdin!.end('jeepney ride at dusk\n')
    return (await running).stdout
  }
  try {
    const said: string[] = []
    expect(blocks).toHaveLength(7)
    for (const block of blocks)
      if (findProgram('rclone') || !/^rclone /m.test(block))
        said.push(await run(block, /restore -- hiram/.test(block) ? empty.url! : site.url!))
      else console.log('Photos are not moved back from the bucket: there is no rclone here.')
    expect(said[0]).toContain('nothing to apply')
    expect(said[1]).toContain('The file is whole')
    expect(said[1]).toMatch(/with \d+ rows and [1-9]\d* files of photos/)
    expect(said[2]).toContain('Restored: every row and every photo is the same as in the backup.')
    expect(said[3]).toContain('The two-factor log-in of ana@mail.ph is off')
    expect(said[4]).toContain('luz@mail.ph is an admin now')
    expect(said[5]).toContain('All photos are in the bucket')
    if (said.length > 6) {
      const photos = diskFiles(path.join(back, 'images'))
      const files: [string, Uint8Array | null][] = []
      for await (const { name } of photos.list('')) files.push([name, await photos.read(name)])
      expect(files.length).toBeGreaterThan(0)
      expect(files).toEqual([...bucket.files].toSorted())
    }
    const people = services.db.selectFrom('account').select(['role', 'twoFactorAt'])
    expect(await people.where('email', '=', 'luz@mail.ph').executeTakeFirst()).toMatchObject({
      role: 'admin',
    })
    expect(await people.where('email', '=', 'ana@mail.ph').executeTakeFirst()).toMatchObject({
      twoFactorAt: null,
    })
  } finally {
    await bucket.close()
    await services.close()
    await site.drop()
    await empty.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
