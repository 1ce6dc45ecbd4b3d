import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The result of `lockDataDir`. `release` may be called more than once. */
export type DataDirLock = { release(): void }

/** The folder is open in another process, or already in this one. */
export class DataDirInUse extends Error {}

const LOCK = 'database.lock'
const SQLITE_BUSY = 5
const WAIT_FOR_A_STARTING_RIVAL_MILLIS = 500

/**
 * Makes this process the only one that may open `dataDir` (which exists), until `release` or the end of the process.
 * Throws `Another Hiram (process 123) is using …` when somebody holds it, this process included.
 *
 * PGlite has no lock of its own: two processes on one folder silently lose each other's rows.
 *
 * The lock is an exclusive transaction on an empty SQLite file, which SQLite holds as a lock of the operating system
 * (`fcntl` on Linux and macOS, `LockFileEx` on Windows; https://sqlite.org/lockingv3.html). The kernel drops it when
 * the process dies in any way, so nothing is stale after `kill -9` and no process number is trusted: the one in
 * `database.owner` only words the message. It also holds between containers that share a volume on one machine.
 * A file that lists a process number, or a Unix socket, cannot be taken over after a crash without a race.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const owner = path.join(dataDir, 'database.owner')
  const file = new DatabaseSync(path.join(dataDir, LOCK), {
    timeout: WAIT_FOR_A_STARTING_RIVAL_MILLIS,
  })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    writeFileSync(owner, String(process.pid))
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new DataDirInUse(`Another Hiram${processIn(owner)} is using ${path.resolve(dataDir)}`, {
      cause: error,
    })
  }
  let isLocked = true
  return {
    release() {
      if (!isLocked) return
      isLocked = false
      rmSync(owner, { force: true })
      file.close()
    },
  }
}

/**
 * Removes a folder whose database no process has open. Returns false when one has, or when none was opened in it yet
 * (another process may be about to). Throws other errors, also when a part of it can't be removed.
 */
export function removeUnused(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, LOCK))) return false
  try {
    lockDataDir(dataDir).release()
  } catch (error) {
    if (error instanceof DataDirInUse) return false
    throw error
  }
  rmSync(dataDir, { recursive: true, force: true })
  return true
}

function processIn(ownerFile: string): string {
  try {
    const pid = readFileSync(ownerFile, 'utf8').trim()
    return pid ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
