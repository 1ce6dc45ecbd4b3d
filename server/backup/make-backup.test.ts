import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskFiles } from '#gateways/images/disk-files.ts'
import { uploadTiny } from '#tests/support/people.ts'
import { withServices } from '#tests/support/with-services.ts'
import { NO_PHOTO_FILES } from '../photo/queries.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { BackupError } from './manifest.ts'
import { makeBackup } from './make-backup.ts'

const fixture = withServices(['olivia'])
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

test('photos without any file are refused, as with another DATA_DIR, and nothing is written', async () => {
  const { services, cast } = fixture
  await uploadTiny(services, cast.olivia)
  const photos = diskFiles(path.join(folder, 'nowhere'))
  const without = path.join(folder, 'without-photos.tar.gz')
  const made = makeBackup({ db: services.db, photos, file: without, now: services.clock.now() })
  await expect(made).rejects.toThrow(new BackupError(NO_PHOTO_FILES))
  expect(readdirSync(folder).filter((name) => name.startsWith('without-photos'))).toEqual([])
})

test('a backup that can’t be written says why, also in the middle of a file', async () => {
  const nowhere = path.join(folder, 'nowhere', 'backup.tar.gz')
  const fill = async (add: AddFile) => {
    for (let n = 0; n < 20; n++) await add(`${n}.json`, Buffer.alloc(1024 * 1024))
  }
  await expect(writeArchive(nowhere, fill)).rejects.toThrow('ENOENT: no such file or directory')
})
