import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withServices } from '#tests/support/with-services.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { BackupError } from './manifest.ts'
import { makeBackup } from './make-backup.ts'

const fixture = withServices([])
const folder = mkdtempSync(path.join(tmpdir(), 'hiram-backup-'))
const noPhotos = { async *list() {}, read: async () => null }
const file = path.join(folder, 'backup.tar.gz')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a migration that is applied in part is named, and nothing is written: it could not be restored', async () => {
  const { db, clock } = fixture.services
  const make = () => makeBackup({ db, photos: noPhotos, file, now: clock.now() })
  // What the program that migrates does before the first step.
  await fixture.database.connection.pool.query(`comment on table kysely_migration is '999_boats'`)
  await expect(make()).rejects.toThrow(
    new BackupError(
      'The migration 999_boats is applied in part. Run npm run db:migrate, then make the backup.',
    ),
  )
  expect(existsSync(file)).toBe(false)
  await fixture.database.connection.pool.query(`comment on table kysely_migration is '001_ground'`)
  expect((await make()).bytes).toBeGreaterThan(0)
})

test('a backup that can’t be written says why, also in the middle of a file', async () => {
  const nowhere = path.join(folder, 'nowhere', 'backup.tar.gz')
  const fill = async (add: AddFile) => {
    for (let n = 0; n < 20; n++) await add(`${n}.json`, Buffer.alloc(1024 * 1024))
  }
  await expect(writeArchive(nowhere, fill)).rejects.toThrow('ENOENT: no such file or directory')
})
