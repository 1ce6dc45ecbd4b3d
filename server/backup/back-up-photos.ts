import type { PhotoFiles } from '#gateways/images/port.ts'
import type { AddFile } from './archive.ts'
import { type BackupManifest, linesFile, photoOfFile, sha256Of, tally } from './manifest.ts'

type Source = Pick<PhotoFiles, 'list' | 'read'>
/** Its name in the backup, and where it is read: under the first name that has it. */
type PhotoFile = { as: string; from: string[] }

const folders = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const AT_ONCE = 4
/** The most photos’ files whose SHA-256 are in one file, which then has about 1 MiB. */
const SUMMED = 10_000

/**
 * Adds the files of all photos, folder by folder, every 10,000 followed by their SHA-256 in the form of `sha256sum`.
 * It is called after the rows were read: a photo never changes under its name, so those that the rows name are there,
 * except what was removed meanwhile. A photo that is hidden meanwhile is added as the rows have it, not hidden; it may
 * be there twice, as remembering every name would take the memory of a large site.
 */
export async function backUpPhotos(photos: Source, add: AddFile): Promise<BackupManifest['photos']> {
  const counted = tally()
  const sums = tally()
  const addSome = async (part: string, files: readonly PhotoFile[]) => {
    const lines: string[] = []
    for (let i = 0; i < files.length; i += AT_ONCE) {
      const some = files.slice(i, i + AT_ONCE)
      const read = await Promise.all(some.map(({ from }) => firstOf(photos, from)))
      for (const [j, { as }] of some.entries()) {
        const contents = read[j]
        if (!contents) continue
        await add(`photos/${as}`, contents)
        counted.add(contents, 1)
        lines.push(`${sha256Of(contents)}  photos/${as}`)
      }
    }
    if (lines.length === 0) return
    const file = linesFile(lines)
    sums.add(file, 0)
    await add(`photos/${part}.sha256`, file)
  }
  const addAll = async (folder: string, files: readonly PhotoFile[]) => {
    for (let i = 0; i < files.length; i += SUMMED) {
      const part = String(i / SUMMED + 1).padStart(6, '0')
      await addSome(`${folder}-${part}`, files.slice(i, i + SUMMED))
    }
  }

  const hidden = await namesIn(photos, 'hidden')
  await addAll(
    'hidden',
    hidden.map((name) => ({ as: name, from: [name] })),
  )
  for (const folder of folders) {
    const names = await namesIn(photos, folder)
    await addAll(
      folder,
      names.map((name) => ({ as: name, from: [name, hiddenName(name)] })),
    )
  }
  const before = new Set(hidden)
  const moved = (await namesIn(photos, 'hidden'))
    .filter((name) => !before.has(name))
    .map((name) => ({ as: shownName(name), from: [name] }))
  await addAll('moved', moved)
  const { count, bytes } = counted.end()
  return { files: count, bytes, sha256: sums.end().sha256 }
}

async function namesIn(photos: Source, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of photos.list(`${folder}/`)) if (photoOfFile(`photos/${name}`)) names.push(name)
  return names.sort()
}

async function firstOf(photos: Source, names: readonly string[]): Promise<Uint8Array | null> {
  for (const name of names) {
    const contents = await photos.read(name)
    if (contents) return contents
  }
  return null
}

const hiddenName = (name: string) => `hidden/${name.slice(3)}`
const shownName = (name: string) => `${name.split('/')[1]!.slice(-2)}/${name.slice('hidden/'.length)}`
