import type { ReactNode } from 'react'
import { formatAge, formatBytes } from '#domain/health/amounts.ts'
import { formatInstant } from '#domain/period.ts'
import type { Health } from '#server/health/read-health.ts'
import { Link } from '#app/ui/link.tsx'
import { Bad } from './health-card.tsx'

type FactRows = readonly (readonly [label: string, value: ReactNode])[]

/** How much of the disk may be free before the page warns. */
const LITTLE_SPACE = 0.1
const OLD_BACKUP_SECONDS = 2 * 86_400

export function databaseFacts({ database, databaseKind, pools, replicaLagMs }: Health): FactRows {
  return [
    ['Kind', databaseKind === 'embedded' ? 'Embedded (PGlite)' : 'PostgreSQL server'],
    ['Version', database.version],
    ['Size', formatBytes(database.bytes)],
    ...pools.map(
      ({ pool, open, idle, waiting, max }) =>
        [
          pool === 'primary' ? 'Connections' : 'Connections to the replica',
          <>
            {open - idle} in use, {idle} idle, of {max}
            {waiting > 0 ? <Bad>; {waiting} requests wait</Bad> : '; nobody waits'}
          </>,
        ] as const,
    ),
    ['Replica', replicaText(replicaLagMs)],
  ]
}

function replicaText(lag: Health['replicaLagMs']): ReactNode {
  if (lag === null) return 'None'
  return lag === 'down' ? <Bad>Down</Bad> : `${(lag / 1000).toFixed(1)} seconds behind at most`
}

export function machineFacts({ backup, reconciliation, disk, now }: Health): FactRows {
  return [
    ['Last backup', backupText(backup, now)],
    ['Last reconciliation', reconciliationText(reconciliation)],
    ['Free on the disk of DATA_DIR', diskText(disk)],
  ]
}

function backupText(backup: Health['backup'], now: Date): ReactNode {
  if (!backup) return <Bad>Never, as far as this machine knows</Bad>
  if (backup === 'unreadable') return <Bad>Its note in DATA_DIR can’t be read</Bad>
  const at = new Date(backup.startedAt)
  const age = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  const text = `${formatInstant(at)}, ${formatAge(age)} ago, ${formatBytes(backup.bytes)}`
  return age > OLD_BACKUP_SECONDS ? <Bad>{text}</Bad> : text
}

function reconciliationText(last: Health['reconciliation']): ReactNode {
  if (!last) return 'Never'
  const { at, failure, unexplained } = last
  const agree = failure === null && unexplained === 0
  const differences = failure === null ? `${unexplained} not explained` : 'it failed'
  return (
    <>
      <Link to="/admin/reconciliation" className="link">
        {formatInstant(at)}
      </Link>
      : {agree ? 'both sides agree' : <Bad>{differences}</Bad>}
    </>
  )
}

function diskText(disk: Health['disk']): ReactNode {
  if (!disk) return <Bad>It can’t be read or written</Bad>
  const { free, size } = disk
  const text = `${formatBytes(free)} of ${formatBytes(size)}`
  return free < LITTLE_SPACE * size ? <Bad>{text}</Bad> : text
}

export function versionFacts({ version, database }: Health): FactRows {
  return [
    ['Hiram', version.app],
    ['Commit', version.commit ?? 'Not known'],
    ['Node', version.node],
    ['Migrations', `${database.migrations}, the newest is ${database.newestMigration}`],
  ]
}
