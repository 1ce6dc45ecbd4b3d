import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connect, type Connection } from '#db/connect.ts'
import { migrateTo, migrateToLatest, migrationNames } from '#db/migrate.ts'
import { isSteps, stepsOf } from '#db/run-migration.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { copyOfDatabase, emptyDatabase, fillDataDir, freshDatabase } from '#tests/support/database.ts'
import { fillTables } from '#tests/support/fill-tables.ts'
import { schemaOf } from '#tests/support/schema-of.ts'

const project = path.resolve(import.meta.dirname, '../..')

const folder = path.join(project, 'db/migrations')
const files = readdirSync(folder)
/** Whether a file that is one transaction is interrupted after each of its statements, not after the last only. */
const isThorough = process.env.EVERY_COMMAND === '1'
/** It makes disputes with random ids, one for each rental with a claim. */
const RANDOM = '052_dispute'

const fileOf = (name: string) => files.find((file) => file.replace(/(\.steps)?\.sql$/, '') === name)!
const textOf = (name: string) => readFileSync(path.join(folder, fileOf(name)), 'utf8')

/** The statements of a step or file, each with its `;`. */
const statementsOf = (text: string) =>
  text.match(/(?:\$\$[^]*?\$\$|'[^']*'|--.*|[^;])+;?/g)!.filter((part) => /^\s*\w/m.test(part))

/** What is sent to the database at once. */
const partsOf = (name: string) =>
  isSteps(fileOf(name)) ? stepsOf(textOf(name)).map((step) => step.text) : [textOf(name)]

/**
 * Ends the connection after the n-th statement of these parts and of the notes of what is applied, before its
 * transaction is committed. An index that is built `concurrently` stays not valid then. A step with `-- Repeat`
 * changes one row at a time, so that there is a statement between others.
 */
async function interruptAfter(opened: Connection, parts: readonly string[], n: number) {
  const client = await opened.pool.connect()
  const query = client.query.bind(client) as (text: string, values?: unknown) => Promise<unknown>
  const ended = { statement: null as string | null }
  let done = 0
  client.query = (async (said: string, values?: unknown) => {
    const one = said.startsWith('-- Repeat') ? said.replace(/\blimit \d+/, 'limit 1') : said
    if (!parts.includes(said) && !/^insert into "kysely_migration"/.test(said)) return query(said, values)
    const statements = statementsOf(one)
    done += statements.length
    if (done < n) return query(one, values)
    const first = statements.slice(0, statements.length - (done - n))
    ended.statement = first.at(-1)!
    await query(first.join(''), values)
    const [, index] = /^create (?:unique )?index concurrently if not exists (\w+)/m.exec(said) ?? []
    if (index) await query(`update pg_index set indisvalid = false where indexrelid = '${index}'::regclass`)
    return query('select pg_terminate_backend(pg_backend_pid())')
  }) as never
  client.release()
  return ended
}

/**
 * All rows of all tables, without the numbers that they are given: an interrupted transaction uses some up. A time of
 * this test is `now`: the two databases migrate one after the other.
 */
async function rowsOf({ pool }: Connection, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ all: string }>(
    `select string_agg(format('select %L || (to_jsonb(t) - %L::text[])::text as row from %I t', table_name || ' ',
       array(select column_name::text from information_schema.columns c where c.table_schema = t.table_schema
         and c.table_name = t.table_name and c.is_identity = 'YES'), table_name), ' union all ') as all
     from information_schema.tables t where table_schema = current_schema() and table_name not like 'kysely%'`,
  )
  const found = await pool.query<{ row: string }>(rows[0]!.all)
  const recent = (time: string) => (new Date(time.slice(1, -1)) >= since ? 'now' : time)
  return found.rows.map(({ row }) => row.replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, recent)).sort()
}

/** Such rows with the rental of each dispute instead of the dispute's id. */
async function rowsByRental(opened: Connection, since: Date): Promise<string[]> {
  const found = await rowsOf(opened, since)
  const { rows } = await opened.pool.query<{ id: string; rental: string }>(
    'select id, rental_id as rental from dispute',
  )
  const rentals = new Map(rows.map(({ id, rental }) => [id, `dispute of ${rental}`]))
  return found.map((row) => row.replaceAll(/[\da-f-]{36}/g, (id) => rentals.get(id) ?? id)).sort()
}

/** The first statement to interrupt. A file that is one transaction is left undone as a whole, so the last will do. */
const firstOf = (name: string) =>
  isThorough || isSteps(fileOf(name)) ? 1 : statementsOf(textOf(name)).length + 1

/** Whether a migration changes rows. */
const hasRows = (name: string) =>
  statementsOf(textOf(name)).some((one) =>
    /^\s*(?:--.*\s+)*(?:insert|update|delete|select|with|do)\b/.test(one),
  )

/** Opens a database, which nobody is connected to before and after. */
async function within<T>(url: string, act: (opened: Connection) => Promise<T>): Promise<T> {
  const opened = await connect({ databaseUrl: url, poolSize: 1 })
  return act(opened).finally(() => opened.close())
}

/** Migrates, and ends the connection after the n-th statement; returns whether there was none, so that it is done. */
const migrateUntil = (url: string, name: string, n: number) =>
  within(url, async (opened) => {
    const ended = await interruptAfter(opened, partsOf(name), n)
    try {
      await migrateTo(opened.db, name)
      return true
    } catch (error) {
      if (ended.statement === null) throw error
      return false
    }
  })

test('a migration that is interrupted after any statement ends in the same schema and rows', async () => {
  const began = new Date()
  const { url, connection, drop } = await emptyDatabase({ kind: 'postgres' })
  const [first, ...later] = await migrationNames()
  await migrateTo(connection.db, first!)
  await connection.close()
  const rowsAt = (place: string) => within(place, (opened) => rowsOf(opened, began))
  let schema = await within(url!, schemaOf)
  let interruptions = 0
  for (const [round, name] of later.entries()) {
    if (round === 0 || hasRows(name))
      await within(url!, ({ db }) => db.transaction().execute((tx) => fillTables(tx, round, name)))
    // What is one transaction is undone, and needs no copy to start again.
    const copy = isSteps(fileOf(name)) ? await copyOfDatabase(url!) : null
    const rows = !copy && hasRows(name) ? await rowsAt(url!) : null
    for (let n = firstOf(name); !(await migrateUntil(copy?.url ?? url!, name, n)); n++) {
      interruptions++
      if (copy) continue
      expect(await within(url!, schemaOf), `${name}, statement ${n}`).toEqual(schema)
      if (rows) expect(await rowsAt(url!), `${name}, statement ${n}`).toEqual(rows)
    }
    if (copy) await within(url!, ({ db }) => migrateTo(db, name))
    schema = await within(url!, schemaOf)
    if (copy) {
      expect(await schemaOf(copy.connection), name).toEqual(schema)
      const read = name === RANDOM ? rowsByRental : rowsOf
      const uninterrupted = await within(url!, (opened) => read(opened, began))
      expect(await read(copy.connection, began), name).toEqual(uninterrupted)
      await copy.drop()
    }
  }
  const fresh = await freshDatabase({ kind: 'postgres' })
  expect(schema).toEqual(await schemaOf(fresh.connection))
  await fresh.drop()
  expect(interruptions).toBeGreaterThan(300)
  await drop()
}, 600_000)

test('an empty database whose first migration is interrupted has no table of ours, and starts', async () => {
  const { url, connection, drop } = await emptyDatabase({ kind: 'postgres' })
  const names = await migrationNames()
  for (const n of [1, names.length]) {
    const opened = await connect({ databaseUrl: url!, poolSize: 1 })
    await interruptAfter(opened, [], n)
    await expect(migrateToLatest(opened.db)).rejects.toThrow('terminat')
    await opened.close()
    const { rows } = await connection.pool.query(
      `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
    )
    expect(rows, `after ${n} migrations`).toEqual([])
  }
  expect(await migrateToLatest(connection.db)).toEqual(names)
  const fresh = await freshDatabase({ kind: 'postgres' })
  expect(await schemaOf(connection)).toEqual(await schemaOf(fresh.connection))
  await fresh.drop()
  await drop()
})

test('on the embedded database, a process that is killed while it migrates goes on when it is started again', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hiram-migration-'))
  try {
    fillDataDir(dataDir, 'empty')
    // So that each later file and step is applied by itself, as on a site that has people.
    const before = await connect({ dataDir })
    await migrateTo(before.db, '041_catalogue_table')
    await before.close()
    let kills = 0
    for (let ms = 800; ; ms *= 1.2) {
      const child = spawn(process.execPath, [path.join(project, 'db/migrate.ts')], {
        env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
      const killing = setTimeout(() => child.kill('SIGKILL'), ms)
      const [code] = (await once(child, 'close')) as [number | null]
      clearTimeout(killing)
      if (code === null) kills++
      else {
        expect(code, said).toBe(0)
        break
      }
    }
    expect(kills).toBeGreaterThan(2)
    const after = await connect({ dataDir })
    const migrated = await schemaOf(after)
    await after.close()
    const fresh = await freshDatabase({ kind: 'embedded' })
    expect(migrated).toEqual(await schemaOf(fresh.connection))
    await fresh.drop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)
