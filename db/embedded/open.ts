import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseStream } from './bridge.ts'
import { databaseFolder, type DatabaseFolder } from './folder.ts'
import { startWorker, type RunningWorker } from './host.ts'
import { lockDataDir, type DataDirLock } from './lock.ts'

/** An embedded database behind a pool of one client. */
export type EmbeddedDatabase = {
  pool: pg.Pool
  /** Writes the whole database to a tar file that `snapshot` takes. Nothing may be in use meanwhile. */
  saveSnapshot(file: string): Promise<void>
  /** Ends the worker thread as a crash would. The next use of the pool opens the database again. */
  crash(reason: Error): Promise<void>
  /** Closes the database and gives up the folder. The pool must have ended. */
  close(): Promise<void>
}

export type EmbeddedSettings = {
  /** Absent: the database lives in memory and is gone after `close`. */
  dataDir?: string
  /** A tar file from `saveSnapshot`, unpacked when there is no database yet. */
  snapshot?: string
  connectionTimeoutMillis: number
  statementTimeoutMillis: number
  types: pg.CustomTypesConfig
}

/**
 * Opens PGlite in a worker thread. It has one session, so the pool has one client: whoever uses the pool while a
 * transaction holds that client waits until `connectionTimeoutMillis` and then gets an error.
 *
 * When the thread dies, what is pending rejects with the reason and the next use starts a new thread on the same
 * folder. A new thread that does not open rejects that use; the one after tries again. A database in memory is lost
 * then, and every use says so.
 *
 * Throws when another process holds `dataDir`, or when the database does not open.
 */
export async function openEmbedded(settings: EmbeddedSettings): Promise<EmbeddedDatabase> {
  const home = settings.dataDir === undefined ? undefined : claim(settings.dataDir)
  let current: Promise<RunningWorker> | undefined
  let lastEnded = Promise.resolve()
  let opened = false
  let closed = false

  async function start(): Promise<RunningWorker> {
    if (opened && !home) throw new Error('The embedded database was in memory and is lost')
    const snapshot = opened || (home && !home.folder.isNew) ? undefined : settings.snapshot
    // Two threads on one folder would lose rows as two processes do.
    await lastEnded
    const worker = await startWorker(
      { folder: home?.folder.path, snapshot: snapshot && path.resolve(snapshot) },
      settings.statementTimeoutMillis,
    )
    lastEnded = worker.ended
    worker.onStop(() => (current = undefined))
    return worker
  }

  function running(): Promise<RunningWorker> {
    if (closed) return Promise.reject(new Error('The embedded database is closed'))
    current ??= start().catch((error) => {
      current = undefined
      throw error
    })
    return current
  }

  try {
    await running()
    opened = true
    home?.folder.created()
  } catch (error) {
    home?.lock.release()
    throw error
  }

  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new DatabaseStream(running),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: settings.connectionTimeoutMillis,
    types: settings.types,
  })

  return {
    pool,
    async saveSnapshot(file) {
      await (await running()).ask({ kind: 'snapshot', file: path.resolve(file) })
    },
    async crash(reason) {
      await (await current)?.stop(reason)
    },
    async close() {
      if (closed) return
      closed = true
      const worker = await current?.catch(() => undefined)
      await worker?.ask({ kind: 'close' }).catch(() => undefined)
      await worker?.stop(new Error('The embedded database is closed'))
      home?.lock.release()
    },
  }
}

/** A folder made here is the owner's alone; one that was there keeps its mode (it may be a shared place). */
function claim(dataDir: string): { lock: DataDirLock; folder: DatabaseFolder } {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o700)
  }
  const lock = lockDataDir(dataDir)
  try {
    return { lock, folder: databaseFolder(dataDir) }
  } catch (error) {
    lock.release()
    throw error
  }
}
