import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { connect, type Connection } from '#db/connect.ts'
import { takeCopy } from '#db/embedded/copy.ts'
import { DataDirInUse, removeUnused } from '#db/embedded/lock.ts'
import { ImagesAway, type PhotoFiles } from '#gateways/images/port.ts'
import { checkBackup } from './backup/check-backup.ts'
import { noteBackup } from './backup/last-backup.ts'
import { makeBackup } from './backup/make-backup.ts'
import { BackupError } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { createLog } from './log.ts'
import { openBucket, photoFileName, photosOnDisk } from './main.ts'
import { type Moved, movePhotos } from './photo/move-photos.ts'
import { readSettings, SettingError, type Settings, startFailure } from './settings.ts'
import { verifyTimelines } from './timeline/verify-timelines.ts'

/**
 * Writes a backup of the database and the photos that the settings name to the file, while the site may run. Prints
 * what is in it and notes it in `DATA_DIR/last-backup.json`. Ends the process with 1 unless the backup is complete.
 */
export function backUp(args: readonly string[]): Promise<void> {
  return run('The backup was not made.', async (settings) => {
    const file = fileIn(args, 'npm run backup -- hiram-2026-11-23.tar.gz')
    // An exit removes what is unfinished.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
    const now = new Date()
    const made = await withDatabaseOf(settings, file, async (connection) =>
      makeBackup({ db: connection.db, photos: await openPhotos(settings), file, now }),
    )
    try {
      await noteBackup(settings.dataDir, { startedAt: now.toISOString(), file, ...made })
    } catch (error) {
      rmSync(file)
      throw error
    }
    const { rows, photoFiles, bytes } = made
    console.log(`${file} has the site as of ${now.toISOString()}:`)
    console.log(`${rows} rows and ${photoFiles} files of photos in ${bytes} bytes.`)
  })
}

/**
 * Puts a backup into the database and the storage of photos that the settings name, which must be without people,
 * and prints what was compared; with `--check` only reads the file and compares it with its manifest. Ends the
 * process with 1 unless all of it is the same.
 */
export function restore(args: readonly string[]): Promise<void> {
  return run('Nothing was restored.', async (settings) => {
    const file = fileIn(
      args.filter((arg) => arg !== '--check'),
      'npm run restore -- hiram-2026-11-23.tar.gz',
    )
    if (args.includes('--check')) {
      const { header, manifest } = await checkBackup(file)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `The file is whole: a backup of ${header.startedAt}, at migration ${header.migrations.at(-1)},`,
      )
      console.log(`with ${rows} rows and ${manifest.photos.files} files of photos.`)
      return
    }
    const connection = await openDatabase(settings)
    try {
      const photos = await openPhotos(settings)
      await restoreBackup({ db: connection.db, photos, file, say: (line) => console.log(line) })
    } finally {
      await connection.close()
    }
    console.log('Restored: every row and every photo is the same as in the backup.')
  })
}

/**
 * Copies the photos on the disk into the configured bucket, and reports progress. SIGINT and SIGTERM end it after
 * the current files; the next run continues from there. Ends the process with 1 unless all photos are copied.
 */
export function moveImages(): Promise<void> {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (stopping = true))
  return run('Run it again to go on.', async (settings) => {
    if (!settings.images) throw new SettingError('IMAGES_URL is missing: the bucket to move photos to.')
    const bucket = await usableBucket(settings.images)
    const connection = await openDatabase(settings)
    try {
      const moved = await movePhotos({
        db: connection.db,
        from: photosOnDisk(settings),
        to: bucket,
        now: new Date(),
        say: (line) => console.log(line),
        stopped: () => stopping,
      })
      console.log(movedWords(moved))
      if (!moved.done) process.exitCode = 1
    } finally {
      await connection.close()
    }
  })
}

/**
 * Checks the timelines of all rentals, while the site may run, and prints each problem. Ends the process with 1 when
 * there is one.
 */
export function verifyTimeline(): Promise<void> {
  return run('Not everything was checked.', async (settings) => {
    const verified = await withDatabaseOf(settings, join(settings.dataDir, 'copy'), async ({ db }) => {
      const photos = await openPhotos(settings)
      const readPhoto = async (photoId: string, width: number) =>
        (await readIfNamed(photos, photoFileName(photoId, width, 'webp', true))) ??
        readIfNamed(photos, photoFileName(photoId, width))
      return verifyTimelines({ db, readPhoto, say: (problem) => console.error(problem) })
    })
    const { rentals, entries, photos, broken } = verified
    console.log(`${rentals} rentals with ${entries} entries and ${photos} photos were checked.`)
    console.log(broken === 0 ? 'All are as they were written.' : `${broken} are broken.`)
    if (broken > 0) process.exitCode = 1
  })
}

const readIfNamed = (photos: Pick<PhotoFiles, 'read'>, name: string | null) =>
  name === null ? Promise.resolve(null) : photos.read(name)

function movedWords({ done, copied, there, ofNoPhoto, removed }: Moved): string {
  if (!done) return 'Stopped. Run it again to go on.'
  const others = ofNoPhoto > 0 ? ` ${ofNoPhoto} files of photos that no longer exist were left out.` : ''
  const counts = `${copied} files were copied, ${there} were there.`
  const gone =
    removed > 0 ? ` ${removed} files of deleted or hidden photos were removed from the bucket.` : ''
  return `All photos are in the bucket: ${counts}${others}${gone} The disk is as it was.`
}

/** Runs a command with the settings of the site. An error ends the process with 1, after its reason and `outcome`. */
async function run(outcome: string, command: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    // No command needs payment keys, and readSettings would refuse the keys of a production here.
    const { PAYMONGO_SECRET_KEY: _key, PAYMONGO_WEBHOOK_SECRET: _secret, ...env } = process.env
    await command(readSettings(env, 'dev'))
  } catch (error) {
    if (error instanceof ImagesAway) console.error(`The bucket does not answer (${error.code}). ${outcome}`)
    else if (error instanceof BackupError) console.error(`${error.message} ${outcome}`)
    else console.error(startFailure(error))
    process.exit(1)
  }
}

function fileIn(args: readonly string[], example: string): string {
  if (args.length !== 1 || args[0]!.startsWith('-')) throw new SettingError(`Name one file: ${example}`)
  return resolve(args[0]!)
}

async function openPhotos(settings: Settings): Promise<Pick<PhotoFiles, 'list' | 'read' | 'write'>> {
  return settings.images ? usableBucket(settings.images) : photosOnDisk(settings)
}

async function usableBucket(images: NonNullable<Settings['images']>): Promise<PhotoFiles> {
  const bucket = await openBucket(images, createLog('error'))
  const problem = await bucket.problem()
  if (problem) throw new SettingError(`IMAGES_URL: ${problem}`)
  return bucket
}

/** One connection without a limit of time: a table of a million rows is read in one go. */
function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Connection> {
  const patient = { statementTimeoutMillis: 0, prepares: false }
  return connect(databaseUrl ? { databaseUrl, poolSize: 1, ...patient } : { dataDir, ...patient })
}

const COPY = 'hiram-copy-'

/** Removes the copies in a folder that killed commands left there, and prints why one could not be removed. */
function removeOldCopies(beside: string) {
  for (const name of readdirSync(beside)) {
    if (!name.startsWith(COPY)) continue
    const folder = join(beside, name)
    try {
      removeUnused(folder)
    } catch (error) {
      console.error(`The old copy ${folder} could not be removed: ${(error as Error).message}`)
    }
  }
}

/**
 * Calls `use` with the database. An embedded one that a site has open is read from a copy, which that site makes;
 * the copy is unpacked beside `file`, as there has to be room.
 */
async function withDatabaseOf<T>(
  settings: Settings,
  file: string,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new BackupError(`There is no database in ${resolve(dataDir)}.`)
  const connection = await openDatabase(settings).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return null
    throw error
  })
  if (connection) return use(connection).finally(() => connection.close())
  const copy = await takeCopy(dataDir)
  const folder = await mkdtemp(join(dirname(file), COPY)).catch((error) => {
    copy.release()
    throw error
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    removeOldCopies(dirname(file))
    const opened = await connect({ dataDir: folder, snapshot: copy.file, statementTimeoutMillis: 0 })
    copy.release()
    return await use(opened).finally(() => opened.close())
  } finally {
    copy.release()
    remove()
  }
}
