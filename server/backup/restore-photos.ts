import type { PhotoFiles } from '#gateways/images/port.ts'
import type { Db } from '../context.ts'
import { findExistingPhotoIds } from '../photo/queries.ts'
import { readArchive } from './archive.ts'
import { BackupError, photoOfFile, sha256Of } from './manifest.ts'

type Target = Pick<PhotoFiles, 'read' | 'write'>
type PhotoFile = { name: string; contents: Uint8Array }

const AT_ONCE = 64

/**
 * Writes the photos of a backup, and reads each again to compare it. Those that came in after the rows were read
 * are left out: no row names them. A file that is there already is not written again. Throws a `BackupError` that
 * names a photo which did not arrive, and `ImagesAway` when the storage does not answer.
 */
export async function restorePhotos(
  db: Db,
  file: string,
  to: Target,
): Promise<{ files: number; leftOut: number }> {
  const done = { files: 0, leftOut: 0 }
  const some: PhotoFile[] = []
  const flush = async () => {
    const kept = await findExistingPhotoIds(db, [...new Set(some.map(({ name }) => photoIdIn(name)))])
    const ours = some.splice(0).filter(({ name }) => kept.has(photoIdIn(name)) || void done.leftOut++)
    await Promise.all(ours.map((photo) => restorePhoto(to, photo)))
    done.files += ours.length
  }
  for await (const { name, contents } of readArchive(file)) {
    const photo = photoOfFile(name)
    if (photo) some.push({ name: photo, contents })
    if (some.length === AT_ONCE) await flush()
  }
  await flush()
  return done
}

async function restorePhoto(to: Target, { name, contents }: PhotoFile): Promise<void> {
  const expected = sha256Of(contents)
  const isThere = async () => {
    const read = await to.read(name).catch(() => null)
    return read !== null && sha256Of(read) === expected
  }
  if (await isThere()) return
  await to.write(name, contents)
  if (!(await isThere())) throw new BackupError(`The photo ${name} did not arrive as it was.`)
}

const photoIdIn = (name: string) => name.split('/')[1]!
