import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What keeps a backup from being made or restored, in words for whoever asked for it. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const HEADER = 'backup.json'
export const MANIFEST = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/**
 * The first file of a backup: how to read the others. `migrations` are those of the database, and `tables` has the
 * names of all tables in the order in which their rows follow.
 */
const header = z.object({
  format: z.literal('hiram-backup'),
  version: z.literal(1),
  startedAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.string()),
})
export type BackupHeader = z.infer<typeof header>

/**
 * The last file of a backup: what is in it. A table's SHA-256 is that of its files one after the other; that of the
 * photos is of all files `photos/….sha256` one after the other, which have the SHA-256 of each photo's file.
 */
const manifest = z.object({
  header: sha256,
  tables: z.array(z.object({ name: z.string(), rows: count, sha256 })),
  sequences: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      last: z.string().regex(/^\d+$/),
      isCalled: z.boolean(),
    }),
  ),
  photos: z.object({ files: count, bytes: count, sha256 }),
})
export type BackupManifest = z.infer<typeof manifest>

/** Reads the first file of a backup. Throws a `BackupError` when it is none that this version can read. */
export function readHeader(bytes: Uint8Array): BackupHeader {
  const read = header.safeParse(jsonIn(bytes))
  if (!read.success) throw new BackupError('The file is no backup of Hiram, or one of a newer version.')
  return read.data
}

/** Reads the last file of a backup. Throws a `BackupError` when it was altered. */
export function readManifest(bytes: Uint8Array): BackupManifest {
  const read = manifest.safeParse(jsonIn(bytes))
  if (!read.success) throw new BackupError(`The backup was altered: ${MANIFEST} is not as it was written.`)
  return read.data
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Counts and hashes what passes: rows or files. */
export function tally() {
  const hash = createHash('sha256')
  let [count, bytes] = [0, 0]
  return {
    add(contents: Uint8Array, items: number) {
      hash.update(contents)
      count += items
      bytes += contents.byteLength
    },
    end: () => ({ count, bytes, sha256: hash.digest('hex') }),
  }
}

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256Of = (contents: Uint8Array) => createHash('sha256').update(contents).digest('hex')

/** The bytes of a file of rows: one line of JSON each. */
export const linesFile = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''))

/** The lines of such a file. */
export const linesIn = (file: Uint8Array) => Buffer.from(file).toString('utf8').split('\n').slice(0, -1)

/** The table of a file of rows, such as `tables/listing/000001.jsonl`; null for other files. */
export const tableOfFile = (name: string) => /^tables\/([a-z_]+)\/\d{6,}\.jsonl$/.exec(name)?.[1] ?? null

/** The stored name of a photo's file, such as `7f/0199…7f/320.webp`; null for other files. */
export const photoOfFile = (name: string) =>
  /^photos\/((?:[0-9a-f]{2}|hidden)\/[0-9a-f-]{36}\/\d+\.(?:webp|avif))$/.exec(name)?.[1] ?? null

/** Whether a file has the SHA-256 of photos' files that came before it, such as `photos/hidden-000001.sha256`. */
export const isPhotoSums = (name: string) =>
  /^photos\/(?:[0-9a-f]{2}|hidden|moved)(?:-\d{6,})?\.sha256$/.test(name)
