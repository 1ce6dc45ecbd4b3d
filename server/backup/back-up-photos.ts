import type { PhotoFiles } from '#gateways/images/port.ts'
import type { AddFile } from './archive.ts'
import { type BackupManifest, photoOfFile, sha256Of, tally } from './manifest.ts'

type Source = Pick<PhotoFiles, 'list' | 'read'>

const folders = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const AT_ONCE = 4

/**
 * Adds the files of all photos, each folder’s followed by their SHA-256 in the form of `sha256sum`. It is called
 * after the rows were read: a photo never changes under its name, so those that the rows name are there, except
 * what was removed meanwhile. A photo that is hidden meanwhile is added as the rows have it, not hidden.
 */
export async function backUpPhotos(photos: Source, add: AddFile): Promise<BackupManifest['photos']> {
  const counted = tally()
  const sums = tally()
  const added = new Set<string>()
  const addAll = async (folder: string, files: readonly { as: string; from: string[] }[]) => {
    const lines: string[] = []
    for (let i = 0; i < files.length; i += AT_ONCE) {
      const some = files.slice(i, i + AT_ONCE)
      const read = await Promise.all(some.map(({ from }) => firstOf(photos, from)))
      for (const [j, { as }] of some.entries()) {
        const contents = read[j]
        if (!contents) continue
        await add(`photos/${as}`, contents)
        added.add(as)
        counted.add(contents, 1)
        lines.push(`${sha256Of(contents)}  photos/${as}`)
      }
    }
    if (lines.length === 0) return
    const file = Buffer.from(`${lines.join('\n')}\n`)
    sums.add(file, 0)
    await add(`photos/${folder}.sha256`, file)
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
  await addAll(
    'moved',
    moved.filter(({ as }) => !added.has(as)),
  )
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
