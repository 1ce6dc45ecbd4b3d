import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseStream } from './bridge.ts'
import { offerCopies } from './copy.ts'
import { databaseFolder, type DatabaseFolder } from './folder.ts'
import { startWorker, type RunningWorker } from './host.ts'
import { lockDataDir, type DataDirLock } from './lock.ts'

/** An embedded database behind a pool of one client. */
export type EmbeddedDatabase = {
  pool: pg.Pool
  /**
   * Writes the whole database to a tar file, which `EmbeddedSettings.snapshot` accepts, between two statements: the
   * file has all rows that were committed before.
   */
  saveSnapshot(file: string): Promise<void>
  /**
   * Ends the worker thread as a crash would: pending statements reject with `reason`. The next use of the pool opens
   * the database again; one in memory is lost.
   */
  crash(reason: Error): Promise<void>
  /** Closes the database and releases the folder. Call `pool.end()` first. */
  close(): Promise<void>
}

export type EmbeddedSettings = {
  /** Absent: the database is in memory and is lost after `close`. */
  dataDir?: string
  /** A tar file from `saveSnapshot`, unpacked when there is no database yet. */
  snapshot?: string
  /** How long a user of the pool waits for its one client. */
  connectionTimeoutMillis: number
  /** A statement that runs longer ends the worker thread; 0: no limit. */
  statementTimeoutMillis: number
  /** Default: a minute. */
  checkpointEveryMillis?: number
  types: pg.CustomTypesConfig
}

const CHECKPOINT_EVERY_MILLIS = 60_000

/**
 * Opens PGlite in a worker thread. It has one session, so the pool has one client: while a transaction holds that
 * client, other users of the pool wait until `connectionTimeoutMillis` and then get an error.
 * When the thread dies, pending statements reject with the reason and the next use starts a new thread on the same
 * folder. If the database does not open in it, that use rejects; the one after tries again. A database in memory has
 * no folder: when its thread dies it is lost, and every later use rejects.
 * Throws when another process holds `dataDir` or the database does not open; the lock of the folder is released then.
 */
export async function openEmbedded(settings: EmbeddedSettings): Promise<EmbeddedDatabase> {
  const claimed = settings.dataDir === undefined ? undefined : claim(settings.dataDir)
  let current: Promise<RunningWorker> | undefined
  let lastEnded = Promise.resolve()
  let opened = false
  let closed = false

  async function start(): Promise<RunningWorker> {
    if (opened && !claimed) throw new Error('The embedded database was in memory and is lost')
    const snapshot = opened || (claimed && !claimed.folder.isNew) ? undefined : settings.snapshot
    // Two threads on one folder would lose rows, as two processes would.
    await lastEnded
    const worker = await startWorker(
      { folder: claimed?.folder.path, snapshot: snapshot && path.resolve(snapshot) },
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

  async function saveSnapshot(file: string): Promise<void> {
    await (await running()).ask({ kind: 'snapshot', file: path.resolve(file) })
  }

  async function end(): Promise<void> {
    closed = true
    try {
      // A thread whose database did not open has ended: `startWorker` rejects only then.
      const worker = await current?.catch(() => undefined)
      await worker?.ask({ kind: 'close' }).catch(() => undefined)
      await worker?.stop(new Error('The embedded database is closed'))
      // A thread that crashed a moment ago may still use the folder.
      await lastEnded
    } finally {
      claimed?.lock.release()
    }
  }

  const endAndThrow = async (error: unknown): Promise<never> => {
    await end()
    throw error
  }

  await running()
    .then(() => {
      opened = true
      claimed?.folder.created()
    })
    .catch(endAndThrow)
  const copyOffer =
    settings.dataDir === undefined
      ? undefined
      : await offerCopies(settings.dataDir, saveSnapshot).catch(endAndThrow)

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

  // PGlite makes no checkpoints by itself: its write-ahead log would grow, and a start after a crash would replay all
  // of it.
  const checkpoints = setInterval(() => {
    // If a checkpoint fails because the database is busy or has ended, the next one covers it.
    if (claimed) pool.query('checkpoint').catch(() => {})
  }, settings.checkpointEveryMillis ?? CHECKPOINT_EVERY_MILLIS).unref()

  return {
    pool,
    saveSnapshot,
    async crash(reason) {
      await (await current)?.stop(reason)
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(checkpoints)
      await copyOffer?.close()
      await end()
    },
  }
}

/** A folder created here is readable by its owner only; an existing one keeps its mode (it may be a shared place). */
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
