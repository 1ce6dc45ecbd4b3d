import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#db/connect.ts'
import { lockDataDir } from '#db/embedded/lock.ts'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { accepted } from '#seeds/act.ts'
import { readArchive, writeArchive } from '#server/backup/archive.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { readLastBackup } from '#server/health/last-backup.ts'
import { runCommand } from '#tests/support/command.ts'
import { emptyDatabase, fillDataDir, freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { schemaOf } from '#tests/support/schema-of.ts'
import { processSecret, startServer } from '#tests/support/server-process.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { kind: 'postgres' },
  env: { SESSION_SECRET: processSecret },
  limits: { messages: { points: 1_000_000, seconds: 60 }, newThreads: { points: 1000, seconds: 60 } },
})

let folder: string
const at = (name: string) => path.join(folder, name)
/** A backup of a site on PostgreSQL, made while people wrote. */
let first: string
let threadId: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hiram-backup-'))
  const { services, cast } = fixture
  const till = paying(fixture)
  for (let i = 0; i < 3; i++) await till.paid(cast.ramon)
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  threadId = accepted(
    await sendMessage(by(services, cast.ramon), { to: { listingId }, text: 'Hello' }),
  ).threadId
  await services.images.hide(await people.uploadTiny(services, cast.olivia))
  first = at('first.tar.gz')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const source = () => ({ DATABASE_URL: fixture.database.url!, DATA_DIR: fixture.services.settings.dataDir })

/**
 * Calls `write` with 0, 1, 2 … until `until` has ended; gives how many were written before it began, and by its end.
 */
async function writeMeanwhile<T>(write: (i: number) => Promise<void>, until: () => Promise<T>) {
  let [written, isOver] = [0, false]
  const writing = (async () => {
    while (!isOver) {
      await write(written)
      written++
    }
  })()
  await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan(5)
  const before = written
  const done = await until().finally(() => (isOver = true))
  await writing
  return { before, after: written, done }
}

/** The first `count` of the numbered messages, and nothing between them missing. */
async function numberedMessages({ pool }: Connection, word: string): Promise<number> {
  const { rows } = await pool.query(`select body from message where body like '${word} %' order by id`)
  expect(rows.map(({ body }) => body)).toEqual(rows.map((_, i) => `${word} ${i}`))
  return rows.length
}

/** The book is at zero, entry by entry and as a whole, and not empty. */
async function bookIsKept({ pool }: Connection) {
  const { rows } = await pool.query(`select count(*)::int as entries, max(abs(sum)) as most
    from (select sum(centavos) from book_posting group by entry_id) as e`)
  expect(rows[0].entries).toBeGreaterThanOrEqual(3)
  expect(Number(rows[0].most)).toBe(0)
}

/** Every photo's files are there; gives how many are hidden. */
async function photosAreThere({ pool }: Connection, dataDir: string): Promise<number> {
  const { rows } = await pool.query(`select id, widths from photo`)
  expect(rows.length).toBeGreaterThan(3)
  let hidden = 0
  for (const { id, widths } of rows)
    for (const width of widths) {
      const shown = path.join(dataDir, 'images', id.slice(-2), id, `${width}.webp`)
      const isShown = existsSync(shown)
      if (!isShown) hidden++
      expect(
        (await stat(isShown ? shown : shown.replace(`/${id.slice(-2)}/`, '/hidden/'))).size,
      ).toBeGreaterThan(0)
    }
  return hidden
}

async function withDatabase<T>(use: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await emptyDatabase({ kind: 'postgres' })
  return use(database).finally(() => database.drop())
}

const restored = 'Restored: every row and every photo is the same as in the backup.'

test('a backup has all that was committed before it began, while people write on', async () => {
  const { services, cast } = fixture
  const { before, after, done } = await writeMeanwhile(
    async (i) => {
      accepted(await sendMessage(by(services, cast.ramon), { to: { threadId }, text: `First ${i}` }))
      if (i % 5 === 0) await people.uploadTiny(services, cast.olivia)
    },
    () => runCommand('backup', [first], source()),
  )
  expect(done.said).toContain(`${first} has the site as of`)
  expect(done.code).toBe(0)
  expect((await stat(first)).mode & 0o777).toBe(0o600)
  const last = await readLastBackup(services.settings.dataDir, services.log)
  expect(last).toMatchObject({ bytes: (await stat(first)).size })
  expect(after).toBeGreaterThan(before)

  await withDatabase(async ({ connection, url }) => {
    await connection.close()
    const target = { DATABASE_URL: url!, DATA_DIR: at('on-postgres') }
    const again = await runCommand('restore', [first], target)
    expect(again.said).toContain(restored)
    expect(again.code).toBe(0)
    const opened = await connect({ databaseUrl: url! })
    const kept = await numberedMessages(opened, 'First')
    expect(kept).toBeGreaterThanOrEqual(before)
    expect(kept).toBeLessThanOrEqual(after)
    await bookIsKept(opened)
    expect(await photosAreThere(opened, target.DATA_DIR)).toBeGreaterThan(0)
    const fresh = await freshDatabase({ kind: 'postgres' })
    expect(await schemaOf(opened)).toEqual(await schemaOf(fresh.connection))
    await fresh.drop()
    // Numbers go on after those that were given.
    const { rows } = await opened.pool.query(`insert into category (name) values ('Boats') returning id,
      (select max(id) from category) as last`)
    expect(rows[0].id).toBeGreaterThan(rows[0].last)
    await opened.close()

    const twice = await runCommand('restore', [first], target)
    expect(twice).toMatchObject({ code: 1, said: expect.stringContaining('has people already') })
  })
  const over = await runCommand('backup', [first], source())
  expect(over).toMatchObject({ code: 1, said: expect.stringContaining('exists already') })
})

/** The copy of a database that a command of another process left beside its backup, or still uses. */
async function copyOfAnother(name: string) {
  await mkdir(at(name))
  writeFileSync(path.join(at(name), 'large'), '')
  return lockDataDir(at(name))
}

test('a site moves to the embedded database, is backed up there while it serves, and moves back', async () => {
  const { cast } = fixture
  const embedded = { DATA_DIR: at('embedded'), DATABASE_URL: '', ALLOW_EMBEDDED: '1' }
  fillDataDir(embedded.DATA_DIR, 'empty')
  const moved = await runCommand('restore', [first], embedded)
  expect(moved.said).toContain(restored)

  const site = await startServer('', { ...embedded, LIMIT_MESSAGES: '100000/60' })
  const second = at('second.tar.gz')
  const send = async (i: number) => {
    const answer = await fetch(`${site.url}/api/messages?thread_id=${threadId}`, {
      method: 'POST',
      headers: { cookie: cast.ramon.cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      body: new URLSearchParams({ intent: 'send', text: `Second ${i}`, clientId: crypto.randomUUID() }),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const used = await copyOfAnother('hiram-copy-used')
  const killed = await copyOfAnother('hiram-copy-killed')
  killed.release()
  await mkdir(path.join(at('hiram-copy-broken'), 'database.lock'), { recursive: true })
  const { before, after, done } = await writeMeanwhile(send, () => runCommand('backup', [second], embedded))
  expect(done.said).toContain(`${second} has the site as of`)
  expect(done.said).toContain(`The old copy ${at('hiram-copy-broken')} could not be removed: unable to open`)
  rmSync(at('hiram-copy-broken'), { recursive: true })
  // The copy that a killed command left went, and that of one that runs did not.
  expect(readdirSync(folder).filter((name) => name.startsWith('hiram-copy-'))).toEqual(['hiram-copy-used'])
  used.release()
  expect(after).toBeGreaterThan(before)
  await expect.poll(() => existsSync(path.join(embedded.DATA_DIR, 'database.copy'))).toBe(false)
  const refused = await runCommand('restore', [second], embedded)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Another Hiram (process') })
  await site.remove()

  await withDatabase(async ({ connection, url }) => {
    await connection.close()
    const target = { DATABASE_URL: url!, DATA_DIR: at('back') }
    expect((await runCommand('restore', [second], target)).said).toContain(restored)
    const opened = await connect({ databaseUrl: url! })
    expect(await numberedMessages(opened, 'Second')).toBeGreaterThanOrEqual(before)
    await numberedMessages(opened, 'First')
    await bookIsKept(opened)
    await photosAreThere(opened, target.DATA_DIR)
    await opened.close()
  })
})

test('photos of a bucket are backed up, and restored into one', async () => {
  const [from, to] = [await startBucketEmulator({ pageSize: 7 }), await startBucketEmulator({ pageSize: 7 })]
  const inBucket = ({ keys }: typeof from) => ({
    IMAGES_URL: keys.url,
    IMAGES_REGION: keys.region,
    IMAGES_ACCESS_KEY_ID: keys.accessKeyId,
    IMAGES_SECRET_ACCESS_KEY: keys.secretAccessKey,
  })
  expect((await runCommand('images:move', [], { ...source(), ...inBucket(from) })).code).toBe(0)
  const file = at('of-a-bucket.tar.gz')
  expect((await runCommand('backup', [file], { ...source(), ...inBucket(from) })).code).toBe(0)
  await withDatabase(async ({ connection, url }) => {
    await connection.close()
    const target = { DATABASE_URL: url!, DATA_DIR: at('unused'), ...inBucket(to) }
    expect((await runCommand('restore', [file], target)).said).toContain(restored)
  })
  expect(from.files.size).toBeGreaterThan(10)
  const contents = ({ files }: typeof from) =>
    [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')])
  expect(contents(to).sort()).toEqual(contents(from).sort())
  await Promise.all([from.close(), to.close()])
})

test('a backup that was cut off or altered is refused, and the database stays as it was', async () => {
  const whole = readFileSync(first)
  const files: [string, Buffer][] = []
  for await (const { name, contents } of readArchive(first)) files.push([name, contents])
  const archive = async (name: string, altered: typeof files) => {
    await writeArchive(at(name), async (add) => {
      for (const [each, contents] of altered) await add(each, contents)
    })
    return at(name)
  }
  const alter = (pattern: RegExp, change: (text: string) => string) => {
    const index = files.findIndex(([name]) => pattern.test(name))
    return files.map(([name, contents], i): [string, Buffer] => [
      name,
      i === index ? Buffer.from(change(contents.toString('latin1')), 'latin1') : contents,
    ])
  }
  const bad: string[] = []
  for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
    bad.push(at(`cut-${share}`))
    writeFileSync(bad.at(-1)!, whole.subarray(0, Math.floor(whole.length * share)))
  }
  const flipped = Buffer.from(whole)
  flipped[Math.floor(flipped.length / 2)]! ^= 4
  writeFileSync(at('flipped'), flipped)
  bad.push(
    at('flipped'),
    await archive('without-end', files.slice(0, -1)),
    await archive(
      'other-name',
      alter(/^tables\/account\//, (text) => text.replace('Ramon', 'Roman')),
    ),
    await archive(
      'fewer-rows',
      alter(/^tables\/message\//, (text) => text.slice(text.indexOf('\n') + 1)),
    ),
    await archive(
      'other-photo',
      alter(/\.webp$/, (text) => `${text.slice(0, -1)}x`),
    ),
    await archive(
      'other-moment',
      alter(/^backup\.json$/, (text) => text.replace('"2', '"1')),
    ),
    await archive(
      'without-a-photo',
      files.filter((_, i) => i !== files.findIndex(([name]) => name.endsWith('.webp'))),
    ),
    await archive(
      'without-a-folder',
      files.filter(([name]) => !name.startsWith('photos/hidden')),
    ),
    await archive('one-file-more', [...files.slice(0, -1), ['../outside', Buffer.from('x')], files.at(-1)!]),
    await archive('two-ends', [...files, files.at(-1)!]),
  )
  for (const file of bad)
    await expect(checkBackup(file), file).rejects.toThrow(
      /was altered|was cut off|can’t be read to its end|is no backup of Hiram/,
    )
  await withDatabase(async ({ connection, url }) => {
    for (const file of [at('cut-0.9'), at('other-name')]) {
      const { code, said } = await runCommand('restore', [file], { DATABASE_URL: url!, DATA_DIR: at('bad') })
      expect(said).toMatch(
        /^(The backup was altered|.* can’t be read to its end).* Nothing was restored\.\n$/,
      )
      expect(code).toBe(1)
    }
    const { rows } = await connection.pool.query(
      `select count(*)::int as n from pg_tables where schemaname = 'public'`,
    )
    expect(rows[0].n).toBe(0)
  })
  expect(existsSync(path.join(at('bad'), 'images'))).toBe(false)
  expect(await runCommand('restore', ['--check', first], {})).toMatchObject({ code: 0 })
}, 600_000)

test('a backup that can’t be noted in DATA_DIR is no backup: it says why, and leaves no file', async () => {
  const { url, drop } = await freshDatabase({ kind: 'postgres' })
  try {
    const target = at('not-noted.tar.gz')
    const { code, said } = await runCommand('backup', [target], {
      DATABASE_URL: url!,
      DATA_DIR: at('nowhere'),
      SESSION_SECRET: processSecret,
    })
    const note = path.join(at('nowhere'), 'last-backup.json')
    expect(said.trim()).toBe(
      `${note} can’t be written (ENOENT): is DATA_DIR that of the site? The backup was not made.`,
    )
    expect(code).toBe(1)
    expect(readdirSync(folder).filter((name) => name.startsWith('not-noted'))).toEqual([])
  } finally {
    await drop()
  }
})

test('a backup of a newer version is refused, and so are tables that are not ours', async () => {
  const altered = at('newer.tar.gz')
  await writeArchive(altered, async (add) => {
    const { sha256Of } = await import('#server/backup/manifest.ts')
    let before = ''
    for await (const { name, contents } of readArchive(first)) {
      let text = contents.toString('latin1')
      if (name === 'backup.json') {
        before = sha256Of(contents)
        text = text.replace('"migrations": [', '"migrations": ["999_tomorrow",')
      }
      if (name === 'manifest.json')
        text = text.replace(
          before,
          sha256Of(
            Buffer.from((await headerOf(first)).replace('"migrations": [', '"migrations": ["999_tomorrow",')),
          ),
        )
      await add(name, Buffer.from(text, 'latin1'))
    }
  })
  await withDatabase(async ({ connection, url }) => {
    const target = { DATABASE_URL: url!, DATA_DIR: at('newer') }
    const newer = await runCommand('restore', [altered], target)
    expect(newer).toMatchObject({ code: 1, said: expect.stringContaining('999_tomorrow') })
    await connection.pool.query('create table boat (id int)')
    await connection.close()
    const foreign = await runCommand('restore', [first], target)
    expect(foreign).toMatchObject({ code: 1, said: expect.stringContaining('not Hiram’s') })
  })
})

async function headerOf(file: string): Promise<string> {
  for await (const { contents } of readArchive(file)) return contents.toString('latin1')
  return ''
}

test('a restore is refused while a site without people runs on the database', async () => {
  await withDatabase(async ({ connection, url }) => {
    await connection.close()
    const site = await startServer(url!)
    const target = { DATABASE_URL: url!, DATA_DIR: at('running') }
    const refused = await runCommand('restore', [first], target)
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('A site is running on the database'),
    })
    await site.stop()
    expect((await runCommand('restore', [first], target)).said).toContain(restored)
    await site.remove()
  })
})

test('a restore that is killed leaves nothing in the database, and can be run again', async () => {
  await withDatabase(async ({ connection, url }) => {
    await connection.close()
    const target = { DATABASE_URL: url!, DATA_DIR: at('again') }
    /** Restores; again while the database still counts connections that were closed just before. */
    const restore = async (killAt?: string) => {
      for (;;) {
        const run = await runCommand('restore', [first], target, (said, child) => {
          if (killAt && said.includes(killAt)) child.kill('SIGKILL')
        })
        if (!run.said.includes('A site is running')) return run
      }
    }
    for (const line of ['The file is whole', 'account: ', 'thread: ']) {
      const killed = await restore(line)
      expect(killed.code).toBe(null)
      const opened = await connect({ databaseUrl: url! })
      const { rows } = await opened.pool.query(`select to_regclass('account') as account`)
      expect(rows[0].account).toBe(null)
      await opened.close()
    }
    const { said } = await restore()
    expect(said).toContain(restored)
  })
})
