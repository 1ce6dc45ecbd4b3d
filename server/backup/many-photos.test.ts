import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterAll, expect, test } from 'vitest'
import { withServices } from '#tests/support/with-services.ts'
import { readArchive, writeArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { BackupError } from './manifest.ts'
import { makeBackup } from './make-backup.ts'

const fixture = withServices([])
const folder = mkdtempSync(path.join(tmpdir(), 'hiram-backup-'))
const at = (name: string) => path.join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MIB = 1024 * 1024
const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`

async function namesIn(file: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of readArchive(file)) names.push(name)
  return names
}

test('a backup of many hidden photos has their sums in several files, and is whole', async () => {
  const hidden = Array.from({ length: 20_001 }, (_, n) => `hidden/${idOf(n)}/320.webp`)
  const photos = {
    async *list(start: string) {
      for (const name of hidden) if (name.startsWith(start)) yield { name, bytes: 1 }
    },
    read: async (name: string) => Buffer.from(name),
  }
  const { db, clock } = fixture.services
  await makeBackup({ db, photos, file: at('many.tar.gz'), now: clock.now() })
  const names = await namesIn(at('many.tar.gz'))
  expect(names.filter((name) => name.endsWith('.sha256'))).toEqual([
    'photos/hidden-000001.sha256',
    'photos/hidden-000002.sha256',
    'photos/hidden-000003.sha256',
  ])
  expect((await checkBackup(at('many.tar.gz'))).manifest.photos.files).toBe(20_001)
})

test('a photo that is hidden during a backup is in it as the rows have it', async () => {
  const [early, late] = [`${idOf(1)}/320.webp`, `${idOf(255)}/320.webp`]
  const files = new Set([`01/${early}`, `ff/${late}`])
  const hide = (name: string) => files.delete(name) && files.add(`hidden/${name.slice(3)}`)
  const photos = {
    async *list(start: string) {
      for (const name of [...files]) if (name.startsWith(start)) yield { name, bytes: 1 }
      // One after its folder was added, and one before.
      if (start === '80/') [`01/${early}`, `ff/${late}`].forEach(hide)
    },
    read: async (name: string) => (files.has(name) ? Buffer.from('the photo') : null),
  }
  const { db, clock } = fixture.services
  await makeBackup({ db, photos, file: at('hidden.tar.gz'), now: clock.now() })
  const names = (await namesIn(at('hidden.tar.gz'))).filter((name) => name.endsWith('.webp'))
  expect(new Set(names)).toEqual(new Set([`photos/01/${early}`, `photos/ff/${late}`]))
  await checkBackup(at('hidden.tar.gz'))
})

test('no file is written that could not be read again', async () => {
  const fill = (size: number) =>
    writeArchive(at('large.tar.gz'), (add) => add('large.json', Buffer.alloc(size)))
  await expect(fill(64 * MIB + 1)).rejects.toThrow(new BackupError('large.json is too large for a backup.'))
  await fill(64 * MIB)
  expect(await namesIn(at('large.tar.gz'))).toEqual(['large.json'])
})

test('an older backup, with the sums of a whole folder in one file, is read', async () => {
  const body = Buffer.alloc(65 * MIB)
  const write = async (name: string) => {
    const tar = await packTar([{ header: { name, size: body.byteLength }, body }])
    writeFileSync(at('older.tar.gz'), gzipSync(tar, { level: 1 }))
    return namesIn(at('older.tar.gz'))
  }
  expect(await write('photos/hidden.sha256')).toEqual(['photos/hidden.sha256'])
  await expect(write('photos/hidden.json')).rejects.toThrow('photos/hidden.json is too large')
})
