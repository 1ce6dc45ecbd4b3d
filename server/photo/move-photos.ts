import { createHash } from 'node:crypto'
import { validate as isUuid, version } from 'uuid'
import { MINUTE_MS } from '#domain/time.ts'
import { ImagesAway, NOT_WHOLE, type PhotoFile, type PhotoFiles } from '#gateways/images/port.ts'
import type { Db } from '../context.ts'
import { SettingError } from '../setting-error.ts'
import { findExistingPhotoIds, hasPhotos, NO_PHOTO_FILES } from './queries.ts'

export type Move = {
  db: Db
  from: Pick<PhotoFiles, 'list' | 'read'>
  to: PhotoFiles
  now: Date
  /** Called with the progress, at most once per folder. */
  say?: (line: string) => void
  /** Called before each copy and before each folder; when it returns true, what runs ends and nothing else begins. */
  stopped?: () => boolean
}

/**
 * How many files were copied and how many existed already; `ofNoPhoto` counts files without a photo in the database,
 * and `removed` those in the other storage that were removed.
 */
export type Moved = { done: boolean; copied: number; there: number; ofNoPhoto: number; removed: number }

/** Photos are in folders named by the last two characters of their ids; hidden ones have a folder of their own. */
const folders = [...Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0')), 'hidden']
const AT_ONCE = 4
/** The site stores a photo before it writes its row. */
const SPARED_MS = 10 * MINUTE_MS

/**
 * Copies the files of all photos in the database from one storage to another, and checks in the other's list that they
 * arrived. A file that exists there with the same contents is not copied again, so it can be stopped at any time and
 * run again. It removes nothing from the first; at the end it removes from the other the files of deleted photos, and
 * the open files of photos that are hidden in the first. Throws `ImagesAway` when a storage does not answer, a
 * `SettingError` when the database has photos and the first storage none of them, and an `Error` when a file arrived
 * with other contents.
 */
export async function movePhotos({
  db,
  from,
  to,
  now,
  say = () => {},
  stopped = () => false,
}: Move): Promise<Moved> {
  const moved: Moved = { done: false, copied: 0, there: 0, ofNoPhoto: 0, removed: 0 }
  for (const [i, folder] of folders.entries()) {
    if (stopped()) return moved
    const files = await listed(from, `${folder}/`)
    if (files.size === 0) continue
    const existing = await existingAmong(db, files)
    const ours = [...files.keys()].filter((name) => existing.has(photoIdIn(name)))
    moved.ofNoPhoto += files.size - ours.length
    await moveFolder(ours, `${folder}/`, { from, to, stopped }, moved)
    const percent = Math.floor((100 * (i + 1)) / folders.length)
    say(`${percent} %: ${moved.copied} files copied, ${moved.there} were there`)
  }
  // With a wrong database every photo would seem deleted; then nothing was copied or found, so nothing is removed.
  if (moved.copied + moved.there > 0) await removeStale({ db, from, to, now, stopped }, moved)
  else if (!stopped() && (await hasPhotos(db))) throw new SettingError(NO_PHOTO_FILES)
  return { ...moved, done: !stopped() }
}

/** Removes from `to` the files of photos that no longer exist, and the open ones of photos that are hidden by now. */
async function removeStale({ db, from, to, now, stopped }: Omit<Required<Move>, 'say'>, moved: Moved) {
  const hidden = new Set([...(await listed(from, 'hidden/')).keys()].map(photoIdIn))
  for (const folder of folders) {
    if (stopped()) return
    const files = await listed(to, `${folder}/`)
    const existing = await existingAmong(db, files)
    for (const name of files.keys()) {
      const id = photoIdIn(name)
      const isDeleted = isUuid(id) && !existing.has(id) && !isYoung(id, now)
      if (!isDeleted && (folder === 'hidden' || !hidden.has(id))) continue
      await to.remove(name)
      moved.removed++
    }
  }
}

const existingAmong = (db: Db, files: ReadonlyMap<string, PhotoFile>) =>
  findExistingPhotoIds(db, [...new Set([...files.keys()].map(photoIdIn))].filter(isUuid))

/** A UUIDv7 begins with its time. */
const isYoung = (id: string, now: Date) =>
  version(id) === 7 && now.getTime() - parseInt(id.replace('-', '').slice(0, 12), 16) < SPARED_MS

async function moveFolder(
  names: readonly string[],
  folder: string,
  { from, to, stopped }: Required<Pick<Move, 'from' | 'to' | 'stopped'>>,
  moved: Moved,
) {
  const before = await listed(to, folder)
  const sent = new Map<string, Contents>()
  const waiting = names.values()
  const work = async () => {
    for (const name of waiting) {
      if (stopped()) return
      const bytes = await from.read(name)
      // The file was removed after it was listed.
      if (!bytes) continue
      const contents = contentsOf(bytes)
      if (await isThere(to, before.get(name), contents)) moved.there++
      else {
        await to.write(name, bytes)
        sent.set(name, contents)
        moved.copied++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (sent.size === 0) return
  const after = await listed(to, folder)
  for (const [name, contents] of sent)
    if (!(await isThere(to, after.get(name), contents)))
      throw new Error(`${name} did not arrive as it was sent.`)
}

type Contents = { bytes: number; md5: string }
const contentsOf = (file: Uint8Array): Contents => ({
  bytes: file.byteLength,
  md5: createHash('md5').update(file).digest('hex'),
})

/**
 * Whether a listed file has these contents; if the list does not tell, as with an encrypted bucket, the file is read.
 */
async function isThere(
  place: Pick<PhotoFiles, 'read'>,
  file: PhotoFile | undefined,
  { bytes, md5 }: Contents,
) {
  if (file?.bytes !== bytes) return false
  if (file.md5 === md5) return true
  const read = await place.read(file.name).catch(unlessBroken)
  return read !== null && contentsOf(read).md5 === md5
}

/** Treats an existing file that is no complete photo as missing, so that it is replaced. */
function unlessBroken(error: unknown): null {
  if (error instanceof ImagesAway && error.code === NOT_WHOLE) return null
  throw error
}

async function listed(place: Pick<PhotoFiles, 'list'>, folder: string): Promise<Map<string, PhotoFile>> {
  const files = new Map<string, PhotoFile>()
  for await (const file of place.list(folder)) files.set(file.name, file)
  return files
}

const photoIdIn = (name: string) => name.split('/')[1] ?? ''
