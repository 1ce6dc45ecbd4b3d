import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { BackupError, isPhotoSums } from './manifest.ts'

/** Adds a file of at most 64 MiB to the archive. Resolves when it may take the next one. */
export type AddFile = (name: string, contents: Uint8Array) => Promise<void>

/** No file that a backup writes is larger: rows come in files of about 1 MiB, photos have 16 MiB at most. */
const MAX_FILE = 64 * 1024 * 1024
/** Older backups have the SHA-256 of a whole folder of photos in one file. */
const MAX_SUMS = 500 * 1024 * 1024

/**
 * Writes a `tar.gz` of the files that `fill` adds, which only its owner may read. `file` exists when it is complete
 * and on the disk, not before. Throws a `BackupError` when it exists already. Returns its size in bytes.
 */
export async function writeArchive(file: string, fill: (add: AddFile) => Promise<void>): Promise<number> {
  if (await stat(file).catch(() => null)) throw new BackupError(`${file} exists already.`)
  const unfinished = `${file}.unfinished`
  const remove = () => rmSync(unfinished, { force: true })
  remove()
  process.once('exit', remove)
  try {
    const { readable, controller } = createTarPacker()
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    const written = pipeline(Readable.from(readable), createGzip({ level: 4 }), target)
    const filled = filling(fill, controller)
    await Promise.allSettled([filled, written])
    // A failed write also ends the filling, with an error that does not say why.
    await written
    await filled
    await rename(unfinished, file)
    return (await stat(file)).size
  } finally {
    remove()
    process.off('exit', remove)
  }
}

type Packer = ReturnType<typeof createTarPacker>['controller']

async function filling(fill: (add: AddFile) => Promise<void>, controller: Packer) {
  try {
    await fill(async (name, contents) => {
      if (contents.byteLength > MAX_FILE) throw new BackupError(`${name} is too large for a backup.`)
      const writer = controller.add({ name, size: contents.byteLength, mode: 0o600 }).getWriter()
      if (contents.byteLength > 0) await writer.write(contents)
      await writer.close()
    })
    controller.finalize()
  } catch (error) {
    controller.error(error)
    throw error
  }
}

// `Readable.toWeb` crashes when its reader stops early.
const streamOf = (chunks: AsyncIterable<Uint8Array>) =>
  NodeStream.from(chunks) as unknown as ReadableStream<Uint8Array>

/**
 * The files of an archive in their order. Throws a `BackupError` when it can’t be read to its end, as one that was
 * cut off or altered.
 */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; contents: Buffer }> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  // The error comes out of the stream below.
  const read = pipeline(source, unzipped).catch(() => {})
  try {
    const files = streamOf(unzipped).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of files) {
      if (header.size > (isPhotoSums(header.name) ? MAX_SUMS : MAX_FILE))
        throw new BackupError(`The backup was altered: ${header.name} is too large.`)
      yield { name: header.name, contents: await buffer(body) }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`There is no file ${file}.`)
    throw new BackupError(`${file} can’t be read to its end: ${(error as Error).message}.`, { cause: error })
  } finally {
    source.destroy()
    await read
  }
}
