import { createHash } from 'node:crypto'
import { validate as isUuid } from 'uuid'
import { ImagesAway, NOT_WHOLE, type PhotoFile, type PhotoFiles } from '#gateways/images/port.ts'
import type { Db } from '../context.ts'
import { findKeptPhotos } from './queries.ts'

export type Move = {
  db: Db
  from: Pick<PhotoFiles, 'list' | 'read'>
  to: Pick<PhotoFiles, 'list' | 'read' | 'write'>
  /** Told how far it is, at most once a folder. */
  say?: (line: string) => void
  /** Asked before each file; when true, what is under way is finished and no more begun. */
  stopped?: () => boolean
}

/**
 * How many files were copied and how many were there; `ofNoPhoto` belong to photos that the database does not have.
 */
export type Moved = { done: boolean; copied: number; there: number; ofNoPhoto: number }

/** Photos lie in folders by the last two characters of their ids; hidden ones have one of their own. */
const folders = [...Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0')), 'hidden']
const AT_ONCE = 4

/**
 * Copies the files of all photos that the database knows from one place to another, and reads in the other's list
 * that they arrived. What is there already with the same contents is not copied again, so it can be stopped at any
 * time and run again. Nothing is ever removed. Throws `ImagesAway` when a place does not answer, and an `Error` when
 * a file arrived otherwise than it was sent.
 */
export async function movePhotos({
  db,
  from,
  to,
  say = () => {},
  stopped = () => false,
}: Move): Promise<Moved> {
  const moved: Moved = { done: false, copied: 0, there: 0, ofNoPhoto: 0 }
  for (const [i, folder] of folders.entries()) {
    if (stopped()) return moved
    const files = await listed(from, `${folder}/`)
    if (files.size === 0) continue
    const kept = await findKeptPhotos(db, [...new Set([...files.keys()].map(photoIdIn))].filter(isUuid))
    const ours = [...files.keys()].filter((name) => kept.has(photoIdIn(name)))
    moved.ofNoPhoto += files.size - ours.length
    await moveFolder(ours, `${folder}/`, { from, to, stopped }, moved)
    const percent = Math.floor((100 * (i + 1)) / folders.length)
    say(`${percent} %: ${moved.copied} files copied, ${moved.there} were there`)
  }
  return { ...moved, done: !stopped() }
}

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
      // Removed since it was listed.
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
 * Whether a listed file has these contents; it is read where the list does not say so, as that of an encrypted
 * bucket.
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

/** A file that is there and no whole photo is to be replaced. */
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
