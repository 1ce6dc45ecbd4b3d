import { readArchive } from './archive.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  HEADER,
  isPhotoSums,
  linesIn,
  MANIFEST,
  photoOfFile,
  readHeader,
  readManifest,
  sha256Of,
  tableOfFile,
  tally,
} from './manifest.ts'

/** A backup that was found whole. */
export type CheckedBackup = { header: BackupHeader; manifest: BackupManifest }

/**
 * Reads a backup from its first byte to its last and compares every row and file with its manifest. Throws a
 * `BackupError` that names the first thing that is missing or not as it was written. It shows damage; it can’t show
 * that somebody wrote a whole backup anew.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: { read: BackupHeader; sha256: string } | undefined
  let manifest: BackupManifest | undefined
  const tables = new Map<string, ReturnType<typeof tally>>()
  const photos = tally()
  const sums = tally()
  const unsummed = new Map<string, string>()
  for await (const { name, contents } of readArchive(file)) {
    if (manifest) throw altered(name)
    const table = tableOfFile(name)
    if (!header && name !== HEADER) throw new BackupError('The file is no backup of Hiram.')
    if (name === HEADER) header = { read: readHeader(contents), sha256: sha256Of(contents) }
    else if (name === MANIFEST) manifest = readManifest(contents)
    else if (table) tallyOf(tables, table).add(contents, linesIn(contents).length)
    else if (photoOfFile(name)) {
      photos.add(contents, 1)
      unsummed.set(name, sha256Of(contents))
    } else if (isPhotoSums(name)) {
      sums.add(contents, 0)
      for (const line of linesIn(contents)) {
        const [sha256, photo] = line.split('  ')
        if (unsummed.get(photo!) !== sha256) throw altered(photo!)
        unsummed.delete(photo!)
      }
      for (const [photo] of unsummed) throw altered(photo)
    } else throw altered(name)
  }
  if (!header || !manifest) throw new BackupError('The backup was cut off: its manifest is missing.')
  if (manifest.header !== header.sha256) throw altered(HEADER)
  const names = manifest.tables.map(({ name }) => name)
  if (names.join() !== header.read.tables.join()) throw altered(MANIFEST)
  for (const [name] of tables) if (!names.includes(name)) throw altered(`tables/${name}`)
  for (const { name, rows, sha256 } of manifest.tables) {
    const counted = tallyOf(tables, name).end()
    if (counted.count !== rows || counted.sha256 !== sha256) throw altered(`tables/${name}`)
  }
  const counted = photos.end()
  const { photos: expected } = manifest
  if (unsummed.size > 0 || sums.end().sha256 !== expected.sha256 || counted.count !== expected.files)
    throw altered('photos')
  return { header: header.read, manifest }
}

const altered = (name: string) => new BackupError(`The backup was altered: ${name} is not as it was written.`)

function tallyOf(tables: Map<string, ReturnType<typeof tally>>, name: string) {
  const found = tables.get(name) ?? tally()
  tables.set(name, found)
  return found
}
