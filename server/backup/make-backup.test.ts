import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withServices } from '#tests/support/with-services.ts'
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
