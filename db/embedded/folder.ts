import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Where the files of one embedded database are. */
export type DatabaseFolder = {
  /** Absolute, for PGlite. */
  path: string
  /** False until `created` was called once: a snapshot may only be unpacked into a new folder. */
  isNew: boolean
  /** Call when the database has opened for the first time. */
  created(): void
}

/**
 * Prepares `${dataDir}/database`, readable by its owner only (PGlite itself creates its files for everybody).
 * The caller holds the lock of `dataDir`.
 *
 * A process that dies while the database is being made leaves half of one. The mark `database.unfinished` is set
 * before and removed after, so that only a folder in which nothing was ever acknowledged is thrown away.
 */
export function databaseFolder(dataDir: string): DatabaseFolder {
  const folder = path.resolve(dataDir, 'database')
  const mark = path.resolve(dataDir, 'database.unfinished')
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true })
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  if (isNew) writeFileSync(mark, '')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  return {
    path: folder,
    isNew,
    created() {
      if (!existsSync(mark)) return
      rmSync(mark)
      flushFolder(path.resolve(dataDir))
    },
  }
}

// A mark that came back after a power cut would delete a database in use.
function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
