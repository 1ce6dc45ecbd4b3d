import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { connect, type Connection } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { startPostgres } from './postgres-server.ts'

/** A migrated, empty database for one test file. `url` only on PostgreSQL. */
export type TestDatabase = { connection: Connection; url?: string; drop(): Promise<void> }

export type DatabaseKind = 'postgres' | 'embedded'

const TEMPLATE = 'hiram_template'
const SERVER = 'TEST_POSTGRES_URL'
const SNAPSHOT = 'TEST_SNAPSHOT'
const SNAPSHOT_EMPTY = 'TEST_SNAPSHOT_EMPTY'

/**
 * Prepares what `freshDatabase` copies, once per run: on PostgreSQL a server with a migrated template, embedded a
 * migrated snapshot in a temporary file. Where they are goes into the environment, which test processes inherit.
 * Returns what undoes it. Doing it a second time while it is there does nothing.
 */
export async function prepareDatabases(kind: DatabaseKind): Promise<() => Promise<void>> {
  return kind === 'postgres' ? prepareTemplate() : prepareSnapshot()
}

/**
 * A database nobody else uses, from the copy that `prepareDatabases` made (about 20 ms on PostgreSQL, half a second
 * embedded). Which kind: `kind`, else `TEST_DATABASE`, else PostgreSQL. Call `drop` in `afterAll`.
 */
export async function freshDatabase(options: FreshOptions = {}): Promise<TestDatabase> {
  return kindOf(options) === 'postgres'
    ? freshOnPostgres(options, TEMPLATE)
    : freshEmbedded(options, SNAPSHOT)
}

/** As `freshDatabase`, without any table: for tests of the migrations themselves. */
export async function emptyDatabase(options: FreshOptions = {}): Promise<TestDatabase> {
  return kindOf(options) === 'postgres'
    ? freshOnPostgres(options, 'template1')
    : freshEmbedded(options, SNAPSHOT_EMPTY)
}

/** The file of an empty embedded database, to start one elsewhere from. */
export const emptySnapshot = () => prepared(SNAPSHOT_EMPTY)

const kindOf = ({ kind }: FreshOptions): DatabaseKind =>
  kind ?? (process.env.TEST_DATABASE as DatabaseKind | undefined) ?? 'postgres'

export type FreshOptions = {
  kind?: DatabaseKind
  poolSize?: number
  connectionTimeoutMillis?: number
  statementTimeoutMillis?: number
}

async function freshOnPostgres(
  { kind: _kind, ...limits }: FreshOptions,
  template: string,
): Promise<TestDatabase> {
  const server = prepared(SERVER)
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  const url = databaseOn(server, name)
  const connection = await connect({ databaseUrl: url, ...limits })
  return {
    connection,
    url,
    async drop() {
      await connection.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

async function freshEmbedded(
  { kind: _kind, poolSize: _size, ...limits }: FreshOptions,
  snapshot: string,
): Promise<TestDatabase> {
  const connection = await connect({ inMemory: true, snapshot: prepared(snapshot), ...limits })
  return { connection, drop: () => connection.close() }
}

async function prepareTemplate(): Promise<() => Promise<void>> {
  if (process.env[SERVER]) return async () => {}
  const server = await startPostgres()
  try {
    await administer(server.url, `create database ${TEMPLATE}`)
    const template = await connect({ databaseUrl: databaseOn(server.url, TEMPLATE), poolSize: 2 })
    try {
      await migrateToLatest(template.db)
    } finally {
      await template.close()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  process.env[SERVER] = server.url
  return async () => {
    delete process.env[SERVER]
    await server.stop()
  }
}

async function prepareSnapshot(): Promise<() => Promise<void>> {
  if (process.env[SNAPSHOT]) return async () => {}
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-snapshot-'))
  const empty = path.join(folder, 'empty.tar')
  const migrated = path.join(folder, 'migrated.tar')
  const template = await connect({ inMemory: true })
  try {
    await template.saveSnapshot!(empty)
    await migrateToLatest(template.db)
    await template.saveSnapshot!(migrated)
  } finally {
    await template.close()
  }
  process.env[SNAPSHOT_EMPTY] = empty
  process.env[SNAPSHOT] = migrated
  return async () => {
    delete process.env[SNAPSHOT_EMPTY]
    delete process.env[SNAPSHOT]
    await rm(folder, { recursive: true, force: true })
  }
}

function prepared(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: prepareDatabases() has to run before the tests`)
  return value
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
