import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteBackup } from './last-backup.ts'

test('who reads the note of a backup while another is written reads the whole one before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hiram-note-'))
  const file = join(folder, 'last-backup.json')
  const backup = (bytes: number) => ({
    startedAt: '2026-11-21T02:15:00.000Z',
    file: 'x',
    bytes,
    rows: 1,
    photoFiles: 0,
  })
  await noteBackup(folder, backup(1))
  const reader = await open(file)
  await noteBackup(folder, backup(2))
  expect(JSON.parse(await reader.readFile('utf8'))).toEqual(backup(1))
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(backup(2))
  await reader.close()
  await rm(folder, { recursive: true })
})
