import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { connect, type Connection } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { administer, copyFolder, databaseOn, prepared, type DatabaseKind } from './database.ts'
import { startPostgres } from './postgres-server.ts'

const project = path.resolve(import.meta.dirname, '../..')
const snapshots = path.join(project, '.cache/snapshots')

/**
 * Prepares what `freshDatabase` copies, once per run: on PostgreSQL a server with a migrated template, embedded
 * snapshots in a folder. Their addresses are stored in the environment, which test processes inherit. Returns the
 * function that removes them. A second call while they exist does nothing.
 */
export async function prepareDatabases(...kinds: DatabaseKind[]): Promise<() => Promise<void>> {
  const [stop] = await Promise.all([
    kinds.includes('postgres') ? prepareTemplate() : async () => {},
    kinds.includes('embedded') ? prepareSnapshots() : undefined,
  ])
  return stop
}

async function prepareTemplate(): Promise<() => Promise<void>> {
  if (process.env[prepared.server]) return async () => {}
  const server = await startPostgres()
  try {
    await administer(server.url, `create database ${prepared.template}`)
    const template = await connect({ databaseUrl: databaseOn(server.url, prepared.template), poolSize: 2 })
    try {
      await migrateToLatest(template.db)
    } finally {
      await template.close()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  process.env[prepared.server] = server.url
  return async () => {
    delete process.env[prepared.server]
    await server.stop()
  }
}

/**
 * The snapshots stay in `.cache` between runs, under a name that changes with the migrations, PGlite and this file.
 */
async function prepareSnapshots(): Promise<void> {
  const folder = path.join(snapshots, await snapshotName())
  if (!existsSync(folder)) {
    await removeOldSnapshots()
    await makeSnapshots(folder)
  }
  process.env[prepared.snapshots] = folder
}

async function makeSnapshots(folder: string) {
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  const at = (name: string) => path.join(partial, name)
  await snapshotOf(at('empty'), async () => {})
  copyFolder(at('empty'), at('migrated'))
  await snapshotOf(at('migrated'), migrateToLatest)
  // Another run may have created it first.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }))
}

/** Changes the embedded database of a folder, and stores a snapshot of it beside that folder. */
async function snapshotOf(dataDir: string, change: (db: Connection['db']) => Promise<unknown>) {
  const { db, saveSnapshot, close } = await connect({ dataDir })
  try {
    await change(db)
    await saveSnapshot!(`${dataDir}.tar`)
  } finally {
    await close()
  }
}

async function removeOldSnapshots() {
  for (const name of existsSync(snapshots) ? await readdir(snapshots) : []) {
    const folder = path.join(snapshots, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > 60 * 60_000) await rm(folder, { recursive: true, force: true })
  }
}

async function snapshotName(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(project, 'package-lock.json')))
  hash.update(await readFile(import.meta.filename))
  const migrations = path.join(project, 'db/migrations')
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(path.join(migrations, name)))
  return hash.digest('hex').slice(0, 16)
}
