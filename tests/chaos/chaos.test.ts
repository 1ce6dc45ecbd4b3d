import { it, vi } from 'vitest'
import { countAfter } from './count-after.ts'
import { databaseKilled, processKilled } from './faults.ts'
import { serviceFaults } from './service-faults.ts'
import { allSlow } from './slow-faults.ts'
import { upgradedAndKilled } from './upgrade-faults.ts'
import { nextVersion } from './versions.ts'

vi.setConfig({ testTimeout: 900_000 })

it('nothing acknowledged is lost or doubled by any fault of the process, the database or a service, or an upgrade', async () => {
  const next = nextVersion()
  try {
    // First, so that people wait for nothing else: the clock has not jumped, and no fault before left jobs.
    await countAfter({ database: 'postgres' }, [
      allSlow,
      processKilled,
      databaseKilled,
      ...serviceFaults,
      upgradedAndKilled(next.folder),
    ])
  } finally {
    next.remove()
  }
})
