import { it, vi } from 'vitest'
import { fillDataDir } from '#tests/support/database.ts'
import { countAfter } from './count-after.ts'
import { processKilled } from './faults.ts'
import { storageFaults } from './service-faults.ts'
import { allSlow } from './slow-faults.ts'

vi.setConfig({ testTimeout: 900_000 })

it('nothing acknowledged is lost or doubled on the embedded database', async () => {
  // `npm run chaos` has the faults of services here too.
  const fill = (folder: string) => fillDataDir(folder, 'migrated')
  const faults = [allSlow, processKilled, ...storageFaults, processKilled]
  // Each count takes a copy of the database, which costs seconds of CPU; only this fault breaks a service.
  await countAfter({ database: 'embedded', fill }, faults, (fault) => fault === allSlow)
})
