import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { migrateTo, migrateToLatest, unfinishedMigration } from './migrate.ts'
import { stepsOf } from './run-migration.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'hiram-steps-'))
  write('001_boat.sql', 'create table boat (id int primary key, name text, seats int);')
  await migrate()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const migrate = () => migrateToLatest(database.connection.db, folder)
const rows = async (text: string) => (await database.connection.pool.query(text)).rows as unknown[]
const indexes = () =>
  rows(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indrelid = 'boat'::regclass and not indisprimary order by 1`)

const byName = 'create index concurrently if not exists boat_name on boat (name);'

it('divides a file by its empty lines, and knows the line of each step', () => {
  expect(stepsOf('-- One.\nselect 1;\n\nselect 2;\n \n\n\nselect\n  3;\n')).toEqual([
    { text: '-- One.\nselect 1;', line: 1 },
    { text: 'select 2;', line: 4 },
    { text: 'select\n  3;', line: 8 },
  ])
})

it('keeps the steps before one that fails, says that it is unfinished, and runs all of them again', async () => {
  const first = 'alter table boat add column if not exists sails int;'
  write('002_sails.steps.sql', `${first}\n\n${byName}\n\nselect\n  missing;`)
  await expect(migrate()).rejects.toThrow('002_sails.steps.sql:6 failed: column "missing" does not exist')
  expect(await indexes()).toEqual([{ name: 'boat_name', valid: true }])
  expect(await unfinishedMigration(database.connection.db)).toBe('002_sails')
  write('002_sails.steps.sql', `${first}\n\n${byName}\n`)
  expect(await migrate()).toEqual(['002_sails'])
  expect(await unfinishedMigration(database.connection.db)).toBeNull()
  expect(await migrate()).toEqual([])
})

it('repeats a step until it changes no row', async () => {
  await rows('insert into boat (id) select generate_series(1, 25)')
  const part = 'update boat set seats = 4 where id in (select id from boat where seats is null limit 10);'
  write('002_seats.steps.sql', `-- Repeat: boats had four seats.\n${part}`)
  await migrate()
  expect(await rows('select count(*)::int as n from boat where seats = 4')).toEqual([{ n: 25 }])
})

it('runs steps inside a transaction that it is given, as a restore does', async () => {
  write('002_name.steps.sql', `${byName}\n\nalter table boat add column if not exists sails int;`)
  await expect(
    database.connection.db.transaction().execute(async (tx) => {
      expect(await migrateTo(tx, '002_name', folder)).toEqual(['002_name'])
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await indexes()).toEqual([])
  expect(await migrate()).toEqual(['002_name'])
})

describe.skipIf(process.env.TEST_DATABASE === 'embedded')('on a server, where others are at work', () => {
  it('builds an index while others write, and drops what an interruption left of it', async () => {
    write('002_name.steps.sql', byName)
    const { pool } = database.connection
    // The index waits for this transaction, which wrote before it.
    const writer = await pool.connect()
    await writer.query('begin; insert into boat values (1)')
    const interrupted = expect(migrate()).rejects.toThrow()
    await expect.poll(indexes).toEqual([{ name: 'boat_name', valid: false }])
    await rows('insert into boat values (2)')
    await rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'create index%' and pid <> pg_backend_pid()`)
    await interrupted
    await writer.query('commit')
    writer.release()
    expect(await indexes()).toEqual([{ name: 'boat_name', valid: false }])
    expect(await migrate()).toEqual(['002_name'])
    expect(await indexes()).toEqual([{ name: 'boat_name', valid: true }])
  })

  it('lets processes that start together build an index once', async () => {
    write('002_name.steps.sql', byName)
    await rows('insert into boat select n, n from generate_series(1, 20000) n')
    const applied = await Promise.all([migrate(), migrate(), migrate()])
    expect(applied.flat()).toEqual(['002_name'])
    expect(await indexes()).toEqual([{ name: 'boat_name', valid: true }])
  })

  it('gives its connection back with the limits it had', async () => {
    const strict = await emptyDatabase({ statementTimeoutMillis: 300, poolSize: 1 })
    try {
      await migrateTo(strict.connection.db, '001_boat', folder)
      await strict.connection.pool.query('insert into boat select n from generate_series(1, 5) n')
      // An index on an expression that sleeps takes longer than a statement may.
      write(
        '002_slow.steps.sql',
        `create or replace function slow(int) returns int language plpgsql immutable as
        $$ begin perform pg_sleep(0.1); return $1; end $$;\n
        \ncreate index concurrently if not exists boat_slow on boat (slow(id));`,
      )
      expect(await migrateToLatest(strict.connection.db, folder)).toEqual(['002_slow'])
      const { rows: limits } = await strict.connection.pool.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      )
      expect(limits).toEqual([{ statement: '300ms', lock: '5s' }])
    } finally {
      await strict.drop()
    }
  })
})
