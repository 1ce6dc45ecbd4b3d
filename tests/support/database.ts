import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connect, type Connection } from '#db/connect.ts'

/** Tests wait longer for a connection than a site does: a test machine may be busy. */
const PATIENT = { connectionTimeoutMillis: 60_000 }

/** A migrated, empty database for one test file. `url` only on PostgreSQL. */
export type TestDatabase = { connection: Connection; url?: string; drop(): Promise<void> }

export type DatabaseKind = 'postgres' | 'embedded'

/** The names of environment variables in which `prepareDatabases` stores the template and the snapshots. */
export const prepared = {
  template: 'hiram_template',
  server: 'TEST_POSTGRES_URL',
  snapshots: 'TEST_SNAPSHOTS',
}

/**
 * A database that nobody else uses, copied from the one that `prepareDatabases` made (about 20 ms on PostgreSQL, half
 * a second embedded). Its kind: `kind`, else `TEST_DATABASE`, else PostgreSQL. Call `drop` in `afterAll`.
 */
export async function freshDatabase(options: FreshOptions = {}): Promise<TestDatabase> {
  return kindOf(options) === 'postgres'
    ? freshOnPostgres(options, prepared.template)
    : freshEmbedded(options, 'migrated')
}

/** As `freshDatabase`, without any table: for tests of the migrations themselves. */
export async function emptyDatabase(options: FreshOptions = {}): Promise<TestDatabase> {
  return kindOf(options) === 'postgres'
    ? freshOnPostgres(options, 'template1')
    : freshEmbedded(options, 'empty')
}

type Prepared = 'empty' | 'migrated'

/** The file of an empty embedded database, from which another process can start one. */
export const emptySnapshot = () => snapshot('empty')

const snapshot = (which: Prepared) => path.join(found(prepared.snapshots), `${which}.tar`)

/**
 * Puts an embedded database into a DATA_DIR, where a process then finds it. A process that has to create one first
 * takes ten seconds of CPU for it.
 */
export function fillDataDir(dataDir: string, which: Prepared): void {
  copyFolder(path.join(found(prepared.snapshots), which), dataDir)
}

/** Copies a folder with all in it. For a thousand small files `cpSync` takes a fifth of the CPU that `cp` takes. */
export const copyFolder = (from: string, to: string): void => cpSync(from, to, { recursive: true })

const kindOf = ({ kind }: FreshOptions): DatabaseKind =>
  kind ?? (process.env.TEST_DATABASE as DatabaseKind | undefined) ?? 'postgres'

export type FreshOptions = {
  kind?: DatabaseKind
  poolSize?: number
  connectionTimeoutMillis?: number
  statementTimeoutMillis?: number
}

/** A copy of a database on PostgreSQL, to which nobody may be connected. */
export const copyOfDatabase = (url: string) => freshOnPostgres({}, new URL(url).pathname.slice(1))

async function freshOnPostgres(
  { kind: _kind, ...limits }: FreshOptions,
  template: string,
): Promise<TestDatabase> {
  const server = found(prepared.server)
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  // By default PostgreSQL logs every page of the copy, which takes three times the CPU.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseOn(server, name)
  const connection = await connect({ databaseUrl: url, ...PATIENT, ...limits })
  return {
    connection,
    url,
    async drop() {
      await connection.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

let program: Promise<WebAssembly.Module> | undefined

/**
 * Compiles the program of PGlite and holds it: every database that this process opens then runs the same compiled
 * code. Otherwise each compiles its own.
 */
export async function holdProgram(): Promise<void> {
  const file = fileURLToPath(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))
  await (program ??= WebAssembly.compile(readFileSync(file)))
}

async function freshEmbedded(
  { kind: _kind, poolSize: _size, ...limits }: FreshOptions,
  which: Prepared,
): Promise<TestDatabase> {
  await holdProgram()
  const connection = await connect({ inMemory: true, snapshot: snapshot(which), ...PATIENT, ...limits })
  return { connection, drop: () => connection.close() }
}

function found(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: prepareDatabases() has to run before the tests`)
  return value
}

/** The address of another database on the same server. */
export function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a connection of its own. */
export async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
