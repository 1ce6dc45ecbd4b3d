import { Gauge, Registry } from 'prom-client'
import { resultWithin } from '../result-within.ts'
import type { SiteHealth } from '../health/site-health.ts'
import type { Version } from '../version.ts'

/** How long the database may take: Prometheus itself waits 10 s for all metrics. */
const PATIENCE_MS = 3_000

type Sources = { version: Version; site(): Promise<SiteHealth> }

/**
 * What all processes of the site share, and this machine's disk, as the text of Prometheus. While the database does
 * not answer, `hiram_database_up` is 0 and the rest is absent.
 */
export function siteGauges({ version, site }: Sources): () => Promise<string> {
  return async () => {
    const register = new Registry()
    const gauge = (name: string, help: string, value: number, labels: Record<string, string> = {}) => {
      const known = register.getSingleMetric(`hiram_${name}`) as Gauge | undefined
      const labelNames = Object.keys(labels)
      const own = known ?? new Gauge({ name: `hiram_${name}`, help, labelNames, registers: [register] })
      own.set(labels, value)
    }
    const { app, commit, node } = version
    gauge('build_info', 'What runs; always 1', 1, { version: app, commit: commit ?? 'unknown', node })
    const found = await resultWithin(site(), PATIENCE_MS)
    gauge('database_up', 'Whether the database answered: 1 or 0', found ? 1 : 0)
    if (found) sayAll(found, gauge)
    return register.metrics()
  }
}

type Say = (name: string, help: string, value: number, labels?: Record<string, string>) => void

function sayAll({ lanes, database, disk, backup, ...rest }: SiteHealth, gauge: Say): void {
  const { failingSweeps, reconciliation } = rest
  for (const { lane, waiting, failed, oldestSeconds, isStuck } of lanes) {
    gauge('jobs_waiting', 'Jobs that are not done yet', waiting, { lane })
    gauge('jobs_failed', 'Jobs that were given up, and wait for an admin', failed, { lane })
    gauge(
      'jobs_oldest_due_seconds',
      'Age of the oldest job that is due or was refused; 0 without one',
      oldestSeconds ?? 0,
      {
        lane,
      },
    )
    gauge('jobs_stuck', 'Whether most of the newest jobs are late: 1 or 0', isStuck ? 1 : 0, { lane })
  }
  const failures = failingSweeps.reduce((sum, sweep) => sum + sweep.failures, 0)
  gauge('sweep_failures', 'Things that the sweeps could not do the last time', failures)
  gauge('database_size_bytes', 'Size of the database', database.bytes)
  gauge('data_dir_up', 'Whether DATA_DIR can be read and written: 1 or 0', disk ? 1 : 0)
  if (disk) {
    gauge('disk_free_bytes', 'Free space of the disk of DATA_DIR; absent while it can’t be read', disk.free)
    gauge('disk_size_bytes', 'Size of the disk of DATA_DIR; absent while it can’t be read', disk.size)
  }
  const backupAt = backup && backup !== 'unreadable' ? new Date(backup.startedAt).getTime() / 1000 : 0
  gauge('last_backup_timestamp_seconds', 'When the last backup began; 0: never', backupAt)
  const { at = null, failure = null, unexplained = 0 } = reconciliation ?? {}
  gauge(
    'last_reconciliation_timestamp_seconds',
    'When the last reconciliation ended; 0: never',
    (at?.getTime() ?? 0) / 1000,
  )
  gauge('reconciliation_failed', 'Whether the last reconciliation failed: 1 or 0', failure === null ? 0 : 1)
  gauge('reconciliation_unexplained', 'Differences of the last reconciliation not explained yet', unexplained)
}
