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

/** The location of the files of one embedded database. */
export type DatabaseFolder = {
  /** An absolute path, as PGlite needs. */
  path: string
  /** False once `created` was called: a snapshot may only be unpacked into a new folder. */
  isNew: boolean
  /** Call this when the database has opened for the first time. */
  created(): void
}

/**
 * Prepares `${dataDir}/database`, readable by its owner only (PGlite itself creates its files for everybody). The
 * caller holds the lock of `dataDir`.
 * A process that dies while the database is created leaves an incomplete one. The file `database.unfinished` is
 * written before and removed after, so that only a folder without any committed data is deleted.
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

// If the file `database.unfinished` reappeared after a power cut, a database in use would be deleted.
function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
