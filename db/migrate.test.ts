import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { laterMigrations, migrateToLatest } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'hiram-migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const migrate = () => migrateToLatest(database.connection.db, folder)

async function tables(): Promise<string[]> {
  const { rows } = await database.connection.pool.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  return rows.map((row) => row.tablename)
}

it('applies each file once, in the order of their names', async () => {
  write('002_oar.sql', 'create table oar (boat_id int references boat);')
  write(
    '001_boat.sql',
    `create table boat (id int primary key, name text default 'a;b'); insert into boat values (1);`,
  )
  write('notes.txt', 'not a migration')
  expect(await migrate()).toEqual(['001_boat', '002_oar'])
  expect(await migrate()).toEqual([])
  write('003_sail.sql', 'create table sail (id int);')
  expect(await migrate()).toEqual(['003_sail'])
  expect(await tables()).toEqual(['boat', 'oar', 'sail'])
})

it('names the file and line of what is broken, and leaves nothing of an empty database’s migrations', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  write('002_oar.sql', 'create table oar (id int);\ninsert into oar values (1);\nselect missing from oar;\n')
  await expect(migrate()).rejects.toThrow('Migration 002_oar.sql:3 failed: column "missing" does not exist')
  expect(await tables()).toEqual([])
  write('002_oar.sql', 'create table oar (id int);')
  expect(await migrate()).toEqual(['001_boat', '002_oar'])
})

it('leaves nothing of a file that is broken, and keeps those before it', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  await migrate()
  write('002_oar.sql', 'create table oar (id int);')
  write('003_sail.sql', 'create table sail (id int);\ninsert into sail values (1), (missing);')
  await expect(migrate()).rejects.toThrow('Migration 003_sail.sql:2 failed: column "missing" does not exist')
  expect(await tables()).toEqual(['boat', 'oar'])
})

it('refuses when a file that was applied has disappeared', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  await migrate()
  rmSync(path.join(folder, '001_boat.sql'))
  write('002_oar.sql', 'create table oar (id int);')
  await expect(migrate()).rejects.toThrow(/001_boat/)
})

it('refuses a number below one that is applied', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  write('003_sail.sql', 'create table sail (id int);')
  expect(await migrate()).toEqual(['001_boat', '003_sail'])
  write('002_oar.sql', 'create table oar (id int);')
  await expect(migrate()).rejects.toThrow(/002_oar/)
  expect(await tables()).toEqual(['boat', 'sail'])
})

it('starts on what a later version has applied, also while that one still migrates', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  await migrate()
  write('002_oar.sql', 'create table oar (id int);')
  await migrate()
  rmSync(path.join(folder, '002_oar.sql'))
  expect(await laterMigrations(database.connection.db, folder)).toEqual(['002_oar'])
  // As the later version does while it migrates.
  await database.connection.pool.query('select pg_advisory_lock(4217045)')
  expect(await migrate()).toEqual([])
  expect(await tables()).toEqual(['boat', 'oar'])
})

it('lets processes that start together wait for each other', async () => {
  write('001_boat.sql', 'create table boat (id int primary key);')
  const applied = await Promise.all([migrate(), migrate(), migrate()])
  expect(applied.flat()).toEqual(['001_boat'])
})

// In the embedded database the limit belongs to the thread, not to the session, and there is one session.
if (process.env.TEST_DATABASE !== 'embedded') {
  it('waits a second for a lock, lets the others through, and tries again', async () => {
    write('001_boat.sql', 'create table boat (id int primary key);')
    await migrate()
    write('002_oar.sql', 'create table oar (id int); alter table boat add column name text;')
    const { pool } = database.connection
    const holder = await pool.connect()
    await holder.query('begin; lock table boat in access share mode')
    const migrating = migrate()
    await wait(1500)
    // Were the migration still waiting for its lock, this would wait behind it.
    expect((await pool.query('select count(*)::int as n from boat')).rows).toEqual([{ n: 0 }])
    expect(await tables()).toEqual(['boat'])
    await holder.query('commit')
    holder.release()
    expect(await migrating).toEqual(['002_oar'])
  })

  it('runs a statement longer than a request may', async () => {
    const strict = await emptyDatabase({ statementTimeoutMillis: 300 })
    write('001_slow.sql', 'select pg_sleep(0.8);')
    try {
      expect(await migrateToLatest(strict.connection.db, folder)).toEqual(['001_slow'])
    } finally {
      await strict.drop()
    }
  })
}
