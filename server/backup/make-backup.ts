import type { PhotoFiles } from '#gateways/images/port.ts'
import type { Db } from '../context.ts'
import { writeArchive } from './archive.ts'
import { backUpPhotos } from './back-up-photos.ts'
import { backUpTables } from './back-up-tables.ts'
import { BackupError, MANIFEST } from './manifest.ts'
import { hasPhotos, NO_PHOTO_FILES } from '../photo/queries.ts'

export type Backup = {
  db: Db
  photos: Pick<PhotoFiles, 'list' | 'read'>
  /** Where to write it; nothing may be there. */
  file: string
  now: Date
}

/** What a backup has: the bytes are those of its file. */
export type MadeBackup = { rows: number; photoFiles: number; bytes: number }

/**
 * Writes a backup of the database and the photos, while the site may go on: first the rows as they are at one
 * moment, then the photos. Throws a `BackupError` when there is something at `file`, nothing of Hiram in the
 * database, a migration of which only a part is applied, or photos without any file, and `ImagesAway` when the photos
 * can’t be read; it leaves no file then.
 */
export async function makeBackup({ db, photos, file, now }: Backup): Promise<MadeBackup> {
  const made = { rows: 0, photoFiles: 0 }
  const bytes = await writeArchive(file, async (add) => {
    const database = await backUpTables(db, add, now)
    const manifest = { ...database, photos: await backUpPhotos(photos, add) }
    // The database may have lost its last photo since its rows were read.
    if (manifest.photos.files === 0 && (await hasPhotos(db))) throw new BackupError(NO_PHOTO_FILES)
    await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    made.rows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
    made.photoFiles = manifest.photos.files
  })
  return { ...made, bytes }
}
