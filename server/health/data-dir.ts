import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { Services } from '../context.ts'
import { type LastBackup, readLastBackup } from './last-backup.ts'

/** This machine's DATA_DIR. Sizes are in bytes. */
export type DataDir = {
  /** Null while DATA_DIR can’t be read and written. */
  disk: { free: number; size: number } | null
  /** Null: none was made. `unreadable`: its note, or DATA_DIR, can’t be read. */
  backup: LastBackup | 'unreadable' | null
}

const underWay = new Map<string, Promise<DataDir>>()

/**
 * Reads the state of DATA_DIR. While a disk does not answer, all who ask wait for the first question: each further one
 * would take another of the process's four threads for files, passwords and compression.
 */
export function readDataDir(dataDir: string, log: Pick<Services['log'], 'warn'>): Promise<DataDir> {
  const known = underWay.get(dataDir)
  if (known) return known
  const reading = read(dataDir, log).finally(() => underWay.delete(dataDir))
  underWay.set(dataDir, reading)
  return reading
}

async function read(dataDir: string, log: Pick<Services['log'], 'warn'>): Promise<DataDir> {
  const backup = await readLastBackup(dataDir, log)
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { disk: { free: bavail * bsize, size: blocks * bsize }, backup }
  } catch {
    return { disk: null, backup: backup ?? 'unreadable' }
  }
}
